// SPDX-License-Identifier: AGPL-3.0-only
/** What the page keeps of the browser for itself. Import it before the shims, which replace all of it. */

const later = globalThis.setTimeout.bind(globalThis);
const get = globalThis.fetch.bind(globalThis);

/** Let the browser work: decode images, call back. */
export const nextTask = () => new Promise(resolve => later(resolve, 0));

/** The CommonJS modules that pack.js found: {entries: {name: id}, modules: {id: {source, requires}}}. */
export const pack = await (await get('/pack.json')).json();

/** Run a classic script, as a page's `<script src>` does. */
export const loadScript = url => new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} does not load`));
    document.head.append(script);
});
