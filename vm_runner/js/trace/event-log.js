// SPDX-License-Identifier: AGPL-3.0-only

/** More events of one step than this are counted, not kept. */
export const MAX_EVENTS = 20000;

/** The events of the present step, in order of time, as arrays that start with their type. */
export class EventLog {
    #events = [];
    #dropped = 0;

    add(event) {
        if (this.#events.length < MAX_EVENTS) this.#events.push(event);
        else this.#dropped++;
    }

    take() {
        const events = this.#events;
        if (this.#dropped > 0) events.push(['dropped', this.#dropped]);
        this.#events = [];
        this.#dropped = 0;
        return events;
    }
}
