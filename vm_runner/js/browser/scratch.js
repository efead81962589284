// SPDX-License-Identifier: AGPL-3.0-only
/** Stands in for world/scratch.js: the builds for browsers of the same packages. */
import {loadScript} from './host.js';
import '../shims/install.js';

const BUILDS = ['scratch-storage', 'scratch-svg-renderer', 'scratch-render', 'scratch-vm'];

// they print what they do, which costs time and tells nothing
for (const level of ['log', 'info', 'debug', 'warn']) console[level] = () => {};
for (const name of BUILDS) await loadScript(`/node_modules/${name}/dist/web/${name}.js`);

export const {VirtualMachine, ScratchRender} = globalThis;
export const {ScratchStorage} = globalThis.ScratchStorage;
export const {BitmapAdapter, inlineSvgFonts} = globalThis.ScratchSVGRenderer;
