#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import process from 'node:process';

// Most of a short command is the compiling of modules, which the next one is spared.
enableCompileCache();
const { run } = await import('../dist/cli/main.js');

// A reader that has seen enough, such as `head`, is no trouble.
process.stdout.on('error', (error) => {
	if (error.code !== 'EPIPE') throw error;
	process.exit();
});

process.exitCode = await run(process.argv.slice(2));
