// SPDX-License-Identifier: AGPL-3.0-only
/** Entry for an engine without modules: one function that answers as the worker does. */
import './tape/macrotask.js';
import './tape/evaluated.js';
import {handlers} from './handlers.js';

const NOTHING = new Uint8Array(0);

/**
 * @param {string} method of the worker
 * @param {string} params JSON
 * @param {Uint8Array} bytes the attachment
 * @param {function(string, Uint8Array): void} reply is given JSON, `{result}` or `{error}`, and an attachment
 */
globalThis.answer = async (method, params, bytes, reply) => {
    try {
        if (!Object.hasOwn(handlers, method)) throw new Error(`unknown method ${method}`);
        const {result = null, attachment = NOTHING} = await handlers[method](JSON.parse(params), bytes);
        reply(JSON.stringify({result}), attachment);
    } catch (error) {
        reply(JSON.stringify({error: describe(error)}), NOTHING);
    }
};

const describe = error => ({
    name: error?.name ?? 'Error',
    message: String(error?.message ?? error),
    stack: String(error?.stack ?? ''),
    reason: error?.reason ?? ''
});
