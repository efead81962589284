// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Turns of the event loop. The engine runs promises and timers from one queue, so a timer may come
 * before what a promise has yet to do; here a turn begins when every chain of promises has ended.
 */

/** Links of the longest chain of promises within one turn; more than there are. */
const CHAIN = 200;

/** Run `action` once everything that waits for a promise has run. */
export const macrotask = async action => {
    for (let i = 0; i < CHAIN; i++) await null;
    action();
};

globalThis.setImmediate = (action, ...args) => {
    macrotask(() => action(...args));
};
