// SPDX-License-Identifier: AGPL-3.0-only

// At 100 % size with an odd width a pixel's centre falls exactly on the border of two texels. A GPU decides such a tie
// in 32-bit floats; this shift makes the same choice as Chromium (measured), far below a texel's width.
const TEXEL_TIE = -1e-6;
// How far past its edge a quad still covers a pixel's centre: room for rounding in the matrices.
const EDGE_SLACK = 1e-7;
const ALONG_AXIS = 1e-9;
const EDGE_TOLERANCE = 1e-5;

/**
 * The affine map between window pixels and texture coordinates of a quad, and the rows it covers.
 *
 * The vertex shader is `projection * model * (x, y, 0, 1)` over the unit square with u = 0.5 - x and v = y + 0.5;
 * both matrices are affine in the plane, so the inverse map is too.
 *
 * @returns {object | null} Null for a quad without area.
 */
export function createMapping({u_projectionMatrix: projection, u_modelMatrix: model}, viewport, target) {
    const entry = (row, column) => {
        const c = column * 4;
        return (
            projection[row] * model[c] +
            projection[4 + row] * model[c + 1] +
            projection[8 + row] * model[c + 2] +
            projection[12 + row] * model[c + 3]
        );
    };
    const halfWidth = viewport.width / 2;
    const halfHeight = viewport.height / 2;
    const xByX = entry(0, 0) * halfWidth;
    const xByY = entry(0, 1) * halfWidth;
    const yByX = entry(1, 0) * halfHeight;
    const yByY = entry(1, 1) * halfHeight;
    const determinant = xByX * yByY - xByY * yByX;
    if (determinant === 0 || !Number.isFinite(determinant)) {
        return null;
    }
    const centreX = viewport.x + (entry(0, 3) + 1) * halfWidth;
    const centreY = viewport.y + (entry(1, 3) + 1) * halfHeight;
    const reachX = (Math.abs(xByX) + Math.abs(xByY)) / 2;
    const reachY = (Math.abs(yByX) + Math.abs(yByY)) / 2;
    const uByX = -yByY / determinant;
    const uByY = xByY / determinant;
    const vByX = -yByX / determinant;
    const vByY = xByX / determinant;
    const bottom = Math.max(0, viewport.y);
    const top = Math.min(target.height, viewport.y + viewport.height);
    return {
        uByX,
        uByY,
        vByX,
        vByY,
        uAtOrigin: 0.5 - uByX * centreX - uByY * centreY + TEXEL_TIE,
        vAtOrigin: 0.5 - vByX * centreX - vByY * centreY + TEXEL_TIE,
        left: Math.max(0, viewport.x, centreX - reachX),
        right: Math.min(target.width, viewport.x + viewport.width, centreX + reachX),
        firstColumn: Math.max(0, viewport.x),
        firstRow: Math.max(bottom, Math.floor(centreY - reachY - 0.5 + EDGE_SLACK) + 1),
        endRow: Math.min(top, Math.floor(centreY + reachY - 0.5 + EDGE_SLACK) + 1),
        endColumn: Math.min(target.width, viewport.x + viewport.width),
        span: {start: 0, end: 0, u: 0, v: 0}
    };
}

/**
 * The columns of a row that the quad covers, and the texture coordinates at the first.
 *
 * @returns {{start: number, end: number, u: number, v: number}} Valid until the next call; empty if end <= start.
 */
export function rowSpan(mapping, row) {
    const {uByX, vByX, span} = mapping;
    const y = row + 0.5;
    const uOfRow = mapping.uByY * y + mapping.uAtOrigin;
    const vOfRow = mapping.vByY * y + mapping.vAtOrigin;
    let {left, right} = mapping;
    span.end = 0;
    span.start = 0;
    if (Math.abs(uByX) > ALONG_AXIS) {
        const a = -uOfRow / uByX;
        const b = (1 - uOfRow) / uByX;
        left = Math.max(left, Math.min(a, b));
        right = Math.min(right, Math.max(a, b));
    } else if (uOfRow < -EDGE_TOLERANCE || uOfRow > 1 + EDGE_TOLERANCE) {
        return span;
    }
    if (Math.abs(vByX) > ALONG_AXIS) {
        const a = -vOfRow / vByX;
        const b = (1 - vOfRow) / vByX;
        left = Math.max(left, Math.min(a, b));
        right = Math.min(right, Math.max(a, b));
    } else if (vOfRow < -EDGE_TOLERANCE || vOfRow > 1 + EDGE_TOLERANCE) {
        return span;
    }
    span.start = Math.max(mapping.firstColumn, Math.ceil(left - 0.5 - EDGE_SLACK));
    span.end = Math.min(mapping.endColumn, Math.ceil(right - 0.5 - EDGE_SLACK));
    span.u = uByX * (span.start + 0.5) + uOfRow;
    span.v = vByX * (span.start + 0.5) + vOfRow;
    return span;
}
