// SPDX-License-Identifier: AGPL-3.0-only
/** Writes that go through the setters of a target: wrapped once, for the process's one tracer. */
import {canonical, canonicalDirection} from './values.js';

const observed = new WeakSet();
let active = null;

const FIELDS_OF_SETTER = {
    setXY: ['x', 'y'],
    setDirection: ['direction'],
    setDraggable: ['draggable'],
    setVisible: ['visible'],
    setSize: ['size'],
    setCostume: ['costume'],
    setRotationStyle: ['rotationStyle']
};
const LAYER_SETTERS = [
    'goToFront', 'goToBack', 'goForwardLayers', 'goBackwardLayers', 'goBehindOther'
];

const read = (target, field) => {
    if (field === 'costume') return target.currentCostume;
    return target[field];
};

const report = (target, field, value) => {
    const {slotOf} = active.world.recorder.fieldsOf(target);
    if (field === 'costume') {
        active.write(slotOf.costume ?? slotOf.backdrop, target.getCurrentCostume()?.name ?? null);
    } else {
        active.write(slotOf[field], field === 'direction' ? canonicalDirection(value) : canonical(value));
    }
};

const wrapSetter = (prototype, setter, fields) => {
    const real = prototype[setter];
    const [first, second] = fields;
    prototype[setter] = function (...args) {
        if (active === null || this.runtime !== active.world.runtime) return real.apply(this, args);
        const before = read(this, first);
        const alsoBefore = second && read(this, second);
        const result = real.apply(this, args);
        const after = read(this, first);
        if (after !== before) report(this, first, after);
        if (second && read(this, second) !== alsoBefore) report(this, second, read(this, second));
        return result;
    };
};

const wrapEffects = (prototype, setter) => {
    const real = prototype[setter];
    prototype[setter] = function (...args) {
        if (active === null || this.runtime !== active.world.runtime) return real.apply(this, args);
        const before = {...this.effects};
        const result = real.apply(this, args);
        const {slotOf} = active.world.recorder.fieldsOf(this);
        for (const [effect, value] of Object.entries(this.effects)) {
            if (value !== before[effect]) active.write(slotOf[`effect/${effect}`], canonical(value));
        }
        return result;
    };
};

const wrapLayer = (prototype, setter) => {
    const real = prototype[setter];
    prototype[setter] = function (...args) {
        const result = real.apply(this, args);
        if (active !== null && this.runtime === active.world.runtime && !this.isStage) {
            active.write(
                active.world.recorder.fieldsOf(this).slotOf.layer,
                this.runtime.executableTargets.indexOf(this)
            );
        }
        return result;
    };
};

/** Report to `tracer` the writes of all targets of its world. */
export const observeTargets = (runtime, tracer) => {
    active = tracer;
    const [target] = runtime.targets;
    const prototype = Object.getPrototypeOf(target);
    if (observed.has(prototype)) return;
    observed.add(prototype);
    for (const [setter, fields] of Object.entries(FIELDS_OF_SETTER)) {
        wrapSetter(prototype, setter, fields);
    }
    wrapEffects(prototype, 'setEffect');
    wrapEffects(prototype, 'clearEffects');
    for (const setter of LAYER_SETTERS) wrapLayer(prototype, setter);
};

/** Stop reporting: the world is gone, or runs untraced. */
export const ignoreTargets = () => {
    active = null;
};
