// SPDX-License-Identifier: AGPL-3.0-only
/** Stands in for world/parse.js: the parser that is built into the VM's build for browsers. */
import {VirtualMachine} from './scratch.js';

/** @returns {Promise<{json: object, zip: ?object}>} project JSON with projectVersion 2 or 3 */
export const parseProject = bytes => new Promise((resolve, reject) => {
    // it hands what it has parsed to the VM that it is called on
    const receiver = {
        deserializeProject: (json, zip) => resolve({json, zip}),
        runtime: {handleProjectLoaded() {}}
    };
    VirtualMachine.prototype.loadProject.call(receiver, bytes.buffer).catch(reject);
});
