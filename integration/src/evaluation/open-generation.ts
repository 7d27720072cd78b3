import { open, type CitableIndex, type OpenOptions } from '../client/index.ts';
import type { Generation } from '../core/index.ts';

/** Opens a generation as it was built, before it is written anywhere. */
export function openGeneration(
	{ id, files }: Generation,
	options: Pick<OpenOptions, 'embed' | 'model'> = {},
): Promise<CitableIndex> {
	const encoder = new TextEncoder();
	const contents = new Map(files.map(({ path, content }) => [path, content]));
	const load = (path: string): Uint8Array => {
		const content = contents.get(path);
		if (content === undefined) throw new Error('the generation has no such file');
		return typeof content === 'string' ? encoder.encode(content) : content;
	};
	return open({ load, name: `generation ${id}`, ...options });
}
