// SPDX-License-Identifier: AGPL-3.0-only
/** Entry for an engine without modules: one function that answers as the worker does. */
import './tape/macrotask.js';
import './tape/evaluated.js';
import {answer} from './answer.js';

/**
 * @param {string} method of the worker
 * @param {string} params JSON
 * @param {Uint8Array} bytes the attachment
 * @param {function(string, Uint8Array): void} reply is given JSON, `{result}` or `{error}`, and an attachment
 */
globalThis.answer = async (method, params, bytes, reply) => {
    const {message, attachment} = await answer(method, JSON.parse(params), bytes);
    reply(JSON.stringify(message), attachment);
};
