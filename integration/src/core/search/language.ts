/** Tags under which a language also goes. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', in: 'id' };

/**
 * The language of a BCP 47 tag without script and region, in lower case. Texts without a known
 * language are taken for English: most technical writing is, and its short list of stop words does
 * other languages no harm.
 */
export function primaryLanguage(tag: string): string {
	const [language = ''] = tag.toLowerCase().split('-', 1);
	if (language === '' || language === 'und') return 'en';
	return ALIASES[language] ?? language;
}
