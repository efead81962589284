// SPDX-License-Identifier: AGPL-3.0-only
import {GL} from './constants.js';
import {blendLinearRow, blendNearestRow} from './plain.js';
import {createFragment} from './fragment.js';
import {createMapping, rowSpan} from './mapping.js';
import {paintShadedRow} from './shaded.js';

/** Rasterises one textured sprite quad into the job's target. */
export function drawQuad(job) {
    const {uniforms} = job.program;
    const texture = job.textures[uniforms.u_skin ?? 0];
    if (!texture || texture.width === 0) {
        return;
    }
    const target = job.target.color;
    const mapping = createMapping(uniforms, job.viewport, target);
    if (!mapping) {
        return;
    }
    const linear = chooseFilter(mapping, texture) === GL.LINEAR;
    const paintRow = choosePainter(job, {texture, target, mapping, linear});
    for (let row = mapping.firstRow; row < mapping.endRow; row++) {
        const span = rowSpan(mapping, row);
        if (span.end > span.start) {
            paintRow(row * target.width + span.start, span);
        }
    }
}

/** The texture's filter for the scale it is shown at: more than one texel to a pixel means minified. */
function chooseFilter(mapping, texture) {
    const {uByX, uByY, vByX, vByY} = mapping;
    const across = lengthOf(uByX * texture.width, vByX * texture.height);
    const along = lengthOf(uByY * texture.width, vByY * texture.height);
    return Math.max(across, along) > 1 ? texture.minFilter : texture.magFilter;
}

const lengthOf = (x, y) => Math.sqrt(x * x + y * y);

function choosePainter(job, {texture, target, mapping, linear}) {
    const {mode, effects, uniforms} = job.program;
    const {color, fisheye, whirl, pixelate, mosaic, brightness, ghost} = effects;
    const recoloured = color || brightness;
    const distorted = fisheye || whirl || pixelate || mosaic;
    const plainState = job.blend && job.writeColor && !job.stencilTest;
    if (mode === 'default' && plainState && !recoloured && !distorted) {
        const paint = {
            texture,
            target,
            uByX: mapping.uByX,
            vByX: mapping.vByX,
            opacity: ghost ? uniforms.u_ghost : 1
        };
        const blendRow = linear ? blendLinearRow : blendNearestRow;
        return (index, span) => blendRow(paint, index, span);
    }
    const stencil = job.stencilTest && job.target.depthStencil ? job.target.depthStencil.stencil : null;
    const paint = {
        fragment: createFragment(job.program, texture, linear),
        target,
        uByX: mapping.uByX,
        vByX: mapping.vByX,
        blend: job.blend,
        writeColor: job.writeColor,
        stencil,
        onlyEqual: stencil !== null && job.stencilFunction === GL.EQUAL,
        replaceStencil: stencil !== null && job.stencilPassOperation === GL.REPLACE,
        reference: job.stencilReference
    };
    return (index, span) => paintShadedRow(paint, index, span);
}
