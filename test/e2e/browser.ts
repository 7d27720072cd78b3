import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** Chromes that people have installed, where the one from npm does not run. */
const installed = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'/usr/bin/google-chrome',
	'/usr/bin/chromium',
];

/** Starts a browser: Chromium from its npm package, or an installed Chrome. */
export async function launchBrowser(): Promise<Browser> {
	if (process.platform === 'linux' && process.arch === 'x64') {
		const executablePath = await chromium.executablePath();
		// One process for all, as the package has it for functions in the cloud, dies with its first context.
		const args = chromium.args.filter((flag) => flag !== '--single-process');
		return playwright.launch({ executablePath, args, headless: true });
	}
	const executablePath = installed.find((path) => existsSync(path));
	if (executablePath === undefined) throw new Error('No Chrome is installed.');
	return playwright.launch({ executablePath, headless: true });
}
