// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Turns of the event loop, as Node has them. This engine runs promises and timers from one queue, so
 * a timer may come before what a promise has yet to do; here the next action waits until every chain
 * of promises that the last one started has ended.
 */

/** Links of the longest chain of promises; more than there are. */
const CHAIN = 100;

const actions = [];
let running = false;

const run = async () => {
    running = true;
    while (actions.length > 0) {
        for (let i = 0; i < CHAIN; i++) await null;
        const action = actions.shift();
        try {
            action();
        } catch (error) {
            // in Node it would end the process; what waits for it here never comes, and times out
            console.error(error);
        }
    }
    running = false;
};

/** Run `action` once everything that waits for a promise, and the actions before it, have run. */
export const macrotask = action => {
    actions.push(action);
    if (!running) run();
};

globalThis.setImmediate = (action, ...args) => macrotask(() => action(...args));
