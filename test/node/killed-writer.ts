/**
 * A program that writes the files of an index and kills itself on the way.
 *
 * usage: killed-writer.ts <folder> <json file with the files> <point> <before|half>
 *
 * It dies before the file system is changed for the `point`th time, or with half of the next file
 * written after that. With point 0 it lives.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [folder = '', list = '', point = '0', how = 'before'] = process.argv.slice(2);
let changes = 0;

/** Blocks until the signal has come. */
function die(): never {
	process.kill(process.pid, 'SIGKILL');
	for (;;);
}

function beforeChange(): void {
	if (++changes === Number(point) && how === 'before') die();
}

type Function = (...args: unknown[]) => unknown;

function watch(holder: object, names: readonly string[]): void {
	const functions = holder as Record<string, Function>;
	for (const name of names) {
		const original = functions[name]!;
		functions[name] = (...args) => {
			beforeChange();
			return original.apply(holder, args);
		};
	}
}

watch(fs, ['linkSync', 'renameSync', 'rmSync', 'mkdirSync']);

const { openSync, writeFileSync } = fs;
fs.openSync = (path, flags, mode) => {
	if (flags !== 'r') beforeChange();
	return openSync(path, flags, mode);
};
fs.writeFileSync = (file, content, options) => {
	beforeChange();
	if (how === 'half' && Number(point) > 0 && changes >= Number(point)) {
		const bytes = Buffer.from(content as string | Uint8Array);
		writeFileSync(file, bytes.subarray(0, bytes.length / 2), options);
		die();
	}
	writeFileSync(file, content, options);
};
syncBuiltinESMExports();

const { writeIndex } = await import('../../integration/src/node/write-index.ts');
const files = JSON.parse(fs.readFileSync(list, 'utf8')) as { path: string; content: string }[];
await writeIndex(folder, files);
console.log(changes);
