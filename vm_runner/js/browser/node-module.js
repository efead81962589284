// SPDX-License-Identifier: AGPL-3.0-only
/** Stands in for `node:module`: a `require` that knows the modules of the pack and no others. */
import {pack} from './host.js';

const loaded = new Map();

const load = id => {
    const known = loaded.get(id);
    if (known !== undefined) return known.exports;
    const module = {exports: {}};
    loaded.set(id, module);
    const {source, requires} = pack.modules[id];
    const run = new Function('require', 'module', 'exports', source);
    run(name => load(requires[name]), module, module.exports);
    return module.exports;
};

export const createRequire = () => name => {
    if (!Object.hasOwn(pack.entries, name)) throw new Error(`${name} is not in the page's pack`);
    return load(pack.entries[name]);
};
