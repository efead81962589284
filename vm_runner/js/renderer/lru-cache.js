// SPDX-License-Identifier: AGPL-3.0-only

/** Results kept by text, the least recently used going first when their total cost passes a bound. */
export class LruCache {
    #entries = new Map();
    #cost = 0;

    /** @param {number} maxCost - In the unit of the costs given to `set`. */
    constructor(maxCost) {
        this.maxCost = maxCost;
    }

    /** @returns The kept value, or undefined. */
    get(key) {
        const entry = this.#entries.get(key);
        if (!entry) {
            return undefined;
        }
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        return entry.value;
    }

    set(key, value, cost) {
        this.delete(key);
        if (cost > this.maxCost) {
            return;
        }
        this.#entries.set(key, {value, cost});
        this.#cost += cost;
        for (const oldest of this.#entries.keys()) {
            if (this.#cost <= this.maxCost) {
                break;
            }
            this.delete(oldest);
        }
    }

    delete(key) {
        this.#cost -= this.#entries.get(key)?.cost ?? 0;
        this.#entries.delete(key);
    }
}
