import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as irish } from '@orama/stopwords/irish';
import { stopwords as indian } from '@orama/stopwords/indian';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as armenian } from '@orama/stopwords/armenian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as lithuanian } from '@orama/stopwords/lithuanian';
import { stopwords as nepali } from '@orama/stopwords/nepali';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as sanskrit } from '@orama/stopwords/sanskrit';
import { stopwords as serbian } from '@orama/stopwords/serbian';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as tamil } from '@orama/stopwords/tamil';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { stopwords as japanese } from '@orama/stopwords/japanese';
import { stopwords as mandarin } from '@orama/stopwords/mandarin';
import { englishStopWords } from './english.ts';
import { primaryLanguage } from './language.ts';

const lists: Readonly<Record<string, readonly string[]>> = {
	en: englishStopWords,
	ar: arabic,
	bg: bulgarian,
	da: danish,
	de: german,
	el: greek,
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
	ja: japanese,
	zh: mandarin,
};

/** Words that say nothing of what a text is about, by BCP 47 tag; none where no list is known. */
export function stopWordsFor(tag: string): readonly string[] {
	return lists[primaryLanguage(tag)] ?? [];
}
