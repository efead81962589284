// SPDX-License-Identifier: AGPL-3.0-only
/** What the packages expect of any host when they are evaluated. */
import textEncoding from 'text-encoding';

/** scratch-sb1-converter keeps its modules as text: no bundler sees what they require. */
globalThis.require = name => {
    if (name === 'text-encoding') return textEncoding;
    throw new Error(`${name} is not in the bundle`);
};

const {TextDecoder, TextEncoder} = textEncoding;
Object.assign(globalThis, {TextDecoder, TextEncoder});

/** scratch-storage makes some for requests; the network is switched off. */
globalThis.Headers ??= class Headers {
    set() {}
};
