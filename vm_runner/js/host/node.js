// SPDX-License-Identifier: AGPL-3.0-only
/** What Node gives the VM: the renderer, the browser's globals, and the versions of both. */
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

import {createStage as createRenderedStage, installBrowserGlobals as installRenderer} from '../renderer/index.js';
import {Recorder} from '../tape/record.js';

export {saveRenderer} from '../renderer/index.js';

const require = createRequire(import.meta.url);

/** Of the world that was made last; null when nobody wants a tape. */
let recorder = null;

/**
 * The VM hands the costumes of Scratch 2 to a copy of scratch-svg-renderer of its own, and takes
 * another costume when that fails: a tape must tell.
 */
const watchCostumes = () => {
    const library = createRequire(require.resolve('scratch-vm'))('scratch-svg-renderer');
    const {loadSvgString} = library;
    library.loadSvgString = (text, fromVersion2) => {
        const load = () => loadSvgString(text, fromVersion2);
        // the renderer never says that a costume is from version 2
        return recorder && fromVersion2 ? recorder.note('loadSvgString', [text], load) : load();
    };
};

export const installBrowserGlobals = () => {
    installRenderer();
    watchCostumes();
};

/** @param {{record?: boolean}} [options] record: write a tape of what the VM asks of its renderer */
export const createStage = ({record = false} = {}) => {
    const stage = createRenderedStage();
    recorder = record ? new Recorder() : null;
    if (!record) return stage;
    const own = recorder;
    return {...stage, renderer: own.listenTo(stage.renderer), tape: () => own.tape()};
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
