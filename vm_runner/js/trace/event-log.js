// SPDX-License-Identifier: AGPL-3.0-only

/** From this many events of one step on, only what explains the state is kept. */
export const MAX_EVENTS = 20000;
/** From this many on, nothing is. */
export const HARD_LIMIT = 10 * MAX_EVENTS;

/**
 * The events of the present step, in order of time, as arrays that start with their type. Once
 * there are many, of the writes of a field only the last is kept, what changes no field is only
 * counted, and what opens or ends something is still kept.
 */
export class EventLog {
    #events = [];
    #late = [];
    #lastWrites = new Map();
    #dropped = 0;

    /** Whether only the events that explain the state are kept from now on. */
    get isFull() {
        return this.#events.length >= MAX_EVENTS;
    }

    /** Add an event that no field depends on. */
    add(event) {
        if (this.isFull) this.#dropped++;
        else this.#events.push(event);
    }

    /** Add a write of the field that `slot` stands for. */
    addWrite(slot, event) {
        if (!this.isFull) {
            this.#events.push(event);
            return;
        }
        const before = this.#lastWrites.get(slot);
        if (before !== undefined) {
            this.#late[before] = null;
            this.#dropped++;
        }
        this.#lastWrites.set(slot, this.#addLate(event));
    }

    /** Add the start or end of something. */
    addKept(event) {
        if (!this.isFull) this.#events.push(event);
        else if (this.#late.length < HARD_LIMIT) this.#addLate(event);
        else this.#dropped++;
    }

    #addLate(event) {
        if (this.#late.length >= HARD_LIMIT) this.#dropNulls();
        return this.#late.push(event) - 1;
    }

    #dropNulls() {
        this.#late = this.#late.filter(event => event !== null);
        this.#late.forEach((event, i) => {
            if (event[0] === 'write' || event[0] === 'list') this.#lastWrites.set(event[4], i);
        });
    }

    take() {
        const events = this.#events;
        for (const event of this.#late) {
            if (event !== null) events.push(event);
        }
        if (this.#dropped > 0) events.push(['dropped', this.#dropped]);
        this.#events = [];
        this.#late = [];
        this.#lastWrites.clear();
        this.#dropped = 0;
        return events;
    }
}
