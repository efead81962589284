// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Math functions whose last bit differs between JavaScript engines, and between versions of V8,
 * replaced by ones written in plain arithmetic.
 */
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);

export const installMaths = () => {
    Math.sin = require('@stdlib/math-base-special-sin');
    Math.cos = require('@stdlib/math-base-special-cos');
    Math.pow = require('@stdlib/math-base-special-pow');
};
