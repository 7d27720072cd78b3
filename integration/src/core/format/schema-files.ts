import * as z from 'zod';
import { paths, type IndexFile } from './files.ts';
import { schemas } from './schemas.ts';

let made: readonly IndexFile[] | undefined;

/** The JSON Schema of every emitted file. */
export function schemaFiles(): readonly IndexFile[] {
	made ??= Object.entries(schemas).map(([name, schema]) => ({
		path: paths.schema(name),
		content: `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12' }), undefined, '\t')}\n`,
	}));
	return made;
}
