import * as z from 'zod';
import { codes, type Code } from '../codes.ts';
import { relationRoles } from '../nodes/relations.ts';
import { engineNames } from '../search/settings.ts';
import { FORMAT_VERSION } from './version.ts';

/**
 * The shapes of all emitted files. The JSON Schemas beside an index, the types that readers use and
 * the checks of the writer come from here alone.
 */

const format = z.literal(FORMAT_VERSION).describe('Version of the format.');
export const count = z.int().min(0);
export const offset = count.describe('UTF-16 code units from the start of the source.');
export const sha256 = z
	.string()
	.regex(/^[0-9a-f]{64}$/)
	.describe('SHA-256, 64 hexadecimal digits.');
const key = z
	.string()
	.regex(/^[0-9a-f]{16}$/)
	.describe('What the ids of a document’s parts have in common.');
export const severity = z.enum(['error', 'warn', 'info']);
export const code = z.enum(Object.keys(codes) as [Code, ...Code[]]);

export const documentSchema = z
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
				search: z
					.strictObject({
						engine: z.array(z.enum(engineNames)).readonly().exactOptional(),
						synonyms: z.array(z.array(z.string()).readonly()).readonly().exactOptional(),
					})
					.exactOptional()
					.describe('Engines and words of search, where they are not what every index has.'),
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
		chunks: sha256.describe(
			'Digest of a list with, for each document of the catalog, the digest of the list of its chunk ids.',
		),
		expansion: sha256.describe('Digest of the expansion manifest.'),
		fidelity: sha256.describe('Digest of the fidelity report.'),
		search: z.array(
			z.strictObject({
				engine: z
					.string()
					.describe('`minisearch` or `pagefind`; the first entry says which one searches.'),
				version: count,
				language: z.string().describe('BCP 47; `und` for documents without a language.'),
				documents: count,
				chunks: count,
				file: sha256.describe('Digest of the file search/<digest>.json.'),
				bytes: count,
			}),
		),
		vectors: z
			.array(
				z.strictObject({
					model: z.string().describe('What made the vectors, as the site calls it.'),
					version: count,
					dimension: count.describe('Numbers in a vector.'),
					language: z.string().describe('BCP 47; `und` for documents without a language.'),
					documents: count,
					chunks: count,
					file: sha256.describe('Digest of the file vectors/<digest>.bin.'),
					bytes: count,
				}),
			)
			.exactOptional()
			.describe('Files of vectors, where the site has them.'),
	})
	.describe('generations/<id>.json: one complete build. The id is the digest of this file.');

export const catalogEntrySchema = documentSchema.extend({
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
});

export const catalogSchema = z
	.strictObject({ format, documents: z.array(catalogEntrySchema) })
	.describe('catalog/<digest>.json: documents by ascending key.');

const numbers = z
	.string()
	.regex(/^[-\w]*$/)
	.describe(
		'Whole numbers, each of as many digits as it takes: five bits a digit, the least first.',
	);
const signed = numbers.describe(
	'Whole numbers, of which an odd one `2 * n - 1` stands for `-n`, `2 * n` for `n`.',
);

export const documentFileSchema = z
	.strictObject({
		format,
		tree: z
			.strictObject({
				shape: z
					.string()
					.regex(/^[A-Za-z.)]*$/)
					.describe(
						'What comes in order: a letter opens a node of its type, `)` closes the innermost, `.` is a text; a capital letter is a node of one text.',
					),
				gaps: signed.describe('How far each stands behind where it is expected, in code units.'),
				lengths: numbers.describe('Of each text.'),
				values: z
					.array(z.tuple([count, z.string()]))
					.exactOptional()
					.describe('What readers see where it is not the slice, by place of the text.'),
				attributes: z
					.array(z.tuple([count, z.record(z.string(), z.unknown())]))
					.exactOptional()
					.describe(
						'What nodes say otherwise than expected, by place of the node; null where they do not say it.',
					),
			})
			.describe('Authored nodes and what readers see, in order.'),
		lead: offset
			.exactOptional()
			.describe('Where the text before the first heading starts, where there is any.'),
		chunks: z.strictObject({
			starts: signed.describe('How far each starts behind the next node, in code units.'),
			ends: numbers.describe(
				'`2 * n`: with the node that comes after `n` others; `2 * n + 1`: after `n` code units.',
			),
			tokens: numbers,
			prefixes: z
				.array(z.tuple([count, z.string()]))
				.exactOptional()
				.describe('What stands in front of the slice in chunks that are not exact, by place.'),
			parts: z
				.array(z.tuple([count, count, count, count]))
				.exactOptional()
				.describe(
					'Chunks that hold a piece of an oversize node: place, place of the node (of several the innermost), number from 1, how many there are.',
				),
			contexts: z
				.array(z.tuple([count, z.enum(['import', 'declaration']), offset, offset, count]))
				.exactOptional()
				.describe(
					'For pieces of code, spans beside them that say what they leave open: place of the chunk, role, start, end, tokens.',
				),
		}),
		relations: z
			.partialRecord(z.enum(relationRoles), signed)
			.exactOptional()
			.describe(
				'Which node needs which other, by role: nodes behind the one of the pair before, nodes from there to the other.',
			),
		counts: numbers
			.exactOptional()
			.describe(
				'Tokens of nodes that evidence may take along: nodes behind the one before, tokens.',
			),
		cuts: z
			.array(offset)
			.exactOptional()
			.describe('Places beside which evidence is incomplete for these readers.'),
		references: z
			.strictObject({
				documents: z.array(z.string()).exactOptional().describe('Ids of those that links lead to.'),
				links: numbers
					.exactOptional()
					.describe(
						'Links to documents of the index: nodes behind the one before, place in `documents`.',
					),
				transclusions: z
					.array(z.tuple([count, z.string()]))
					.exactOptional()
					.describe('Places that show another document: place of the node, document id.'),
				images: z
					.array(z.tuple([count, sha256]))
					.exactOptional()
					.describe('Images beside the source: place of the node, digest.'),
			})
			.exactOptional(),
		offsets: numbers
			.exactOptional()
			.describe(
				'Runs of characters of equal UTF-8 width, ASCII before the first: code units behind the start of the run before, bytes of a character.',
			),
	})
	.describe('documents/<digest>.json: one document, without its text. What is left out is empty.');

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

const findingRow = z
	.tuple([count, count, count, offset, offset])
	.describe('Place in `messages`, line, column, start, end.');

export const fidelitySchema = z
	.strictObject({
		format,
		messages: z
			.array(
				z.strictObject({
					code,
					severity,
					message: z.string(),
					hint: z.string(),
					file: z.string().exactOptional().describe('Where it is not that of the document.'),
				}),
			)
			.describe('What findings say, each once.'),
		documents: z.array(
			z.strictObject({
				id: z.string(),
				path: z.string(),
				status: z.enum(['indexed', 'failed', 'accepted']),
				findings: z.array(findingRow).exactOptional().describe('Absent where there are none.'),
			}),
		),
		corpus: z.array(findingRow).exactOptional().describe('Findings about no single document.'),
	})
	.describe('fidelity/<generation>.json: everything that could not be fully trusted.');

/** Name of each schema's file under schema/v2/. */
export const schemas = {
	current: pointerSchema,
	generation: generationSchema,
	catalog: catalogSchema,
	document: documentFileSchema,
	expansion: expansionSchema,
	duplicates: duplicatesSchema,
	fidelity: fidelitySchema,
} as const;
