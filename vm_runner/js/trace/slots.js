// SPDX-License-Identifier: AGPL-3.0-only

/**
 * The numbered fields of one world. A path is sent to the other side once, when it gets its
 * number; from then on a change is a pair of numbers.
 */
export class Slots {
    #values = [];
    /** What was there once may come again, after a return to an earlier state. */
    #numbers = new Map();
    #newPaths = [];
    #changes = [];

    /** Give `path` the next number; its field is absent until it is put. */
    add(path) {
        const known = this.#numbers.get(path);
        if (known !== undefined) return known;
        this.#numbers.set(path, this.#values.length);
        this.#newPaths.push(path);
        this.#values.push(undefined);
        return this.#values.length - 1;
    }

    /** Record the present value of a field. */
    put(slot, value) {
        if (this.#values[slot] === value) return;
        this.#values[slot] = value;
        this.#changes.push(slot, value);
    }

    /** Record that a field is gone. */
    remove(slot) {
        if (this.#values[slot] === undefined) return;
        this.#values[slot] = undefined;
        this.#changes.push(slot, null);
    }

    /** @returns {Function} puts all values back; numbers once given stay */
    save() {
        const values = this.#values.slice();
        return () => {
            const count = this.#values.length;
            this.#values = values.slice();
            this.#values.length = count;
            this.#changes = [];
        };
    }

    /** Return and forget what is new: paths in the order of their numbers, and [slot, value, ...]. */
    take() {
        const taken = {paths: this.#newPaths, changes: this.#changes};
        this.#newPaths = [];
        this.#changes = [];
        return taken;
    }
}
