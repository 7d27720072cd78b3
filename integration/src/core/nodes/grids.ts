/** An element of a tree in which a table may stand: of hast or of MDX. */
export interface GridElement {
	readonly name: string;
	readonly children: readonly GridElement[];
	/** Whether the element reaches over more than one row or column. */
	readonly spanning: boolean;
	/** What the caller knows the element by. */
	readonly origin: object;
}

/** What an element is in a plain grid. */
export type GridPart =
	| { readonly type: 'table' }
	/** Groups rows; no node stands for it. */
	| { readonly type: 'group' }
	| { readonly type: 'tableRow'; readonly header: boolean }
	| { readonly type: 'tableCell'; readonly column: number };

const GROUPS = new Set(['thead', 'tbody', 'tfoot']);

/**
 * Reads a table as a grid, if it is one: rows of equally many cells, none of which reaches over
 * others or holds a table.
 *
 * @returns what each element is, by its origin; undefined where no plain grid stands for the table.
 */
export function gridOf(table: GridElement): Map<object, GridPart> | undefined {
	const parts = new Map<object, GridPart>([[table.origin, { type: 'table' }]]);
	const groups = table.children.filter(({ name }) => GROUPS.has(name));
	for (const group of groups) parts.set(group.origin, { type: 'group' });
	const rows = table.children.flatMap((child) =>
		GROUPS.has(child.name) ? child.children : [child],
	);
	let columns: number | undefined;
	let number = 0;
	for (const row of rows) {
		if (row.name === 'caption' || row.name === 'colgroup') continue;
		if (row.name !== 'tr') return undefined;
		const cells = row.children.filter(({ name }) => name === 'td' || name === 'th');
		columns ??= cells.length;
		if (cells.length !== columns || cells.length !== row.children.length) return undefined;
		const header = number++ === 0 && cells.every(({ name }) => name === 'th');
		parts.set(row.origin, { type: 'tableRow', header });
		for (const [column, cell] of cells.entries()) {
			if (cell.spanning || holdsTable(cell)) return undefined;
			parts.set(cell.origin, { type: 'tableCell', column });
		}
	}
	return columns === undefined ? undefined : parts;
}

function holdsTable(element: GridElement): boolean {
	return element.children.some((child) => child.name === 'table' || holdsTable(child));
}
