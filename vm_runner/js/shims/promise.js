// SPDX-License-Identifier: AGPL-3.0-only
/**
 * A promise whose reactions run when we say so. It stands in for the global Promise only while a
 * tick or an action runs, so that what a promise resumes does not hang on the host's event loop.
 */
import {cause, setCause} from './cause.js';

const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;
/** More reactions than this in one drain means that they start each other for ever. */
const REACTION_STORM = 1000000;

const queue = [];
/** Promises that something still waits for. */
const pending = new Set();

const isThenable = value =>
    value !== null && (typeof value === 'object' || typeof value === 'function') &&
    typeof value.then === 'function';

export class TickPromise {
    #status = PENDING;
    #value;
    #reactions = [];
    #block = cause.block;
    #thread = cause.thread;

    constructor(executor) {
        pending.add(this);
        try {
            executor(value => this.#resolve(value), error => this.#settle(REJECTED, error));
        } catch (error) {
            this.#settle(REJECTED, error);
        }
    }

    #resolve(value) {
        if (this.#status !== PENDING) return;
        if (isThenable(value)) {
            value.then(v => this.#resolve(v), e => this.#settle(REJECTED, e));
        } else {
            this.#settle(FULFILLED, value);
        }
    }

    #settle(status, value) {
        if (this.#status !== PENDING) return;
        pending.delete(this);
        this.#status = status;
        this.#value = value;
        for (const reaction of this.#reactions) queue.push(reaction);
        this.#reactions = [];
    }

    /** @returns {Function} puts the promise back to where it waits */
    save() {
        const reactions = this.#reactions.slice();
        return () => {
            this.#status = PENDING;
            this.#value = undefined;
            this.#reactions = reactions.slice();
            pending.add(this);
        };
    }

    then(onFulfilled, onRejected) {
        let settle;
        const result = new TickPromise((resolve, reject) => {
            settle = {resolve, reject};
        });
        const reaction = () => {
            const handler = this.#status === FULFILLED ? onFulfilled : onRejected;
            const {block, thread} = cause;
            setCause(this.#block, this.#thread);
            try {
                if (typeof handler === 'function') settle.resolve(handler(this.#value));
                else if (this.#status === FULFILLED) settle.resolve(this.#value);
                else settle.reject(this.#value);
            } catch (error) {
                settle.reject(error);
            }
            setCause(block, thread);
        };
        if (this.#status === PENDING) this.#reactions.push(reaction);
        else queue.push(reaction);
        return result;
    }

    catch(onRejected) {
        return this.then(undefined, onRejected);
    }

    finally(handler) {
        return this.then(
            value => TickPromise.resolve(handler()).then(() => value),
            error => TickPromise.resolve(handler()).then(() => {
                throw error;
            })
        );
    }

    static resolve(value) {
        return value instanceof TickPromise ? value : new TickPromise(resolve => resolve(value));
    }

    static reject(error) {
        return new TickPromise((resolve, reject) => reject(error));
    }

    static all(items) {
        const list = Array.from(items);
        return new TickPromise((resolve, reject) => {
            const results = new Array(list.length);
            let waiting = list.length;
            if (waiting === 0) resolve(results);
            list.forEach((item, i) => TickPromise.resolve(item).then(value => {
                results[i] = value;
                if (--waiting === 0) resolve(results);
            }, reject));
        });
    }

    static race(items) {
        return new TickPromise((resolve, reject) => {
            for (const item of items) TickPromise.resolve(item).then(resolve, reject);
        });
    }
}

/** Run all reactions of settled promises, and those that they settle. */
export const drainPromises = () => {
    for (let i = 0; i < queue.length; i++) {
        if (i >= REACTION_STORM) throw new Error('promises settle each other without end');
        queue[i]();
    }
    queue.length = 0;
};

/** Forget reactions left by a world that failed in the middle of a tick. */
export const dropPromises = () => {
    queue.length = 0;
    pending.clear();
};

/** @returns {Function} puts all promises back that wait now; those made later are forgotten */
export const savePromises = () => {
    const undo = [...pending].map(promise => promise.save());
    return () => {
        dropPromises();
        for (const action of undo) action();
    };
};

/** Run `action` with TickPromise as the global Promise, then drain. */
export const withTickPromises = action => {
    const HostPromise = globalThis.Promise;
    globalThis.Promise = TickPromise;
    try {
        const result = action();
        drainPromises();
        return result;
    } finally {
        globalThis.Promise = HostPromise;
    }
};
