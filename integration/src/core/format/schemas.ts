import * as z from 'zod';
import { codes, type Code } from '../codes.ts';
import { relationRoles } from '../nodes/relations.ts';
import { FORMAT_VERSION } from './version.ts';

/**
 * The shapes of all emitted files. The JSON Schemas beside an index, the types that readers use and
 * the checks of the writer come from here alone.
 */

const format = z.literal(FORMAT_VERSION).describe('Version of the format.');
const count = z.int().min(0);
const offset = count.describe('UTF-16 code units from the start of the source.');
const sha256 = z
	.string()
	.regex(/^[0-9a-f]{64}$/)
	.describe('SHA-256, 64 hexadecimal digits.');
const key = z
	.string()
	.regex(/^[0-9a-f]{16}$/)
	.describe('What the ids of a document’s parts have in common.');
const severity = z.enum(['error', 'warn', 'info']);
const code = z.enum(Object.keys(codes) as [Code, ...Code[]]);

const documentSchema = z
	.strictObject({
		key,
		id: z.string().describe('collection/entry'),
		collection: z.string(),
		entry: z.string(),
		path: z.string().describe('The file, relative to the root of the project.'),
		revision: sha256,
		title: z.string(),
		description: z.string().exactOptional(),
		url: z.string().exactOptional().describe('Path of the rendered page, base included.'),
		provenance: z.string().exactOptional().describe('Path of the provenance page, base included.'),
		language: z.string().exactOptional().describe('BCP 47'),
		status: z.string().exactOptional(),
		version: z.string().exactOptional(),
		effective: z.string().exactOptional().describe('ISO 8601: in force from then on.'),
		expires: z.string().exactOptional().describe('ISO 8601: no longer in force from then on.'),
		owner: z.string().exactOptional(),
		supersedes: z
			.array(z.string())
			.readonly()
			.exactOptional()
			.describe('Ids of the documents that this one takes the place of.'),
		supersededBy: z
			.array(z.string())
			.readonly()
			.exactOptional()
			.describe('Ids of the documents that take the place of this one.'),
	})
	.describe('What governs a source.');

export const pointerSchema = z
	.strictObject({
		format,
		generation: sha256.describe('The current generation.'),
		retained: z
			.array(sha256)
			.describe('All generations that can be opened, the current one among them.'),
	})
	.describe('current.json: which generation is current. Written last.');

export const generationSchema = z
	.strictObject({
		format,
		corpus: z.strictObject({
			revision: sha256.describe('Digest of all document ids with their source revisions.'),
			commit: z.string().exactOptional().describe('The git commit of the sources.'),
			collections: z
				.record(
					z.string(),
					z.strictObject({
						base: z.string().exactOptional(),
						include: z.array(z.string()).exactOptional(),
						exclude: z.array(z.string()).exactOptional(),
						url: z.string().exactOptional(),
					}),
				)
				.exactOptional()
				.describe('Which files of a folder the documents are; not set where a site named them.'),
		}),
		anchors: z
			.literal(true)
			.exactOptional()
			.describe('Set where blocks of the rendered pages have anchors.'),
		audience: z.string().exactOptional().describe('Whose index it is, where the site has scopes.'),
		versions: z.strictObject({
			package: z.string(),
			parser: z.strictObject({ name: z.string(), version: z.string() }),
			nodes: count.describe('Version of what turns trees into nodes.'),
			adapters: z.array(z.strictObject({ name: z.string(), version: count, digest: sha256 })),
			tokenizer: z.strictObject({ name: z.string(), version: z.string() }),
			representation: count.describe('Version of what is searched for a chunk.'),
			embedding: count.describe('Version of the text that is embedded for a chunk.'),
			expansion: count,
		}),
		chunking: z.strictObject({
			policy: z.string(),
			version: count,
			options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
			configuration: sha256.describe('Digest of all that shapes chunks; part of every chunk id.'),
		}),
		options: z
			.strictObject({
				syntax: z.strictObject({
					directives: z.boolean(),
					textDirectives: z.boolean(),
					math: z.union([z.boolean(), z.literal('dollar')]),
				}),
				callouts: z.record(z.string(), z.string()),
				findings: z.partialRecord(code, z.enum(['error', 'warn', 'info', 'off'])),
				governance: z.record(z.string(), z.string()),
				components: z.array(
					z.strictObject({
						name: z.string(),
						version: count,
						adapters: z.array(z.looseObject({ name: z.string(), kind: z.string() })),
					}),
				),
			})
			.describe('What was set beside the policy, so that the index can be built again.'),
		coverage: z.strictObject({
			complete: z.boolean().describe('Whether every document of the corpus is in the index.'),
			documents: count.describe('Documents in the index.'),
			failed: z.array(
				z.strictObject({
					id: z.string(),
					path: z.string(),
					code,
					line: count,
					message: z.string(),
					accepted: z.boolean().describe('Whether the options accept the gap by name.'),
				}),
			),
		}),
		totals: z.strictObject({
			nodes: count,
			chunks: count,
			tokens: count,
			sourceBytes: count,
			findings: z.record(z.string(), count).describe('Findings by code.'),
		}),
		catalog: z
			.array(
				z.strictObject({
					first: key.describe('The least document key on the page.'),
					digest: sha256,
					documents: count,
				}),
			)
			.describe('Pages of the catalog, by ascending document key.'),
		expansion: sha256.describe('Digest of the expansion manifest.'),
		fidelity: sha256.describe('Digest of the fidelity report.'),
		search: z.array(
			z.strictObject({
				engine: z.string(),
				version: count,
				language: z.string().describe('BCP 47; `und` for documents without a language.'),
				documents: count,
				chunks: count,
				file: sha256.describe('Digest of the file search/<digest>.json.'),
				bytes: count,
			}),
		),
	})
	.describe('generations/<id>.json: one complete build. The id is the digest of this file.');

export const catalogSchema = z
	.strictObject({
		format,
		documents: z.array(
			documentSchema.extend({
				file: sha256.describe('Digest of documents/<digest>.json.'),
				source: z.string().describe('Path of the source file inside the index.'),
				bytes: count.describe('Bytes of the source.'),
				nodes: count,
				chunks: count,
				tokens: count,
				findings: count,
				duplicates: sha256
					.exactOptional()
					.describe('Digest of duplicates/<digest>.json, where other chunks say the same.'),
			}),
		),
	})
	.describe('catalog/<digest>.json: documents by ascending key.');

const pairs = z.array(z.tuple([count, count]));

export const documentFileSchema = z
	.strictObject({
		format,
		document: documentSchema,
		length: offset.describe('UTF-16 code units of the source.'),
		offsets: z
			.strictObject({ utf16: z.array(offset), width: z.array(z.int().min(1).max(4)) })
			.describe('Runs of characters of equal UTF-8 width; ASCII before the first.'),
		nodes: z
			.strictObject({
				types: z.array(z.string()).describe('The types that occur.'),
				type: z.array(count).describe('Place in `types`.'),
				parent: z.array(count).describe('How many nodes back the parent is; 0 at the top level.'),
				start: z.array(z.int()).describe('Code units behind the start of the node before.'),
				length: z.array(count).describe('Code units.'),
				attributes: z
					.array(z.tuple([count, z.record(z.string(), z.unknown())]))
					.describe('What nodes say beside their span, by place of the node.'),
			})
			.describe('Authored nodes in order, parents before children; one list a property.'),
		text: z
			.strictObject({
				skip: z.array(count).describe('Code units of syntax before the segment.'),
				length: z.array(count).describe('Code units of the segment.'),
				node: z
					.array(z.int())
					.describe(
						'How much further on in `nodes` the holder is than that of the segment before; the first counts from -1.',
					),
				values: z
					.array(z.tuple([count, z.string()]))
					.describe('What readers see where it is not the slice, by place of the segment.'),
			})
			.describe('What readers see, as segments of the source in order.'),
		sections: z.array(
			z.strictObject({
				id: z.string(),
				heading: z
					.int()
					.min(-1)
					.describe('Place of the heading in `nodes`; -1 before the first heading.'),
				start: offset,
				end: offset,
				bodyStart: offset,
				path: z.array(count).describe('Places of the headings above and including its own.'),
			}),
		),
		chunks: z.array(
			z.strictObject({
				id: z.string(),
				section: count.describe('Place in `sections`.'),
				start: offset,
				end: offset,
				tokens: count,
				exact: z.boolean().describe('Whether the text is the slice of the source.'),
				prefix: z
					.string()
					.exactOptional()
					.describe('Set where the text is not exact: what stands in front of the slice.'),
				nodes: z
					.array(count)
					.describe('Places of the outermost nodes that the chunk holds or touches.'),
				part: z
					.strictObject({ of: count.describe('Place of the node.'), number: count, count })
					.exactOptional()
					.describe(
						'Set where the chunk holds a piece of an oversize node; of several, the innermost.',
					),
				context: z
					.array(
						z.strictObject({
							role: z.enum(['import', 'declaration']),
							start: offset,
							end: offset,
							tokens: count,
						}),
					)
					.exactOptional()
					.describe('For a piece of code: spans beside it that say what it leaves open.'),
			}),
		),
		relations: z
			.partialRecord(z.enum(relationRoles), pairs)
			.describe('Which node needs which other, by role: pairs of places in `nodes`.'),
		counts: pairs.describe('Tokens of nodes that evidence may take along: place, tokens.'),
		cuts: z
			.array(offset)
			.exactOptional()
			.describe('Places beside which evidence is incomplete for these readers.'),
		references: z.strictObject({
			links: z
				.array(z.tuple([count, z.string(), z.string()]))
				.describe('Links to documents of the index: place of the node, document id, fragment.'),
			transclusions: z
				.array(z.tuple([count, z.string()]))
				.describe('Places that show another document: place of the node, document id.'),
			images: z
				.array(z.tuple([count, sha256]))
				.describe('Images beside the source: place of the node, digest.'),
		}),
	})
	.describe('documents/<digest>.json: one document, without its text.');

export const expansionSchema = z
	.strictObject({
		format,
		version: count,
		radius: z.strictObject({ default: count, maximum: count }),
		seeds: z.strictObject({ maximum: count }),
		rules: z
			.record(z.string(), z.array(z.string()))
			.describe('Relations that evidence takes along, by type of node.'),
		required: z
			.array(z.string())
			.describe('Those without which the context of a claim is incomplete.'),
		caps: z.strictObject({
			siblings: count.describe('List items taken along on each side.'),
			tokens: count.describe('Tokens that relations may add to one seed.'),
		}),
		parts: z
			.strictObject({
				above: count.describe('Tokens above which a chunk may come in parts.'),
			})
			.optional()
			.describe('Chunks that do not fit a budget come in parts; absent where they never do.'),
	})
	.describe('expansion/<digest>.json: how hits become evidence.');

export const duplicatesSchema = z
	.strictObject({
		format,
		groups: z.array(z.array(z.string()).min(2)).describe('Ids of chunks of the same text.'),
	})
	.describe(
		'duplicates/<digest>.json: what a document says that is said elsewhere, word for word.',
	);

const findingSchema = z.strictObject({
	code,
	severity,
	message: z.string(),
	hint: z.string(),
	file: z.string(),
	line: count,
	column: count,
	start: offset,
	end: offset,
});

export const fidelitySchema = z
	.strictObject({
		format,
		documents: z.array(
			z.strictObject({
				id: z.string(),
				path: z.string(),
				status: z.enum(['indexed', 'failed', 'accepted']),
				findings: z.array(findingSchema),
			}),
		),
		corpus: z.array(findingSchema).describe('Findings about no single document.'),
	})
	.describe('fidelity/<generation>.json: everything that could not be fully trusted.');

/** Name of each schema's file under schema/v1/. */
export const schemas = {
	current: pointerSchema,
	generation: generationSchema,
	catalog: catalogSchema,
	document: documentFileSchema,
	expansion: expansionSchema,
	duplicates: duplicatesSchema,
	fidelity: fidelitySchema,
} as const;
