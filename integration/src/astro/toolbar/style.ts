/** Styles of the toolbar app, inside its shadow root. */
export const style = `
.boxes { position: absolute; inset: 0 auto auto 0; pointer-events: none; z-index: 1; }
.box { position: absolute; box-sizing: border-box; border: 1.5px solid #7c3aed; border-radius: 6px; background: rgb(124 58 237 / 0.05); transition: opacity 0.15s; }
.box span { position: absolute; right: 6px; top: -0.8em; padding: 0 6px; border-radius: 4px; background: #7c3aed; color: white; font: 600 11px/1.6 system-ui, sans-serif; }
.box.faint { opacity: 0.25; }
.box.hit { border-color: #d97706; background: rgb(217 119 6 / 0.12); }
.box.hit span { background: #b45309; }
.box.chosen { border-width: 3px; }
.panel { display: flex; flex-direction: column; gap: 12px; max-height: 55vh; overflow: auto; font: 14px/1.45 system-ui, sans-serif; }
.panel h1 { margin: 0; font-size: 16px; color: white; }
.panel p { margin: 0; color: #cbd5e1; }
.panel input { width: 100%; box-sizing: border-box; padding: 8px 10px; border: 1px solid #475569; border-radius: 6px; background: #0f172a; color: white; font: inherit; }
.panel input:focus-visible, .panel button:focus-visible, .panel a:focus-visible { outline: 2px solid #a78bfa; outline-offset: 1px; }
.panel ol { margin: 0; padding: 0; list-style: none; display: grid; gap: 4px; }
.panel button { width: 100%; display: grid; grid-template-columns: 2.2em 1fr auto; gap: 8px; padding: 6px 8px; border: 0; border-radius: 6px; background: #1e293b; color: #e2e8f0; font: inherit; text-align: left; cursor: pointer; }
.panel button:hover { background: #334155; }
.panel button small { color: #94a3b8; }
.panel button .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panel a { color: #c4b5fd; }
.panel .findings li { padding: 6px 8px; border-left: 3px solid #f59e0b; background: #1e293b; color: #e2e8f0; }
.panel .findings li.error { border-color: #ef4444; }
.panel .findings li.info { border-color: #64748b; }
.panel details > summary { cursor: pointer; color: #cbd5e1; }
.panel pre { margin: 6px 0 0; padding: 8px; overflow: auto; max-height: 16em; border-radius: 6px; background: #0f172a; color: #e2e8f0; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
`;
