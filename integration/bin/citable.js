#!/usr/bin/env node
import process from 'node:process';
import { run } from '../dist/cli/main.js';

// A reader that has seen enough, such as `head`, is no trouble.
process.stdout.on('error', (error) => {
	if (error.code !== 'EPIPE') throw error;
	process.exit();
});

process.exitCode = await run(process.argv.slice(2));
