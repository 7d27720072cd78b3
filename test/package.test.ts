import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Manifest {
	optionalDependencies: Record<string, string>;
}

interface Lock {
	packages: Record<string, { resolved?: string; version?: string }>;
}

async function readJson<T>(path: string): Promise<T> {
	return JSON.parse(await readFile(resolve(root, path), 'utf8')) as T;
}

describe('the command citable', () => {
	it('starts from the committed file', () => {
		const command = resolve(root, 'integration/bin/citable.js');
		expect(() => execFileSync(process.execPath, [command, '--version'])).not.toThrow();
	});
});

describe('the lock file', () => {
	it('names no registry', async () => {
		const { packages } = await readJson<Lock>('package-lock.json');
		const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? []);
		expect(resolved).toEqual(['integration']);
	});

	it('holds the pinned Node of every platform', async () => {
		const { optionalDependencies } = await readJson<Manifest>('package.json');
		const { packages } = await readJson<Lock>('package-lock.json');
		for (const [name, version] of Object.entries(optionalDependencies)) {
			expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
		}
	});
});
