// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Writes that go through methods of a target. All targets of all worlds share one prototype, so it
 * is wrapped once; each call finds its world, if it has one, by the mark on its runtime.
 */
import {ENTRY, WORLD} from './marks.js';
import {canonical, canonicalDirection} from './values.js';

const wrapped = new WeakSet();

const SETTERS = {
    setDraggable: 'draggable',
    setVisible: 'visible',
    setSize: 'size',
    setRotationStyle: 'rotationStyle'
};

const tracerOf = target => target.runtime[WORLD]?.tracer ?? null;
const fieldsOf = target => target.runtime[WORLD].recorder.fieldsOf(target);

const wrapPosition = prototype => {
    const real = prototype.setXY;
    prototype.setXY = function (x, y, force) {
        const oldX = this.x;
        const oldY = this.y;
        real.call(this, x, y, force);
        if (this.x === oldX && this.y === oldY) return;
        const tracer = tracerOf(this);
        if (tracer === null) return;
        const {slotOf} = fieldsOf(this);
        if (this.x !== oldX) tracer.write(slotOf.x, canonical(this.x));
        if (this.y !== oldY) tracer.write(slotOf.y, canonical(this.y));
    };
};

const wrapSetter = (prototype, setter, field, canonicalForm) => {
    const real = prototype[setter];
    prototype[setter] = function (value) {
        const before = this[field];
        real.call(this, value);
        if (this[field] === before) return;
        const tracer = tracerOf(this);
        if (tracer !== null) tracer.write(fieldsOf(this).slotOf[field], canonicalForm(this[field]));
    };
};

const wrapCostume = prototype => {
    const real = prototype.setCostume;
    prototype.setCostume = function (index) {
        const before = this.currentCostume;
        real.call(this, index);
        if (this.currentCostume === before) return;
        const tracer = tracerOf(this);
        if (tracer === null) return;
        const fields = fieldsOf(this);
        tracer.write(fields.slotOf[fields.costumeField], fields.costume());
    };
};

const reportEffect = (target, effect, before) => {
    const value = target.effects[effect];
    if (value === before) return;
    const tracer = tracerOf(target);
    if (tracer !== null) tracer.write(fieldsOf(target).slotOf[`effect/${effect}`], canonical(value));
};

const wrapEffects = prototype => {
    const {setEffect, clearEffects} = prototype;
    prototype.setEffect = function (effect, value) {
        const before = this.effects[effect];
        setEffect.call(this, effect, value);
        reportEffect(this, effect, before);
    };
    prototype.clearEffects = function () {
        const before = {...this.effects};
        clearEffects.call(this);
        for (const effect in before) reportEffect(this, effect, before[effect]);
    };
};

/** A block that names a variable the project does not have makes it. */
const wrapCreation = (prototype, method) => {
    const real = prototype[method];
    prototype[method] = function (id, name) {
        const variable = real.call(this, id, name);
        if (variable[ENTRY] !== undefined) return variable;
        const world = this.runtime?.[WORLD];
        if (world === undefined) return variable;
        const entry = world.recorder.noteVariable(this, variable);
        if (entry !== undefined) world.tracer?.variableCreated(entry, canonical(variable.value));
        return variable;
    };
};

/** Report the writes of all targets of `runtime` to the tracer of its world. */
export const observeTargets = runtime => {
    const prototype = Object.getPrototypeOf(runtime.targets[0]);
    if (wrapped.has(prototype)) return;
    wrapped.add(prototype);
    wrapPosition(prototype);
    wrapSetter(prototype, 'setDirection', 'direction', canonicalDirection);
    for (const [setter, field] of Object.entries(SETTERS)) {
        wrapSetter(prototype, setter, field, canonical);
    }
    wrapCostume(prototype);
    wrapEffects(prototype);
    wrapCreation(prototype, 'lookupOrCreateVariable');
    wrapCreation(prototype, 'lookupOrCreateList');
};
