// SPDX-License-Identifier: AGPL-3.0-only
/** A renderer that answers from a tape, and insists on being asked what was asked then. */
import {imageQueue} from './image-queue.js';
import {packArguments} from './record.js';
import {unpack} from './values.js';

export class OffTape extends Error {
    name = 'OffTape';
}

const MAX_SHOWN = 120;
const show = value => JSON.stringify(value).slice(0, MAX_SHOWN);

class Player {
    #next = 0;
    #over = false;
    /** The first; the VM may have caught it, and what it did instead is of no interest. */
    #failure = null;

    constructor({methods, calls}) {
        this.methods = methods;
        this.calls = calls;
    }

    answer(method, args) {
        if (this.#over) return undefined;
        this.check();
        const call = this.calls[this.#next];
        if (this.expected() !== method) this.#fail(method, this.expected() ?? 'its end');
        this.#next++;
        imageQueue.look();
        if (!Array.isArray(call)) return undefined;
        const [, asked, answer, thrown] = call;
        const asking = packArguments(method, args);
        if (JSON.stringify(asking) !== JSON.stringify(asked)) {
            this.#fail(`${method}${show(asking)}`, show(asked));
        }
        if (thrown !== undefined) throw new Error(thrown);
        return unpack(answer);
    }

    #fail(found, recorded) {
        const place = `call ${this.#next} of the renderer`;
        this.#failure = new OffTape(`${place}: ${found}, where the tape has ${recorded}`);
        throw this.#failure;
    }

    /** The method that the tape has next; undefined at its end. */
    expected() {
        const call = this.calls[this.#next];
        return this.methods[Array.isArray(call) ? call[0] : call];
    }

    check() {
        if (this.#failure !== null) throw this.#failure;
    }

    /** Answer nothing from now on: the world is being cleared away. */
    end() {
        this.#over = true;
    }
}

let player = null;

/** The tape of the world that was made last. */
export const nowPlaying = () => player;

/** @param {{methods: string[], calls: Array}} tape */
export const playTape = tape => {
    const own = player = new Player(tape);
    imageQueue.follow(() => own.expected());
    const renderer = new Proxy({}, {
        get: (target, method) => {
            // what a promise or a printer looks for in any object
            if (typeof method !== 'string' || method === 'then' || method === 'toJSON') return undefined;
            return (...args) => own.answer(method, args);
        }
    });
    return {renderer, check: () => own.check(), end: () => own.end()};
};
