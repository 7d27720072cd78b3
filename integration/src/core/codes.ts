/**
 * Every problem this package can name, with a permanent code: what a build refuses, what the
 * fidelity report lists, what a client throws. A code is never renamed or reused; each has a page
 * under `/errors/<code>/` in the documentation.
 *
 * `severity` is what a finding has unless the options say otherwise. `message` and `hint` may hold
 * `{names}` that the place of the problem fills in.
 */
export const codes = {
	// Documents that cannot be read
	'unreadable-file': error(
		'The file cannot be read: {reason}.',
		'Check that the path exists and may be read.',
	),
	'invalid-utf8': error(
		'The file is not valid UTF-8: byte {byte} has no meaning there.',
		'Save the file as UTF-8.',
	),
	'invalid-mdx': error(
		'The file does not parse as MDX: {reason}',
		'Escape a literal `<` or `{` with a backslash, write comments as {/* … */}, and keep plain prose from starting a line with `import` or `export`.',
	),
	'invalid-frontmatter': error(
		'The frontmatter does not parse: {reason}',
		'Mend the YAML (between --- lines) or TOML (between +++ lines) at the top of the file.',
	),
	'duplicate-document': error(
		'Two files have the document id {id}: {other} has it too.',
		'Rename one of the files, or give one an id or slug of its own.',
	),
	'nested-too-deep': error(
		'Blocks, elements or marks stand in each other more than {limit} deep.',
		'Nest less; where the file is right, report it with the file.',
	),
	'text-lost': error(
		'{length} units of the source are neither text nor known syntax: {excerpt}',
		'This is a fault of the parser or of an adapter. Please report it with the file.',
	),
	'file-outside-root': error(
		'The file lies outside the content root and is not read.',
		'Move the file under the content root, or add the root to the options.',
	),

	// Scopes: what cannot be decided is never published
	'scope-invalid': error(
		'The field {field} of the frontmatter names no scope.',
		'Write one name, or a list of names.',
	),
	'scope-dynamic': error(
		'The scope of <{name}> is not a plain text, so who may read the block is not known.',
		'Write the scope as a plain string.',
	),
	'scope-unreadable': error(
		'Who may read what of this file cannot be decided, because it does not parse as written.',
		'Mend the syntax here; in Markdown files use the ::: form of a block with a scope.',
	),
	'scope-page-leak': warn(
		'The page {page} holds words that {audience} may not read: “{words}” of {place}.',
		'Render the block only in a build for those who may read it.',
	),
	'scope-leak': error(
		'Words that {audience} may not read stand in {file}: “{words}” of {place}.',
		'Do not publish this index. Please report it with a document that shows the fault.',
	),

	// Builds
	'documents-failed': error(
		'{count} of {total} documents failed.',
		'Mend them, or accept each gap by name with the option `accept`.',
	),
	'findings-blocking': error(
		'{count} findings are errors by the option `findings`.',
		'Mend them, or give their codes another severity.',
	),
	'empty-collection': warn(
		'The collection {collection} has no documents.',
		'Check the base and the pattern of its loader.',
	),
	'collection-without-files': warn(
		'Entries of the collection {collection} do not come from Markdown or MDX files and are not indexed.',
		'Leave the collection out with the option `collections`, or load it with the glob loader.',
	),
	'invalid-options': error('The options of citable() are not valid: {reason}', '{correction}'),
	'invalid-config': error('The configuration file is not valid: {reason}', 'See the options page.'),
	'unknown-policy': error('There is no chunk policy named {policy}.', 'Use one of {policies}.'),
	'invalid-bounds': error(
		'The bounds of the chunk policy are not valid: {reason}',
		'See the policies page.',
	),
	'parser-unavailable': error(
		'The parser {parser} does not run here: {reason}',
		'Set the parser to auto or remark.',
	),
	'output-not-writable': error(
		'The index cannot be written: {reason}.',
		'Check space and permissions of the output folder.',
	),
	'output-locked': error(
		'{holder} is writing to the folder.',
		'Wait until it has finished. If no build runs, remove {lock}.',
	),

	'gate-failed': error(
		'The new generation finds less than the published one: {measure} falls from {before} to {after} on {count} questions, by more than {limit}.',
		'See what changed with citable evaluate, or allow a greater loss with the option `gates`.',
	),
	'git-unavailable': error(
		'Earlier revisions cannot be read from git: {reason}.',
		'Build inside a clone of the repository that holds the content, where git is installed.',
	),
	'git-revision-unknown': error(
		'The revision {ref} cannot be read from git: {reason}.',
		'Name a commit, a tag or a branch that has the folder. A shallow clone lacks earlier commits: fetch them, in GitHub Actions with fetch-depth: 0.',
	),
	'git-revision-incomplete': warn(
		'The generation of {ref} lacks the document {id}: {reason}',
		'The revision is as it is; citations of this document at this revision do not open.',
	),
	'accept-unknown': warn(
		'The options accept the failure of {id}, but there is no such document.',
		'Correct the id, or leave it out. An id is collection/entry.',
	),
	'generation-lost': warn(
		'The retained generation {id} cannot be kept: {reason}',
		'Restore the history folder, or accept that citations of this generation no longer open.',
	),

	// Findings: what a document holds that cannot be trusted, or is worth a second look
	'document-empty': warn(
		'The document has no text.',
		'Write it, or take it out of the collection.',
	),
	'section-empty': info(
		'The section “{title}” has no text of its own.',
		'Say something under the heading, or remove it.',
	),
	'heading-empty': warn('The heading has no text.', 'Name the section, or remove the mark.'),
	'heading-skipped': info('The heading level goes from h{from} to h{to}.', 'Use h{expected} here.'),
	'heading-duplicate': info(
		'“{title}” is the title of an earlier section too (line {other}).',
		'Give sections of one page titles that tell them apart.',
	),
	'heading-multiple-h1': info(
		'The document has more than one h1.',
		'Keep one title; make the others h2.',
	),
	'heading-dynamic': warn(
		'The heading “{title}” depends on an expression, so its anchor is not known from the source.',
		'Write the heading as plain text.',
	),
	'fence-unclosed': warn(
		'The code fence opened on line {line} is never closed, so it runs to the end of its container.',
		'Close it with {fence} on a line of its own.',
	),
	'directive-unclosed': warn(
		'The ::: block opened on line {line} is never closed, so it runs to the end of its container.',
		'Close it with {fence} on a line of its own.',
	),
	'directive-unread': warn(
		'The line starts like a ::: block and is none, so readers see it as text: {excerpt}',
		'Open a block with :::name on a line of its own, and close it with as many colons.',
	),
	'directive-unknown': warn(
		'No callout is named “{name}”; the block is kept with its text.',
		'Use one of the known names, or map this one with the option `callouts`.',
	),
	'component-unknown': warn(
		'No adapter knows the component <{name}>; its children and literal text attributes are kept.',
		'Add an adapter for it with the option `components`.',
	),
	'attribute-dynamic': warn(
		'The attribute {attribute} of <{name}> is an expression, so its text is not known from the source.',
		'Write the text as a plain string.',
	),
	'attribute-spread': warn(
		'<{name}> takes attributes from a spread, which are not known from the source.',
		'Write the attributes out.',
	),
	'expression-dynamic': warn(
		'The text depends on an expression that is not known from the source: {excerpt}',
		'Write the text itself where it matters for readers of the index.',
	),
	'transclusion-missing': warn(
		'The file {target} that <{name}> shows cannot be read.',
		'Check the path of the import.',
	),
	'transclusion-cycle': warn(
		'<{name}> shows {target}, which shows this document again.',
		'Break the circle.',
	),
	'transclusion-outside': warn(
		'<{name}> shows {target}, which lies outside the content root and is not read.',
		'Move the file under the content root.',
	),
	'image-without-text': warn(
		'The image {url} has neither alternative text nor a caption, so nothing can be said of it.',
		'Describe what the image shows in its alternative text.',
	),
	'footnote-undefined': warn(
		'The footnote [^{label}] has no definition.',
		'Add [^{label}]: … to the same file.',
	),
	'footnote-unused': warn(
		'The footnote [^{label}] is never referred to.',
		'Refer to it, or remove it.',
	),
	'footnote-duplicate': warn(
		'The footnote [^{label}] is defined on line {other} already; this definition is not shown.',
		'Rename one of the two.',
	),
	'reference-undefined': warn(
		'The reference [{label}] has no definition, so readers see its brackets as text.',
		'Add [{label}]: … to the same file, or escape the brackets.',
	),
	'link-broken': warn(
		'The link leads to {url}, which is no document or heading of this index.',
		'Mend the link.',
	),
	'table-irregular': warn(
		'The row has {cells} cells under {columns} columns; the cells beyond belong to no column.',
		'Escape a literal | as \\|, or add the missing column.',
	),
	'table-complex': warn(
		'The table merges or nests cells, so its rows and columns are not read; its text is kept.',
		'Use a plain grid where rows should be found one by one.',
	),
	'date-invalid': warn(
		'The field {field} of the frontmatter is no date: {value}.',
		'Write a date as 2026-01-31, or with a time as 2026-01-31T09:00:00Z.',
	),
	'supersession-broken': warn(
		'The frontmatter says that {name} is superseded or supersedes, but the index has no such document.',
		'Name the other document by its id, its entry, its path or the address of its page.',
	),
	'supersession-cyclic': warn(
		'The supersession of {name} leads in a circle, so it is not used.',
		'Say in one of the documents alone which one holds now.',
	),
	'text-unmapped': warn(
		'What readers see here cannot be laid against the source unit by unit.',
		'Quotes that cross this place are located by the whole block.',
	),
	oversize: warn(
		'The {type} has {tokens} tokens, more than the hard limit of {limit}; it is split into {parts} parts, none of which has the context of the others.',
		'Split it in the source where a part makes sense alone.',
	),
	'code-unparsed': info(
		'The {language} code is split at lines instead of declarations: {reason}.',
		'Mend the code, or name its language.',
	),

	// Values handed to the package
	'invalid-span': error(
		'That is no span: {reason}.',
		'Spans are half-open ranges of UTF-16 code units.',
	),
	'invalid-seeds': error(
		'The seeds are not valid: {reason}.',
		'Pass a list of up to {limit} chunk ids.',
	),
	'duplicate-seed': error('The seed {id} is named twice.', 'Name each chunk once.'),
	'unknown-chunk': error(
		'The index has no chunk {id}.',
		'The id is misspelt, or stems from another generation: open the generation that the citation names.',
	),
	'unknown-node': error(
		'The index has no node {id}.',
		'The id is misspelt, or stems from another generation: open the generation that the citation names.',
	),
	'unknown-document': error(
		'The index has no document {id}.',
		'Name a document as collection/entry; documents() lists them.',
	),
	'unknown-revision': error(
		'The index has no source of the revision {revision}.',
		'The revision stems from another generation: open the generation that the citation names.',
	),
	'invalid-radius': error('The radius is not valid: {reason}.', 'Use a whole number from 0 to 3.'),
	'invalid-budget': error(
		'The token budget is not valid: {reason}.',
		'Use a positive whole number.',
	),
	'invalid-intent': error(
		'The intent is not valid: {reason}.',
		'Use current, historical, or asOf with an ISO 8601 date.',
	),
	'span-outside-chunk': error(
		'The span {span} does not lie inside the chunk {id}.',
		'Cite a span inside the evidence.',
	),
	'quote-not-found': error(
		'The quote is not in {where}: “{quote}”.',
		'Quote the source word for word.',
	),
	'invalid-citation': error('That is no citation: {reason}.', 'Pass what cite() returned.'),

	// Evaluation
	'invalid-gold': error(
		'The gold questions are not valid: {reason}.',
		'See the evaluation page for the format.',
	),
	'gold-stale': error(
		'The quote of question {id} is no longer there: “{quote}”. Nearest is line {near}: “{nearest}”.',
		'Quote the source as it is now, or take the question out.',
	),
	'gold-ambiguous': error(
		'The quote of question {id} stands {count} times in the file: “{quote}”.',
		'Quote more of it, or give offsets as well.',
	),
	'approximate-spans': warn(
		'{count} of the chunks that were judged are not literal slices of their source, so what is measured of them is an estimate.',
		'Judge by chunks whose text is exact.',
	),

	'embedding-invalid': error(
		'The vector of {id} has {actual} numbers in place of {expected}.',
		'Return one vector for each text, all of one length and of finite numbers.',
	),
	'embedding-failed': error(
		'The function `embed` failed. {reason}',
		'Return one vector of finite numbers for each text, in the order of the texts.',
	),
	'embedding-mismatch': error(
		'The index holds vectors of {expected}; the function for queries gives {actual}.',
		'Embed queries with the model that the index was built with, or build it again.',
	),

	// Files of an index
	'index-not-found': error(
		'There is no index at {url}: {reason}.',
		'Check the address: it is the folder that holds current.json. A folder on disk is opened by openIndex of astro-citable/node.',
	),
	'file-missing': error(
		'The index lacks the file {path}: {reason}.',
		'Publish the index whole, or build it again.',
	),
	'file-altered': error(
		'The file {path} is not what the index says: its digest is {actual}, not {expected}.',
		'Publish the index again from a clean build.',
	),
	'format-unknown': error(
		'The file {path} has format version {actual}; this client reads up to version {supported}.',
		'Update astro-citable to read a newer index.',
	),
	'format-invalid': error(
		'The file {path} does not have the shape of its format: {reason}.',
		'Build the index again.',
	),
	'unknown-generation': error(
		'The index does not retain the generation {id}.',
		'Retained are: {retained}.',
	),
	'invalid-query': error(
		'The search cannot be done. {reason}',
		'Pass a text, and options as the documentation of search has them.',
	),
	'search-missing': error(
		'The index holds no search files for {what}.',
		'Build with search, or pass another language. Earlier generations are kept without search files: search the current one.',
	),
	'verification-failed': error(
		'The index does not follow from its sources: {reason}',
		'Build the index again.',
	),
	'cannot-rebuild': error(
		'The index cannot be built again here: {reason}.',
		'Verify it with the version of astro-citable and the configuration that built it.',
	),
} as const satisfies Record<string, Problem>;

/** How much a finding matters: an error fails its document, a warning is shown, an info is listed. */
export type Severity = 'error' | 'warn' | 'info';

/** The permanent name of a problem. */
export type Code = keyof typeof codes;

/** An entry of the table. */
export interface Problem {
	readonly severity: Severity;
	readonly message: string;
	readonly hint: string;
}

/** Values for the `{names}` of a message. */
export type Details = Readonly<Record<string, string | number>>;

/** A message or hint with its names filled in; a name without a value stays as it is. */
export function fill(template: string, details: Details): string {
	return template.replace(/\{(\w+)\}/g, (name, key: string) => String(details[key] ?? name));
}

function error(message: string, hint: string): Problem {
	return { severity: 'error', message, hint };
}

function warn(message: string, hint: string): Problem {
	return { severity: 'warn', message, hint };
}

function info(message: string, hint: string): Problem {
	return { severity: 'info', message, hint };
}
