// SPDX-License-Identifier: AGPL-3.0-only
/** One request and its answer, whatever engine runs the VM and whatever carries the frames. */
import {handlers} from './handlers.js';

const NOTHING = new Uint8Array(0);

const describe = error => ({
    name: error?.name ?? 'Error',
    message: String(error?.message ?? error),
    stack: String(error?.stack ?? ''),
    reason: error?.reason ?? ''
});

/**
 * @param {string} method of the worker
 * @param {object} params
 * @param {Uint8Array} bytes the attachment
 * @returns {Promise<{message: {result: *} | {error: object}, attachment: Uint8Array}>} never rejects
 */
export const answer = async (method, params, bytes) => {
    try {
        if (!Object.hasOwn(handlers, method)) throw new Error(`unknown method ${method}`);
        const {result = null, attachment = NOTHING} = await handlers[method](params, bytes);
        return {message: {result}, attachment};
    } catch (error) {
        return {message: {error: describe(error)}, attachment: NOTHING};
    }
};
