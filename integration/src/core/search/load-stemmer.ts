import { analyzerWith, type Analyzer, type Stemmer } from './analyzer.ts';
import { primaryLanguage } from './language.ts';

/** Where a language has a stemmer, how to load it; bundlers make a file of its own of each. */
const loaders: Readonly<Record<string, () => Promise<{ stemmer: Stemmer }>>> = {
	ar: () => import('@orama/stemmers/arabic'),
	bg: () => import('@orama/stemmers/bulgarian'),
	da: () => import('@orama/stemmers/danish'),
	de: () => import('@orama/stemmers/german'),
	el: () => import('@orama/stemmers/greek'),
	en: () => import('@orama/stemmers/english'),
	es: () => import('@orama/stemmers/spanish'),
	fi: () => import('@orama/stemmers/finnish'),
	fr: () => import('@orama/stemmers/french'),
	ga: () => import('@orama/stemmers/irish'),
	hi: () => import('@orama/stemmers/indian'),
	hu: () => import('@orama/stemmers/hungarian'),
	hy: () => import('@orama/stemmers/armenian'),
	id: () => import('@orama/stemmers/indonesian'),
	it: () => import('@orama/stemmers/italian'),
	lt: () => import('@orama/stemmers/lithuanian'),
	ne: () => import('@orama/stemmers/nepali'),
	nl: () => import('@orama/stemmers/dutch'),
	no: () => import('@orama/stemmers/norwegian'),
	pt: () => import('@orama/stemmers/portuguese'),
	ro: () => import('@orama/stemmers/romanian'),
	ru: () => import('@orama/stemmers/russian'),
	sa: () => import('@orama/stemmers/sanskrit'),
	sr: () => import('@orama/stemmers/serbian'),
	sv: () => import('@orama/stemmers/swedish'),
	ta: () => import('@orama/stemmers/tamil'),
	tr: () => import('@orama/stemmers/turkish'),
	uk: () => import('@orama/stemmers/ukrainian'),
};

/** The analyzer of a BCP 47 tag, loading its stemmer alone: for readers of an index. */
export async function loadAnalyzer(tag: string): Promise<Analyzer> {
	const module = await loaders[primaryLanguage(tag)]?.();
	return analyzerWith(module?.stemmer);
}
