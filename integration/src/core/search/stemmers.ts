import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as indian } from '@orama/stemmers/indian';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as sanskrit } from '@orama/stemmers/sanskrit';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { analyzerWith, type Analyzer, type Stemmer } from './analyzer.ts';
import { primaryLanguage } from './language.ts';

const stemmers: Readonly<Record<string, Stemmer>> = {
	ar: arabic,
	bg: bulgarian,
	da: danish,
	de: german,
	el: greek,
	en: english,
	es: spanish,
	fi: finnish,
	fr: french,
	ga: irish,
	hi: indian,
	hu: hungarian,
	hy: armenian,
	id: indonesian,
	it: italian,
	lt: lithuanian,
	ne: nepali,
	nl: dutch,
	no: norwegian,
	pt: portuguese,
	ro: romanian,
	ru: russian,
	sa: sanskrit,
	sr: serbian,
	sv: swedish,
	ta: tamil,
	tr: turkish,
	uk: ukrainian,
};

const analyzers = new Map<string, Analyzer>();

/** The analyzer of a BCP 47 tag, with all languages at hand: for builds. */
export function analyzerFor(tag: string): Analyzer {
	const language = primaryLanguage(tag);
	let analyzer = analyzers.get(language);
	if (analyzer === undefined) {
		analyzer = analyzerWith(stemmers[language]);
		analyzers.set(language, analyzer);
	}
	return analyzer;
}
