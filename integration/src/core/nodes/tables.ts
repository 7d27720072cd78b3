import type { Table, TableCell, TableRow } from 'mdast';
import type { Span } from '../spans.ts';
import { BLOCKS, type NodeReader } from './reader.ts';

/** Between rows stand line breaks and the row of dashes; between cells stand pipes. */
const BETWEEN_ROWS = /^[\s>|:-]*$/;
const BETWEEN_CELLS = /^[\s|]*$/;

export function readTable(
	reader: NodeReader,
	node: Table,
	start: number,
	end: number,
	parent: number,
): number {
	const to = reader.trimmedEnd(start, end);
	const columns: string[] = [];
	const table = reader.add('table', start, to, parent, { columns });
	let from = start;
	node.children.forEach((row, number) => {
		reader.between(from, reader.startOf(row), 'marker', BETWEEN_ROWS);
		from = readRow(reader, row, table.index, number === 0, columns);
	});
	reader.between(from, to, 'marker', BETWEEN_ROWS);
	return to;
}

/** Reads a row; the header row fills the titles of the columns. */
function readRow(
	reader: NodeReader,
	row: TableRow,
	table: number,
	header: boolean,
	columns: string[],
): number {
	const start = reader.startOf(row);
	const end = reader.trimmedEnd(start, reader.endOf(row));
	const { index } = reader.add('tableRow', start, end, table, header ? { header: true } : {});
	let from = start;
	row.children.forEach((cell, column) => {
		const content = contentOf(reader, cell, end);
		// What has no place in the source is no node; the numbers of the columns tell that it is missing.
		if (content.start >= content.end) {
			if (header) columns.push('');
			return;
		}
		reader.between(from, content.start, 'marker', BETWEEN_CELLS);
		const firstLeaf = reader.leaves.length;
		const node = reader.add('tableCell', content.start, content.end, index, { column });
		from = reader.visitChildren(cell.children, content.start, content.end, node.index, BLOCKS);
		if (header) columns.push(reader.visibleFrom(firstLeaf).trim());
	});
	reader.between(from, end, 'marker', BETWEEN_CELLS);
	if (!header && row.children.length > columns.length) {
		reader.report(
			'table-irregular',
			{ start, end },
			{ cells: row.children.length, columns: columns.length },
		);
	}
	return end;
}

/** A cell without its pipes and padding; an empty cell keeps its padding, so that it has a place. */
function contentOf(reader: NodeReader, cell: TableCell, limit: number): Span {
	const first = cell.children[0];
	const last = cell.children.at(-1);
	if (first !== undefined && last !== undefined)
		return { start: reader.startOf(first), end: reader.endOf(last) };
	const end = Math.min(reader.endOf(cell), limit);
	const start = reader.startOf(cell) + (reader.text.charAt(reader.startOf(cell)) === '|' ? 1 : 0);
	const closed = reader.text.charAt(end - 1) === '|' && end > start ? end - 1 : end;
	return { start: Math.min(start, closed), end: closed };
}
