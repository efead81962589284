// SPDX-License-Identifier: AGPL-3.0-only
/** What Node gives the VM: the renderer, the browser's globals, and the versions of both. */
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

import {createStage as createRenderedStage} from '../renderer/index.js';
import {Recorder} from '../tape/record.js';

export {installBrowserGlobals, saveRenderer} from '../renderer/index.js';

const require = createRequire(import.meta.url);

/** @param {{record?: boolean}} [options] record: write a tape of what the VM asks of its renderer */
export const createStage = ({record = false} = {}) => {
    const stage = createRenderedStage();
    if (!record) return stage;
    const recorder = new Recorder();
    return {...stage, renderer: recorder.listenTo(stage.renderer), tape: () => recorder.tape()};
};

/** Exact versions of what can change a label. */
export const versions = {
    node: process.versions.node,
    ...Object.fromEntries(
        ['scratch-vm', 'scratch-render', 'scratch-svg-renderer', 'scratch-parser', 'scratch-storage',
            'scratch-sb1-converter', 'scratch-render-fonts', '@napi-rs/canvas', '@resvg/resvg-js']
            .map(name => [name, readVersion(name)])
    )
};

function readVersion(name) {
    // Some packages do not export their package.json, so look for it from the file they do export.
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
