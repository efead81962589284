// SPDX-License-Identifier: AGPL-3.0-only
/** In place of node:module: a `require` of the packages that the shims ask for. */
import acos from '@stdlib/math-base-special-acos';
import asin from '@stdlib/math-base-special-asin';
import atan from '@stdlib/math-base-special-atan';
import atan2 from '@stdlib/math-base-special-atan2';
import cos from '@stdlib/math-base-special-cos';
import exp from '@stdlib/math-base-special-exp';
import ln from '@stdlib/math-base-special-ln';
import pow from '@stdlib/math-base-special-pow';
import sin from '@stdlib/math-base-special-sin';
import tan from '@stdlib/math-base-special-tan';

const PACKAGES = Object.fromEntries(
    Object.entries({acos, asin, atan, atan2, cos, exp, ln, pow, sin, tan})
        .map(([name, standIn]) => [`@stdlib/math-base-special-${name}`, standIn])
);

export const createRequire = () => name => {
    if (!Object.hasOwn(PACKAGES, name)) throw new Error(`${name} is not in the bundle`);
    return PACKAGES[name];
};
