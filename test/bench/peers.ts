import { MarkdownTextSplitter } from '@langchain/textsplitters';
import { chunkdown } from 'chunkdown';
import { structure } from 'fumadocs-core/mdx-plugins/remark-structure';
import { split } from 'llm-splitter';
import remarkMdx from 'remark-mdx';

/** A library that makes chunks or search records of Markdown. */
export interface Peer {
	readonly name: string;
	/** Whether it reads Markdown as a tree. */
	readonly parses: boolean;
	readonly run: (text: string, format: 'md' | 'mdx') => unknown;
}

/** As large as chunks of this package are: about 350 tokens. */
const CHARACTERS = 1500;
const WORDS = 260;

const langchain = new MarkdownTextSplitter({ chunkSize: CHARACTERS, chunkOverlap: 0 });
const down = chunkdown({ chunkSize: CHARACTERS });

export const peers: readonly Peer[] = [
	{
		name: 'LangChain MarkdownTextSplitter',
		parses: false,
		run: (text) => langchain.splitText(text),
	},
	{
		name: 'llm-splitter',
		parses: false,
		run: (text) =>
			split(text, {
				chunkSize: WORDS,
				chunkStrategy: 'paragraph',
				splitter: (part: string) => part.split(/(?<=\s)(?=\S)/),
			}),
	},
	{ name: 'chunkdown', parses: true, run: (text) => down.split(text) },
	{
		name: 'Fumadocs remarkStructure',
		parses: true,
		run: (text, format) => structure(text, format === 'mdx' ? [remarkMdx] : []),
	},
];
