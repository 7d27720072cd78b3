/**
 * Words with which an author opens what limits the words before: an exception, a condition, a note.
 * They are English; in other languages callouts alone are known as qualifiers.
 */
const OPENINGS = [
	'but',
	'except(?:ions?)?',
	'unless',
	'however',
	'otherwise',
	'although',
	'only (?:if|when|after|for|works?|applies)',
	'provided (?:that )?',
	'if not',
	"if (?:you|it|this|that|they) (?:do|does|did|is|are|have|has|can)(?: not|n[’']t|not)",
	"this (?:only|does not|doesn[’']t|is not|isn[’']t|rule|exception|restriction|limitation|requires)",
	'(?:please )?note(?: that|,|:|—| –)',
	'(?:be careful|beware|be aware|keep in mind|bear in mind|remember)',
	'(?:note|notes|tip|important|warning|caution|danger|attention|exception|exceptions|limitation|limitations|caveat|caveats)\\s?[:.!—–]',
];

const OPENING = new RegExp(`^(?:${OPENINGS.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
/** How much of a paragraph is looked at. */
export const OPENING_LENGTH = 60;

/** Whether a paragraph that starts with these words limits what stands before it. */
export function opensQualifier(start: string): boolean {
	return OPENING.test(start.trimStart());
}
