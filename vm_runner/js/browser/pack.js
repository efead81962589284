// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Run by Node. Prints, as JSON, the CommonJS packages that the shims require, with every module
 * that those require in turn. Node loads them and resolves the names, so the page need not.
 */
import fs from 'node:fs';
import Module, {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {PACKAGES} from '../shims/maths.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = {};

const idOf = file => {
    const id = path.relative(root, file).split(path.sep).join('/');
    modules[id] ??= {source: fs.readFileSync(file, 'utf8'), requires: {}};
    return id;
};

const load = Module.prototype.require;
Module.prototype.require = function (name) {
    modules[idOf(this.filename)].requires[name] = idOf(createRequire(this.filename).resolve(name));
    return load.call(this, name);
};

const require = createRequire(import.meta.url);
const entries = Object.fromEntries(Object.values(PACKAGES).map(name => {
    require(name);
    return [name, idOf(require.resolve(name))];
}));
delete modules[idOf(fileURLToPath(import.meta.url))];
process.stdout.write(JSON.stringify({entries, modules}));
