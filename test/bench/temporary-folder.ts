import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
	return mkdtempSync(join(tmpdir(), 'citable-bench-'));
}
