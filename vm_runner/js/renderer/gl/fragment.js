// SPDX-License-Identifier: AGPL-3.0-only
import {createDistortion} from './distortion.js';
import {createRecolouring} from './recolouring.js';
import {sampleLinear, sampleNearest} from './sampling.js';

// The shader's own constant against division by zero.
const EPSILON = 1e-3;

/**
 * The fragment shader of the four sprite draw modes.
 *
 * @returns {(u: number, v: number, color: Float64Array) => boolean} Writes premultiplied RGBA (0..1); false: discard.
 */
export function createFragment({mode, effects, uniforms}, texture, linear) {
    const distort = createDistortion(effects, uniforms);
    const sample = linear ? sampleLinear : sampleNearest;
    const recolour = createRecolouring(effects, uniforms);
    const finish = FINISHES[mode];
    const opacity = effects.ghost ? uniforms.u_ghost : 1;
    const point = new Float64Array(2);

    return (u, v, color) => {
        point[0] = u;
        point[1] = v;
        distort?.(point);
        sample(texture, point, color);
        recolour?.(color);
        for (let channel = 0; channel < 4; channel++) {
            color[channel] *= opacity;
        }
        return finish(color, uniforms);
    };
}

const FINISHES = {
    default: () => true,

    silhouette(color, {u_silhouetteColor: flat}) {
        const visible = color[3] !== 0;
        color.set(flat);
        return visible;
    },

    colorMask(color, {u_colorMask: wanted, u_colorMaskTolerance: tolerance}) {
        return (
            Math.abs(color[0] - wanted[0]) <= tolerance &&
            Math.abs(color[1] - wanted[1]) <= tolerance &&
            Math.abs(color[2] - wanted[2]) <= tolerance
        );
    },

    straightAlpha(color) {
        const divisor = color[3] + EPSILON;
        color[0] /= divisor;
        color[1] /= divisor;
        color[2] /= divisor;
        return true;
    }
};
