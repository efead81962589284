// SPDX-License-Identifier: AGPL-3.0-only
export {saveRenderer} from './checkpoint.js';
export {installBrowserGlobals} from './dom.js';
export {createStage} from './stage.js';
