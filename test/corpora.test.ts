import { describe, expect, it } from 'vitest';
import { describeShared, shared } from './corpora.ts';

describe('shared', () => {
	it('is undefined for what is not there', () => {
		expect(shared('no/such/folder')).toBeUndefined();
	});
});

describeShared('the shared cases', 'cases', (cases) => {
	it('have an absolute path', () => {
		expect(shared('cases')).toBe(cases);
	});
});
