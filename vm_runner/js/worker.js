// SPDX-License-Identifier: AGPL-3.0-only
/** Entry of the VM process: answers one request after the other until stdin ends. */
import {claimStdout, readFrames, writeFrame} from './protocol.js';

claimStdout();
const {answer} = await import('./answer.js');

// a package that forgets a rejected promise must not end the process
process.on('unhandledRejection', error => console.error('unhandled rejection:', error));

for await (const {message: {id, method, params = {}}, attachment} of readFrames(process.stdin)) {
    const reply = await answer(method, params, attachment);
    writeFrame({id, ...reply.message}, reply.attachment);
}
// stdin ended: the parent is gone or has closed us
process.exit(0);
