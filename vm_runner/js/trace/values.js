// SPDX-License-Identifier: AGPL-3.0-only

/**
 * Canonical form of a value: a number, a string or a boolean. A string that Scratch would read
 * back as the same number is that number; NaN and the infinities are strings; -0 is 0.
 */
export const canonical = value => {
    if (typeof value === 'number') {
        if (Number.isFinite(value)) return value === 0 ? 0 : value;
        return String(value);
    }
    if (typeof value === 'string') {
        const number = Number(value);
        return value !== '' && Number.isFinite(number) && String(number) === value ? number : value;
    }
    return typeof value === 'boolean' ? value : String(value);
};

/** Direction in degrees, in (-180, 180]; the VM's own range is [-179, 181). */
export const canonicalDirection = degrees => canonical(degrees > 180 ? degrees - 360 : degrees);
