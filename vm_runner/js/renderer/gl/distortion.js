// SPDX-License-Identifier: AGPL-3.0-only

const CENTRE = 0.5;
const RADIUS = 0.5;

const fraction = value => value - Math.floor(value);

/** The effects that move texture coordinates, in the shader's order; each changes `point` in place. */
const DISTORTIONS = {
    mosaic(point, {u_mosaic: tiles}) {
        point[0] = fraction(point[0] * tiles);
        point[1] = fraction(point[1] * tiles);
    },

    pixelate(point, {u_pixelate: size, u_skinSize: skinSize}) {
        const across = skinSize[0] / size;
        const down = skinSize[1] / size;
        point[0] = (Math.floor(point[0] * across) + CENTRE) / across;
        point[1] = (Math.floor(point[1] * down) + CENTRE) / down;
    },

    whirl(point, {u_whirl: strength}) {
        const x = point[0] - CENTRE;
        const y = point[1] - CENTRE;
        const factor = Math.max(1 - Math.sqrt(x * x + y * y) / RADIUS, 0);
        const angle = strength * factor * factor;
        const sine = Math.sin(angle);
        const cosine = Math.cos(angle);
        point[0] = cosine * x + sine * y + CENTRE;
        point[1] = cosine * y - sine * x + CENTRE;
    },

    fisheye(point, {u_fisheye: power}) {
        const x = (point[0] - CENTRE) / CENTRE;
        const y = (point[1] - CENTRE) / CENTRE;
        const length = Math.sqrt(x * x + y * y);
        if (length === 0) {
            // The shader divides by zero here; every GPU seen shows the centre.
            return;
        }
        const distance = Math.pow(Math.min(length, 1), power) * Math.max(1, length);
        point[0] = CENTRE + distance * (x / length) * CENTRE;
        point[1] = CENTRE + distance * (y / length) * CENTRE;
    }
};

/** @returns {((point: Float64Array) => void) | null} Null when no enabled effect moves coordinates. */
export function createDistortion(effects, uniforms) {
    const steps = Object.keys(DISTORTIONS)
        .filter(name => effects[name])
        .map(name => DISTORTIONS[name]);
    if (steps.length === 0) {
        return null;
    }
    return point => {
        for (const step of steps) {
            step(point, uniforms);
        }
    };
}
