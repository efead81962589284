// SPDX-License-Identifier: AGPL-3.0-only
import {ENTRY} from './marks.js';

/** Which variables and lists have their monitor on the stage. */
export class Monitors {
    #runtime;
    #state = null;
    #shown = null;

    constructor(runtime) {
        this.#runtime = runtime;
    }

    /** Return {monitors: sorted paths}, or {} when they are the same as the last time. */
    take() {
        const state = this.#runtime.getMonitorState();
        // the state is immutable: another object whenever a monitor, or a value on one, changed
        if (state === this.#state) return {};
        this.#state = state;
        const shown = this.#paths();
        const before = this.#shown;
        if (before !== null && before.length === shown.length &&
            shown.every((shownPath, i) => shownPath === before[i])) return {};
        this.#shown = shown;
        return {monitors: shown};
    }

    /** @returns {Function} puts back what was told last */
    save() {
        const state = this.#state;
        const shown = this.#shown;
        return () => {
            this.#state = state;
            this.#shown = shown;
        };
    }

    #paths() {
        const shown = [];
        for (const [id, monitor] of this.#state.entries()) {
            if (!monitor.visible) continue;
            const owner = monitor.targetId ? this.#runtime.getTargetById(monitor.targetId) :
                this.#runtime.getTargetForStage();
            const entry = owner?.variables[id]?.[ENTRY];
            if (entry) shown.push(entry.path);
        }
        return shown.sort();
    }
}
