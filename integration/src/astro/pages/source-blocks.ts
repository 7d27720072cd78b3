import { lastLineOf, lineAt, type IndexedChunk, type IndexedDocument } from '../../core/index.ts';

/** A run of whole lines that is shown as one: with its chunks, or what lies between them. */
export interface SourceBlock {
	/** 1-based, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** Chunks that share lines, directly or over others; mostly one. */
	readonly chunks: readonly IndexedChunk[];
}

/** Cuts the lines of a source where no chunk goes on. */
export function sourceBlocks({ source, chunks }: IndexedDocument): SourceBlock[] {
	const blocks: SourceBlock[] = [];
	const lastLine = lastShownLine(source.text, source.lines.length);
	let next = 1;
	const between = (upTo: number): void => {
		if (next < upTo) blocks.push({ firstLine: next, lastLine: upTo - 1, chunks: [] });
	};
	for (const chunk of [...chunks].sort((a, b) => a.start - b.start || b.end - a.end)) {
		const firstLine = lineAt(source.lines, chunk.start);
		const last = Math.min(lastLineOf(source.lines, chunk), lastLine);
		const before = blocks.at(-1);
		if (before !== undefined && before.chunks.length > 0 && firstLine <= before.lastLine) {
			blocks[blocks.length - 1] = {
				firstLine: before.firstLine,
				lastLine: Math.max(before.lastLine, last),
				chunks: [...before.chunks, chunk],
			};
		} else {
			between(firstLine);
			blocks.push({ firstLine, lastLine: last, chunks: [chunk] });
		}
		next = (blocks.at(-1)?.lastLine ?? 0) + 1;
	}
	between(lastLine + 1);
	return blocks;
}

/** A line break at the very end starts no line that anybody counts. */
export function lastShownLine(text: string, lines: number): number {
	return lines > 1 && /[\r\n]$/.test(text) ? lines - 1 : lines;
}
