/**
 * Shows what the address leads to where a tab or a fold hides it, once the page is loaded and
 * whenever the fragment changes.
 */
export function showHiddenTarget(): void {
	addEventListener('hashchange', show);
	// Tabs work when the scripts of all components have run.
	if (document.readyState === 'complete') show();
	else addEventListener('load', show, { once: true });
}

function show(): void {
	const id = decodeURIComponent(location.hash.slice(1).replace(/:~:.*/, ''));
	const target = id === '' ? null : document.getElementById(id);
	if (target?.closest('[role="tabpanel"][hidden], details:not([open])') == null) return;
	for (let holder = target.parentElement; holder !== null; holder = holder.parentElement) {
		if (holder instanceof HTMLDetailsElement) holder.open = true;
		else if (holder.hidden && holder.role === 'tabpanel') tabOf(holder)?.click();
	}
	target.scrollIntoView();
}

/** The tab of a panel, by whichever of the two names the other. */
function tabOf(panel: HTMLElement): HTMLElement | null {
	const own = document.getElementById(panel.getAttribute('aria-labelledby') ?? '');
	return own ?? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"]`);
}
