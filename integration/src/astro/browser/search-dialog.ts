/** Makes the element `<citable-dialog>` work: a button that opens a dialog with a search in it. */
export function defineSearchDialog(): void {
	if (customElements.get('citable-dialog') === undefined)
		customElements.define('citable-dialog', SearchDialog);
}

class SearchDialog extends HTMLElement {
	connectedCallback(): void {
		const { dialog } = this;
		this.querySelector('button.open')?.addEventListener('click', this.open);
		dialog.querySelector('[data-close]')?.addEventListener('click', () => {
			dialog.close();
		});
		dialog.addEventListener('click', (event) => {
			// A click beside the dialog is one on its backdrop; one on a hit leads to another page.
			if (event.target === dialog) dialog.close();
			if (event.target instanceof Element && event.target.closest('a') !== null) dialog.close();
		});
		document.addEventListener('keydown', this.summon);
		// A shared address with a query opens the search that it was shared from.
		if (new URLSearchParams(location.search).has('q')) this.open();
	}

	disconnectedCallback(): void {
		document.removeEventListener('keydown', this.summon);
	}

	private get dialog(): HTMLDialogElement {
		const dialog = this.querySelector('dialog');
		if (dialog === null) throw new Error('<citable-dialog> needs a dialog.');
		return dialog;
	}

	private readonly open = (): void => {
		if (!this.dialog.open) this.dialog.showModal();
		this.dialog.querySelector('input')?.focus();
	};

	private readonly summon = (event: KeyboardEvent): void => {
		const command = event.key === 'k' && (event.metaKey || event.ctrlKey);
		const { target } = event;
		const typing =
			target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
		const slash = event.key === '/' && !event.metaKey && !event.ctrlKey && !event.altKey && !typing;
		if (!command && !slash) return;
		event.preventDefault();
		this.open();
	};
}
