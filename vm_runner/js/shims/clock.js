// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Virtual time. Date, performance and timers all read one clock that moves only when the world
 * ticks, so nothing that a project does can see how long the machine took.
 */

import {cause, clearCause, setCause} from './cause.js';

/** What the clock reads at tick 0: noon of a plain day, UTC. */
export const EPOCH = Date.UTC(2024, 0, 1, 12, 0, 0);
export const TICKS_PER_SECOND = 30;

const LONGEST_DELAY = 2147483647;
/** More timer callbacks than this within one tick means that they start each other for ever. */
const TIMER_STORM = 100000;

const RealDate = Date;

class VirtualClock {
    #timers = new Map();
    #lastId = 0;
    now = EPOCH;

    /** Forget all timers and go back to tick 0. */
    reset() {
        this.#timers.clear();
        this.#lastId = 0;
        this.now = EPOCH;
    }

    /** @returns {Function} puts time and timers back */
    save() {
        const {now} = this;
        const lastId = this.#lastId;
        const timers = [...this.#timers.values()].map(timer => [timer, timer.due]);
        return () => {
            this.now = now;
            this.#lastId = lastId;
            this.#timers.clear();
            for (const [timer, due] of timers) {
                timer.due = due;
                this.#timers.set(timer.id, timer);
            }
        };
    }

    setTick(tick) {
        this.now = EPOCH + Math.round(tick * 1000 / TICKS_PER_SECOND);
    }

    add(callback, delay, args, repeats) {
        let ms = Number(delay);
        if (!(ms >= 1) || ms > LONGEST_DELAY) ms = 1;
        const id = ++this.#lastId;
        const {block, thread} = cause;
        this.#timers.set(id, {
            id, due: this.now + ms, callback, args, interval: repeats ? ms : null, block, thread
        });
        return id;
    }

    clear(id) {
        this.#timers.delete(id);
    }

    #nextDue() {
        let next = null;
        for (const timer of this.#timers.values()) {
            // ids grow, so the first of equal due times is the oldest
            if (timer.due <= this.now && (next === null || timer.due < next.due)) next = timer;
        }
        return next;
    }

    /** Run every timer that is due, oldest first; `afterEach` runs after each callback. */
    fireDue(afterEach) {
        for (let fired = 0; fired < TIMER_STORM; fired++) {
            const timer = this.#nextDue();
            if (timer === null) return;
            if (timer.interval === null) this.#timers.delete(timer.id);
            else timer.due += timer.interval;
            setCause(timer.block, timer.thread);
            timer.callback(...timer.args);
            clearCause();
            afterEach();
        }
        throw new Error('timers start each other without end');
    }
}

export const clock = new VirtualClock();

class VirtualDate extends RealDate {
    constructor(...args) {
        if (args.length === 0) super(clock.now);
        else super(...args);
    }

    static now() {
        return clock.now;
    }
}

/** Replace the global Date, performance and timers. */
export const installClock = () => {
    globalThis.Date = VirtualDate;
    globalThis.setTimeout = (callback, delay, ...args) => clock.add(callback, delay, args, false);
    globalThis.setInterval = (callback, delay, ...args) => clock.add(callback, delay, args, true);
    globalThis.clearTimeout = globalThis.clearInterval = id => clock.clear(id);
    const performance = {
        now: () => clock.now - EPOCH,
        timeOrigin: EPOCH,
        mark() {},
        measure() {}
    };
    Object.defineProperty(globalThis, 'performance', {
        value: performance, writable: true, configurable: true
    });
};
