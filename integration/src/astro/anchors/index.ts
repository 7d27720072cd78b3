import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import type { HastPluginEntry, MdastPluginEntry } from 'satteri';
import { satteriAnchors } from './satteri.ts';
import { rehypeAnchors, remarkCodeAnchors } from './unified.ts';

/** Grows with every change of the anchors: rendered Markdown is cached by the processor's options. */
const ANCHORS_VERSION = 2;

interface PluginLists {
	mdastPlugins?: MdastPluginEntry[];
	hastPlugins?: HastPluginEntry[];
	remarkPlugins?: unknown[];
	rehypePlugins?: unknown[];
	citableAnchors?: number;
}

/**
 * Lets the site's Markdown processor give blocks of rendered pages the anchors of their sources, so
 * that a hit opens at the paragraph it is from.
 */
export function addAnchors(config: AstroConfig, logger: AstroIntegrationLogger): boolean {
	const processor = config.markdown.processor as { name: string; options?: PluginLists };
	const { options } = processor;
	if (options?.hastPlugins !== undefined) {
		const { mdast, hast } = satteriAnchors();
		(options.mdastPlugins ??= []).push(mdast);
		options.hastPlugins.push(hast);
	} else if (options?.rehypePlugins !== undefined) {
		(options.remarkPlugins ??= []).push(remarkCodeAnchors);
		options.rehypePlugins.push(rehypeAnchors);
	} else {
		logger.warn(
			`Pages get no anchors: the Markdown processor ${processor.name} is not known. Set anchors: false to be rid of this line.`,
		);
		return false;
	}
	options.citableAnchors = ANCHORS_VERSION;
	return true;
}
