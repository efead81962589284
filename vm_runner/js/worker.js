// SPDX-License-Identifier: AGPL-3.0-only
/** Entry of the VM process: answers one request after the other until stdin ends. */
import {claimStdout, readFrames, writeFrame} from './protocol.js';

claimStdout();
const {handlers} = await import('./handlers.js');

// a package that forgets a rejected promise must not end the process
process.on('unhandledRejection', error => console.error('unhandled rejection:', error));

const describeError = error => ({
    name: error?.name ?? 'Error',
    message: String(error?.message ?? error),
    stack: String(error?.stack ?? ''),
    reason: error?.reason ?? ''
});

for await (const {message, attachment} of readFrames(process.stdin)) {
    const {id, method, params = {}} = message;
    try {
        if (!Object.hasOwn(handlers, method)) throw new Error(`unknown method ${method}`);
        const {result = null, attachment: reply} = await handlers[method](params, attachment);
        writeFrame({id, result}, reply);
    } catch (error) {
        writeFrame({id, error: describeError(error)});
    }
}
// stdin ended: the parent is gone or has closed us
process.exit(0);
