// SPDX-License-Identifier: AGPL-3.0-only
import {GL} from './constants.js';

/** Premultiplied RGBA8 pixels. Row 0 is t = 0, which for a framebuffer is the bottom row of the window. */
export class Texture {
    width = 0;
    height = 0;
    /** @type {Uint8Array | null} */
    bytes = null;
    /** @type {Uint32Array | null} The same memory, one word a pixel. */
    words = null;
    magFilter = GL.LINEAR;
    minFilter = GL.LINEAR;

    allocate(width, height) {
        const memory = new ArrayBuffer(width * height * 4);
        this.width = width;
        this.height = height;
        this.bytes = new Uint8Array(memory);
        this.words = new Uint32Array(memory);
    }

    release() {
        this.width = 0;
        this.height = 0;
        this.bytes = null;
        this.words = null;
    }
}

export class Renderbuffer {
    width = 0;
    height = 0;
    /** @type {Uint8Array | null} One stencil byte a pixel. */
    stencil = null;
}

export class Framebuffer {
    /** @type {Texture | null} */
    color = null;
    /** @type {Renderbuffer | null} */
    depthStencil = null;
}

/** A vertex buffer: only its values and its size in bytes matter here. */
export class VertexBuffer {
    /** @type {ArrayLike<number>} */
    values = [];
    byteLength = 0;
}

export class Shader {
    source = '';

    constructor(type) {
        this.type = type;
    }
}

export class Program {
    /** @type {Shader[]} */
    shaders = [];
    /** @type {string} The shader's draw mode: 'default', 'silhouette', 'line' and so on. */
    mode = '';
    /** @type {Record<string, boolean>} Which of the seven effects are compiled in. */
    effects = {};
    /** @type {Record<string, number | Float64Array>} */
    uniforms = {};
    activeUniforms = [];
    activeAttributes = [];
}
