import * as z from 'zod';
import { relationRoles } from '../nodes/relations.ts';
import {
	catalogEntrySchema,
	code,
	count,
	documentSchema,
	duplicatesSchema,
	expansionSchema,
	generationSchema,
	offset,
	pointerSchema,
	severity,
	sha256,
} from './schemas.ts';

/** The shapes of version 1 of the format, for indexes that were published in it. */

const format = z.literal(1);

const pairs = z.array(z.tuple([count, count]));

export const documentFileV1Schema = z
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

export const fidelityV1Schema = z
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

export const generationV1Schema = generationSchema.omit({ chunks: true }).extend({
	format,
	duplicates: sha256
		.exactOptional()
		.describe('Digest of the list of duplicates, where there are any.'),
});

/** Like those of the present version, by the name of the file. */
export const schemasV1 = {
	current: pointerSchema.extend({ format }),
	generation: generationV1Schema,
	catalog: z.strictObject({
		format,
		documents: z.array(catalogEntrySchema.omit({ duplicates: true })),
	}),
	document: documentFileV1Schema,
	expansion: expansionSchema.extend({ format }),
	duplicates: duplicatesSchema.extend({ format }),
	fidelity: fidelityV1Schema,
} as const;
