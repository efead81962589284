// SPDX-License-Identifier: AGPL-3.0-only

/** Raised when scratch-render asks the software WebGL context for something it does not implement. */
export class UnsupportedGLError extends Error {
    constructor(what) {
        super(
            `The software WebGL context does not implement ${what}. It covers what scratch-render 2.2.84 uses.`
        );
        this.name = 'UnsupportedGLError';
    }
}

/**
 * @param {string} call - The GL function, for the message.
 * @param {number} value - The enum it was given.
 * @param {number[]} allowed - The enums that are implemented.
 */
export function requireEnum(call, value, allowed) {
    if (!allowed.includes(value)) {
        const shown = typeof value === 'number' ? `0x${value.toString(16)}` : String(value);
        throw new UnsupportedGLError(`${call} with ${shown}`);
    }
}

// twgl looks for these to tell WebGL 2 from WebGL 1: absent is the honest answer.
const ABSENT_IN_WEBGL1 = new Set([
    'texStorage2D',
    'texImage3D',
    'createSampler',
    'createVertexArray',
    'bindVertexArray',
    'vertexAttribDivisor',
    'getUniformBlockIndex',
    'transformFeedbackVaryings',
    'createTransformFeedback',
    'drawBuffers'
]);
const LANGUAGE_HOOKS = new Set(['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch']);

/**
 * The end of the context's prototype chain: reached only for names that nothing else defines, so that a GL call or
 * enum that is missing here is an error and not `undefined`.
 */
export const rejectUnknownNames = new Proxy(Object.prototype, {
    get(target, name, receiver) {
        if (
            typeof name === 'symbol' ||
            name in target ||
            ABSENT_IN_WEBGL1.has(name) ||
            LANGUAGE_HOOKS.has(name)
        ) {
            return Reflect.get(target, name, receiver);
        }
        throw new UnsupportedGLError(`gl.${name}`);
    }
});
