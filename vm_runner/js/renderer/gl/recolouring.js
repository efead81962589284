// SPDX-License-Identifier: AGPL-3.0-only

// Constants of the fragment shader.
const EPSILON = 1e-3;
const MIN_VALUE = 0.11 / 2;
const MIN_SATURATION = 0.09;

const clampUnit = value => (value < 0 ? 0 : value > 1 ? 1 : value);

/** The shader's branchless RGB to HSV, sorted out into its two selections. Writes into `hsv`. */
function toHsv([red, green, blue], hsv) {
    const blueLeads = blue > green;
    const upper = blueLeads ? blue : green;
    const lower = blueLeads ? green : blue;
    const redLeads = red > upper;
    const value = redLeads ? red : upper;
    const first = lower;
    const second = redLeads ? upper : red;
    const offset = redLeads ? (blueLeads ? -1 : 0) : blueLeads ? 2 / 3 : -1 / 3;
    const chroma = value - Math.min(first, second);
    hsv[0] = Math.abs(offset + (second - first) / (6 * chroma + EPSILON));
    hsv[1] = chroma / (value + EPSILON);
    hsv[2] = value;
}

function fromHsv([hue, saturation, value], color) {
    const chroma = value * saturation;
    color[0] = clampUnit(Math.abs(hue * 6 - 3) - 1) * chroma + value - chroma;
    color[1] = clampUnit(2 - Math.abs(hue * 6 - 2)) * chroma + value - chroma;
    color[2] = clampUnit(2 - Math.abs(hue * 6 - 4)) * chroma + value - chroma;
}

const hsv = new Float64Array(3);

function shiftHue(color, shift) {
    toHsv(color, hsv);
    // Greys are given a little saturation so that a change of hue can be seen.
    if (hsv[2] < MIN_VALUE) {
        hsv[0] = 0;
        hsv[1] = 1;
        hsv[2] = MIN_VALUE;
    } else if (hsv[1] < MIN_SATURATION) {
        hsv[0] = 0;
        hsv[1] = MIN_SATURATION;
    }
    const shifted = hsv[0] + shift;
    hsv[0] = shifted - Math.floor(shifted);
    fromHsv(hsv, color);
}

/** @returns {((color: Float64Array) => void) | null} Null when neither colour nor brightness is enabled. */
export function createRecolouring({color: hueShifts, brightness: brightens}, uniforms) {
    if (!hueShifts && !brightens) {
        return null;
    }
    return color => {
        const divisor = color[3] + EPSILON;
        for (let channel = 0; channel < 3; channel++) {
            color[channel] = clampUnit(color[channel] / divisor);
        }
        if (hueShifts) {
            shiftHue(color, uniforms.u_color);
        }
        if (brightens) {
            for (let channel = 0; channel < 3; channel++) {
                color[channel] = clampUnit(color[channel] + uniforms.u_brightness);
            }
        }
        for (let channel = 0; channel < 3; channel++) {
            color[channel] *= divisor;
        }
    };
}
