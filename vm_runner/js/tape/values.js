// SPDX-License-Identifier: AGPL-3.0-only
/** The JSON form of what goes into the renderer and comes out of it. */

const RECTANGLE = ['left', 'right', 'top', 'bottom', 'width', 'height'];

/** Numbers that JSON would change. */
const SPECIAL = new Map([['NaN', NaN], ['Infinity', Infinity], ['-Infinity', -Infinity], ['-0', -0]]);

const packNumber = value => {
    if (Object.is(value, -0)) return {number: '-0'};
    return Number.isFinite(value) ? value : {number: String(value)};
};

/**
 * @param {*} value an answer of the renderer, or what it was asked with
 * @returns {*} JSON; objects that are no plain data, an image for one, become null
 */
export const pack = value => {
    if (typeof value === 'number') return packNumber(value);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (value === null || typeof value !== 'object') return null;
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, pack);
    const keys = value.constructor?.name === 'Rectangle' ? RECTANGLE : Object.keys(value);
    if (keys !== RECTANGLE && Object.getPrototypeOf(value) !== Object.prototype) return null;
    return {object: Object.fromEntries(keys.map(key => [key, pack(value[key])]))};
};

export const unpack = packed => {
    if (Array.isArray(packed)) return packed.map(unpack);
    if (packed === null || typeof packed !== 'object') return packed;
    if ('number' in packed) return SPECIAL.get(packed.number);
    return Object.fromEntries(Object.entries(packed.object).map(([key, value]) => [key, unpack(value)]));
};
