// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Dragging a sprite with the mouse, as Scratch's player does it: the mouse takes the topmost sprite
 * at the point if that one is draggable, brings it to the front and moves it; letting go is no click.
 */

/** The sprite or clone that the mouse holds, and where it holds it. */
export class Drag {
    #held = null;

    /** Take `target`, which is at the point (x, y), in stage pixels; what stands fast is not taken. */
    start(target, {x, y}) {
        if (target.isStage || !target.draggable) return;
        target.goToFront();
        target.startDrag();
        this.#held = {target, dx: target.x - x, dy: target.y - y};
    }

    move({x, y}) {
        const {target, dx, dy} = this.#held ?? {};
        target?.setXY(x + dx, y + dy, true);
    }

    /** Let go. Returns whether something was held. */
    end(action) {
        if (this.#held === null) return false;
        this.move(action);
        this.#held.target.stopDrag();
        this.#held = null;
        return true;
    }

    /** A clone that is deleted slips out of the hand. */
    forget(target) {
        if (this.#held?.target === target) this.#held = null;
    }

    /** @returns {Function} puts back what is held */
    save() {
        const held = this.#held;
        return () => {
            this.#held = held;
        };
    }
}
