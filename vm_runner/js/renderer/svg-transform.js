// SPDX-License-Identifier: AGPL-3.0-only

const IDENTITY = {a: 1, b: 0, c: 0, d: 1, e: 0, f: 0};
const radians = degrees => (degrees * Math.PI) / 180;
const tangent = degrees => Math.sin(radians(degrees)) / Math.cos(radians(degrees));

const MATRICES = {
    matrix: ([a, b, c, d, e, f]) => ({a, b, c, d, e, f}),
    translate: ([x, y = 0]) => ({...IDENTITY, e: x, f: y}),
    scale: ([x, y = x]) => ({...IDENTITY, a: x, d: y}),
    rotate: ([angle, x = 0, y = 0]) => {
        const cosine = Math.cos(radians(angle));
        const sine = Math.sin(radians(angle));
        return {
            a: cosine,
            b: sine,
            c: -sine,
            d: cosine,
            e: x - cosine * x + sine * y,
            f: y - sine * x - cosine * y
        };
    },
    skewX: ([angle]) => ({...IDENTITY, c: tangent(angle)}),
    skewY: ([angle]) => ({...IDENTITY, b: tangent(angle)})
};

/**
 * @param {string | null} text - The value of a `transform` attribute.
 * @returns {{a: number, b: number, c: number, d: number, e: number, f: number}[]} One matrix per transform.
 */
export function parseTransformList(text) {
    const list = [];
    for (const [, name, operands] of (text ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
        if (Object.hasOwn(MATRICES, name)) {
            list.push(
                MATRICES[name](
                    operands
                        .trim()
                        .split(/[\s,]+/)
                        .map(Number)
                )
            );
        }
    }
    return list;
}
