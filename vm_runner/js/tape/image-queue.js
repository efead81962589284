// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Images load when the tape says so. A browser decodes them beside everything else, so when one is
 * ready hangs on its size; the order in which costumes reach the renderer is on the tape.
 */
import {macrotask} from './macrotask.js';

const USES_IMAGE = 'createBitmapSkin';
/** Promises between an image that has loaded and its skin; more than there are. */
const HOPS = 20;
/** Turns of the event loop in which nothing happens; then an image loads that the tape knows nothing of. */
const PATIENCE = 200;

class ImageQueue {
    #waiting = [];
    #expected = () => undefined;
    #serving = false;
    #idleTurns = 0;

    /** @param {function(): string} expected the method that the tape has next */
    follow(expected) {
        this.#waiting = [];
        this.#expected = expected;
    }

    /** @param {function(): void} load tells that an image has loaded, or failed */
    add(load) {
        this.#waiting.push(load);
        this.#idleTurns = 0;
        this.look();
        macrotask(() => this.#keepGoing());
    }

    /** Something has happened: is an image wanted next? */
    look() {
        this.#idleTurns = 0;
        if (!this.#serving && this.#isWanted()) this.#serve();
    }

    #isWanted() {
        return this.#waiting.length > 0 && this.#expected() === USES_IMAGE;
    }

    async #serve() {
        this.#serving = true;
        while (this.#isWanted()) {
            this.#waiting.shift()();
            for (let i = 0; i < HOPS; i++) await null;
        }
        this.#serving = false;
    }

    #keepGoing() {
        if (this.#waiting.length === 0) return;
        if (++this.#idleTurns > PATIENCE) {
            this.#idleTurns = 0;
            this.#waiting.shift()();
        }
        macrotask(() => this.#keepGoing());
    }
}

export const imageQueue = new ImageQueue();
