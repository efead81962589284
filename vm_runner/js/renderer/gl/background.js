// SPDX-License-Identifier: AGPL-3.0-only
import {GL} from './constants.js';
import {packColor} from './pixels.js';

/** Fills the viewport with `u_backgroundColor` where the stencil allows it. */
export function drawBackground(job) {
    if (!job.writeColor) {
        return;
    }
    const {color, depthStencil} = job.target;
    const stencil = job.stencilTest && depthStencil ? depthStencil.stencil : null;
    const onlyEqual = stencil !== null && job.stencilFunction === GL.EQUAL;
    const word = packColor(job.program.uniforms.u_backgroundColor);
    const {x, y, width, height} = job.viewport;
    const right = Math.min(color.width, x + width);
    const top = Math.min(color.height, y + height);
    for (let row = Math.max(0, y); row < top; row++) {
        for (let column = Math.max(0, x); column < right; column++) {
            const index = row * color.width + column;
            if (!onlyEqual || stencil[index] === job.stencilReference) {
                color.words[index] = word;
            }
        }
    }
}
