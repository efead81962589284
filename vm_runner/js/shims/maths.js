// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Math functions whose last bit differs between JavaScript engines, and between versions of V8,
 * replaced by ones written in plain arithmetic. Of those that Scratch calls, the rest is exact:
 * rounding, square roots.
 */
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);

/** Function of Math -> the package that stands in for it. */
export const PACKAGES = {
    acos: '@stdlib/math-base-special-acos',
    asin: '@stdlib/math-base-special-asin',
    atan: '@stdlib/math-base-special-atan',
    atan2: '@stdlib/math-base-special-atan2',
    cos: '@stdlib/math-base-special-cos',
    exp: '@stdlib/math-base-special-exp',
    log: '@stdlib/math-base-special-ln',
    pow: '@stdlib/math-base-special-pow',
    sin: '@stdlib/math-base-special-sin',
    tan: '@stdlib/math-base-special-tan'
};

export const installMaths = () => {
    for (const [name, standIn] of Object.entries(PACKAGES)) Math[name] = require(standIn);
};
