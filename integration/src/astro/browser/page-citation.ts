/** What a page says of its source. */
interface PageSource {
	readonly title: string;
	readonly path: string;
	readonly revision: string;
	readonly provenance: string;
}

/** Lets the buttons of a page copy a citation of it: the page, its file and revision, its source. */
export function offerPageCitation(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>('[data-citable-cite]')) {
		const label = button.textContent;
		button.hidden = false;
		button.addEventListener('click', () => {
			const source = JSON.parse(button.dataset['citableCite'] ?? '') as PageSource;
			const page = new URL(location.pathname, location.href).href;
			const provenance = new URL(source.provenance, location.href).href;
			const title = source.title.replace(/[[\]\\]/g, '\\$&');
			const text = `[${title}](${page}), ${source.path}, revision ${source.revision.slice(0, 12)} ([source](${provenance}))\n`;
			void navigator.clipboard
				.writeText(text)
				.then(
					() => 'Copied',
					() => 'Not allowed to copy',
				)
				.then((outcome) => {
					button.textContent = outcome;
					setTimeout(() => {
						button.textContent = label;
					}, 1600);
				});
		});
	}
}
