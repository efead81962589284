// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Writes down what the VM asks of its renderer and what it is told, so that another engine can run
 * the same project without one.
 *
 * A tape is JSON: `methods`, names; `calls`, in order of time. A call is the number of its method
 * when it answered nothing, else `[number, arguments, answer]`, or `[number, arguments, null,
 * message]` when it threw.
 */
import {pack} from './values.js';

/** These take costumes: their text and pixels do not belong on the tape. */
const TAKES_COSTUME = /Skin$|Svg/;

export const packArguments = (method, args) => (TAKES_COSTUME.test(method) ? null : pack(args));

export class Recorder {
    #numbers = new Map();
    #calls = [];

    #numberOf(method) {
        let number = this.#numbers.get(method);
        if (number === undefined) {
            number = this.#numbers.size;
            this.#numbers.set(method, number);
        }
        return number;
    }

    /** @returns {object} the renderer, as the VM is to see it */
    listenTo(renderer) {
        return new Proxy(renderer, {
            get: (target, method) => {
                const value = target[method];
                if (typeof value !== 'function' || typeof method !== 'string') return value;
                return (...args) => this.note(method, args, () => target[method](...args));
            }
        });
    }

    /** Do `act`, and write down that `method` was called and how it ended. */
    note(method, args, act) {
        const number = this.#numberOf(method);
        // before the call: the renderer may change what it was given
        const asked = packArguments(method, args);
        let answer;
        try {
            answer = act();
        } catch (error) {
            this.#calls.push([number, asked, null, String(error?.message ?? error)]);
            throw error;
        }
        this.#calls.push(answer === undefined ? number : [number, asked, pack(answer)]);
        return answer;
    }

    tape() {
        return {methods: [...this.#numbers.keys()], calls: this.#calls};
    }
}
