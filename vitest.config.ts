import { defineConfig } from 'vitest/config';

const seconds = 1000;

export default defineConfig({
	test: {
		// The end-to-end tests build whole sites and start a browser: one at a time, after the others.
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/**/*.test.ts'],
					setupFiles: ['test/properties-setup.ts'],
					exclude: ['test/e2e/**'],
					testTimeout: 30 * seconds,
					hookTimeout: 30 * seconds,
					maxWorkers: 2,
					sequence: { groupOrder: 0 },
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					expect: { poll: { timeout: 60 * seconds } },
					testTimeout: 300 * seconds,
					hookTimeout: 300 * seconds,
					maxWorkers: 1,
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
		coverage: {
			provider: 'v8',
			include: ['integration/src/**/*.ts'],
			reporter: ['text-summary', 'html'],
		},
	},
});
