// SPDX-License-Identifier: AGPL-3.0-only
import {UnsupportedGLError} from './errors.js';

// The shader's own constant: below it a line counts as a point and is given a direction.
const EPSILON = 1e-3;

/** The line of the vertex shader in window pixels: a start, a unit direction and a length. */
function readLine({uniforms}, viewport) {
    const [startX, startY, differenceX, differenceY] = uniforms.u_penPoints;
    const length = uniforms.u_lineLength;
    const isPoint = Math.abs(differenceX) < EPSILON && Math.abs(differenceY) < EPSILON;
    const divisor = Math.max(length, EPSILON);
    return {
        startX: startX + viewport.x + viewport.width / 2,
        startY: startY + viewport.y + viewport.height / 2,
        directionX: (isPoint ? EPSILON : differenceX) / divisor,
        directionY: differenceY / divisor,
        length,
        // A pixel whose centre is this far from the line has no coverage left.
        reach: uniforms.u_lineThickness * 0.5 + 0.5
    };
}

/** Narrows [low, high] to where `slope * x + offset` lies between `from` and `to`. */
function narrow(range, slope, offset, from, to) {
    if (Math.abs(slope) < 1e-9) {
        return;
    }
    const a = (from - offset) / slope;
    const b = (to - offset) / slope;
    range.low = Math.max(range.low, Math.min(a, b));
    range.high = Math.min(range.high, Math.max(a, b));
}

/** Draws one anti-aliased pen line with round caps onto the pen layer. */
export function drawLine(job) {
    if (!job.blend || job.stencilTest || !job.writeColor) {
        throw new UnsupportedGLError('pen lines with a stencil, a colour mask or no blending');
    }
    const {width, height} = job.target.color;
    const line = readLine(job.program, job.viewport);
    const {startX, startY, directionX, directionY, length, reach} = line;
    const endX = startX + directionX * length;
    const endY = startY + directionY * length;
    const firstRow = Math.max(0, Math.floor(Math.min(startY, endY) - reach));
    const lastRow = Math.min(height - 1, Math.ceil(Math.max(startY, endY) + reach));
    const left = Math.max(0, Math.floor(Math.min(startX, endX) - reach));
    const right = Math.min(width - 1, Math.ceil(Math.max(startX, endX) + reach));
    for (let row = firstRow; row <= lastRow; row++) {
        const y = row + 0.5 - startY;
        const range = {low: left + 0.5 - startX, high: right + 0.5 - startX};
        narrow(range, -directionY, y * directionX, -reach, reach);
        narrow(range, directionX, y * directionY, -reach, length + reach);
        const first = Math.max(left, Math.floor(range.low + startX - 0.5));
        const last = Math.min(right, Math.ceil(range.high + startX - 0.5));
        blendRow(job, line, {row, first, last});
    }
}

function blendRow(job, {startX, startY, directionX, directionY, length, reach}, {row, first, last}) {
    const {bytes, width} = job.target.color;
    const [red, green, blue, alpha] = job.program.uniforms.u_lineColor;
    const y = row + 0.5 - startY;
    for (let column = first; column <= last; column++) {
        const x = column + 0.5 - startX;
        const along = x * directionX + y * directionY;
        const across = y * directionX - x * directionY;
        const beyond = along < 0 ? along : along > length ? along - length : 0;
        const coverage = Math.min(1, reach - Math.sqrt(beyond * beyond + across * across));
        if (coverage > 0) {
            const i = (row * width + column) * 4;
            const strength = coverage * 255;
            const keep = 1 - alpha * coverage;
            bytes[i] = red * strength + bytes[i] * keep + 0.5;
            bytes[i + 1] = green * strength + bytes[i + 1] * keep + 0.5;
            bytes[i + 2] = blue * strength + bytes[i + 2] * keep + 0.5;
            bytes[i + 3] = alpha * strength + bytes[i + 3] * keep + 0.5;
        }
    }
}
