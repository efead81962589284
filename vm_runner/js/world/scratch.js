// SPDX-License-Identifier: AGPL-3.0-only
/** The pinned Scratch packages, loaded once, in the order that their globals need. */
import {createRequire} from 'node:module';
import '../shims/install.js';
import {installBrowserGlobals} from '../renderer/index.js';

const require = createRequire(import.meta.url);

installBrowserGlobals();
// Each package switches the shared logger on when it loads; it would drown what matters on stderr.
require('minilog').enable = () => {};
require('format-message').setup({missingTranslation: 'ignore'});

export const VirtualMachine = require('scratch-vm');
export const {ScratchStorage} = require('scratch-storage');
export const parseScratch = require('scratch-parser');
export const {SB1File, ValidationError} = require('scratch-sb1-converter');

/** Exact versions of what can change a label. */
export const versions = Object.fromEntries(
    ['scratch-vm', 'scratch-render', 'scratch-svg-renderer', 'scratch-parser', 'scratch-storage',
        'scratch-sb1-converter', 'scratch-render-fonts', '@napi-rs/canvas', '@resvg/resvg-js']
        .map(name => [name, readVersion(name)])
);

function readVersion(name) {
    // Some packages do not export their package.json, so look for it from the file they do export.
    const fs = require('node:fs');
    const path = require('node:path');
    let folder = path.dirname(require.resolve(name));
    for (;;) {
        const file = path.join(folder, 'package.json');
        if (fs.existsSync(file)) {
            const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
            if (manifest.name === name) return manifest.version;
        }
        const parent = path.dirname(folder);
        if (parent === folder) throw new Error(`no package.json for ${name}`);
        folder = parent;
    }
}
