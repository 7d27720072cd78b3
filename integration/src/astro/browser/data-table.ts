import { element } from './elements.ts';

/**
 * Lets a table be sorted by its columns and filtered by a form. What is chosen stands in the address,
 * so that it can be shared; without a script the table is whole.
 *
 * A column that can be sorted has `data-sort` on its head, and its cells may say by `data-value` what
 * they are sorted by. The fields of the form whose `data-for` names the table filter its rows: a list
 * by the row's data of the same name, any other field by words of the row.
 */
export function enhanceTable(table: HTMLTableElement): void {
	const body = table.tBodies[0];
	const form = document.querySelector<HTMLFormElement>(`form[data-for="${table.id}"]`);
	if (body === undefined) return;
	const rows = [...body.rows];
	const texts = rows.map((row) => row.textContent.toLowerCase());
	const heads = [...table.querySelectorAll<HTMLElement>('th[data-sort]')];
	const parameter = table.dataset['parameter'] ?? 'sort';
	const fields = (form === null ? [] : [...form.elements]).filter(
		(field) => field instanceof HTMLSelectElement || field instanceof HTMLInputElement,
	);
	/** Key of a column, with a minus in front where it descends; empty for the order as authored. */
	let order = '';

	const read = (): void => {
		const chosen = new URLSearchParams(location.search);
		for (const field of fields) field.value = chosen.get(field.name) ?? '';
		order = chosen.get(parameter) ?? '';
		const fold = table.closest('details');
		if (fold !== null && (order !== '' || fields.some(({ value }) => value !== '')))
			fold.open = true;
		show();
	};
	const write = (): void => {
		const address = new URL(location.href);
		for (const [name, value] of [
			...fields.map(({ name, value }) => [name, value]),
			[parameter, order],
		])
			if (name !== undefined && value !== undefined && value !== '')
				address.searchParams.set(name, value);
			else if (name !== undefined) address.searchParams.delete(name);
		history.replaceState(history.state, '', address);
		show();
	};
	const show = (): void => {
		const key = order.replace(/^-/, '');
		const column = heads.find((head) => head.dataset['sort'] === key);
		for (const head of heads) {
			if (head !== column) head.removeAttribute('aria-sort');
			else head.setAttribute('aria-sort', order.startsWith('-') ? 'descending' : 'ascending');
		}
		const at = column instanceof HTMLTableCellElement ? column.cellIndex : undefined;
		body.append(...(at === undefined ? rows : sorted(rows, at, order.startsWith('-'))));
		let shown = 0;
		rows.forEach((row, place) => {
			row.hidden = !fields.every((field) =>
				field instanceof HTMLSelectElement
					? field.value === '' || row.dataset[field.name] === field.value
					: field.value
							.toLowerCase()
							.split(/\s+/)
							.every((word) => texts[place]?.includes(word)),
			);
			if (!row.hidden) shown++;
		});
		const status = form?.querySelector('[role="status"]');
		if (status != null)
			status.textContent =
				shown === rows.length
					? `All ${String(shown)}`
					: `${String(shown)} of ${String(rows.length)}`;
	};

	for (const head of heads) {
		const key = head.dataset['sort'] ?? '';
		const button = element('button', { type: 'button', class: 'sort' }, ...head.childNodes);
		button.addEventListener('click', () => {
			order = order === key ? `-${key}` : order === `-${key}` ? '' : key;
			write();
		});
		head.replaceChildren(button);
	}
	if (form !== null) {
		form.hidden = false;
		form.addEventListener('input', write);
		form.addEventListener('submit', (event) => {
			event.preventDefault();
		});
		form.addEventListener('reset', () => setTimeout(write));
		for (const link of document.querySelectorAll<HTMLElement>(`[data-choose-in="${table.id}"]`))
			link.addEventListener('click', (event) => {
				event.preventDefault();
				for (const field of fields)
					field.value =
						link.dataset[`choose${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`] ?? '';
				write();
			});
	}
	addEventListener('popstate', read);
	read();
}

function sorted(
	rows: readonly HTMLTableRowElement[],
	column: number,
	descending: boolean,
): HTMLTableRowElement[] {
	const valueOf = (row: HTMLTableRowElement): string => {
		const cell = row.cells[column];
		return cell?.dataset['value'] ?? cell?.textContent.trim() ?? '';
	};
	const compare = new Intl.Collator('en', { numeric: true }).compare;
	const ascending = [...rows].sort((a, b) => compare(valueOf(a), valueOf(b)));
	return descending ? ascending.reverse() : ascending;
}
