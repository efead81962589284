// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Contacts: would a sprite touch something if it and others were elsewhere? The VM's own touching
 * tests answer, and the world is as it was afterwards.
 */
import {ProjectFailure} from './failure.js';

const targetAt = (world, path) => {
    const target = world.recorder.targetAt(path);
    if (target === undefined || target.isStage) {
        throw new ProjectFailure('bad_action', `no sprite or clone has the fields of ${JSON.stringify(path)}`);
    }
    return target;
};

/** Only what is given changes; a costume that there is not is left alone. */
const put = (world, {target: path, x, y, direction, size, costume, visible}) => {
    const target = targetAt(world, path);
    if (costume !== undefined) {
        const index = world.recorder.fieldsOf(target).costumeIndex(costume);
        if (index >= 0) target.setCostume(index);
    }
    if (size !== undefined) target.setSize(size);
    if (direction !== undefined) target.setDirection(direction);
    if (visible !== undefined) target.setVisible(visible);
    // forced, so that no pen draws
    target.setXY(x ?? target.x, y ?? target.y, true);
};

const touches = (target, {object, color, own}) => {
    if (object !== undefined) return target.isTouchingObject(object);
    return own === undefined ? target.isTouchingColor(color) : target.colorIsTouchingColor(own, color);
};

/**
 * @param {object} world a world between two ticks
 * @param {{places: object[], asks: object[]}} what places: where targets are put first; asks:
 *   {target, points, touch}, whether the target touches it at one of the points, [x, y] each
 * @returns {boolean[]} an answer for each of `asks`
 */
export const contacts = (world, {places, asks}) => {
    const {tracer} = world;
    const restore = world.save();
    world.tracer = null;
    try {
        for (const place of places) put(world, place);
        return asks.map(({target: path, points, touch}) => {
            const target = targetAt(world, path);
            const {x: homeX, y: homeY} = target;
            const found = points.some(([x, y]) => {
                target.setXY(x, y, true);
                return touches(target, touch);
            });
            target.setXY(homeX, homeY, true);
            return found;
        });
    } finally {
        world.tracer = tracer;
        restore();
    }
};
