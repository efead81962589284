// SPDX-License-Identifier: AGPL-3.0-only
import {GL} from './constants.js';
import {requireEnum, UnsupportedGLError} from './errors.js';
import {Framebuffer, Renderbuffer, VertexBuffer} from './objects.js';

// The vertex arrays of scratch-render (two triangles each). The rasteriser takes them for granted.
const SPRITE_POSITIONS = '-0.5,-0.5,0.5,-0.5,-0.5,0.5,-0.5,0.5,0.5,-0.5,0.5,0.5';
const UNIT_SQUARE = '1,0,0,0,1,1,1,1,0,0,0,1';
const QUAD_VERTICES = 6;

/** The calls about vertex buffers. */
export const vertexCalls = {
    createBuffer() {
        return new VertexBuffer();
    },
    bindBuffer(target, buffer) {
        requireEnum('bindBuffer', target, [GL.ARRAY_BUFFER, GL.ELEMENT_ARRAY_BUFFER]);
        if (target === GL.ARRAY_BUFFER) {
            this.state.vertexBuffer = buffer;
        }
    },
    bufferData(target, data) {
        requireEnum('bufferData', target, [GL.ARRAY_BUFFER]);
        const values = Array.from(data);
        const known = [SPRITE_POSITIONS, UNIT_SQUARE].includes(values.join(','));
        if (!known) {
            throw new UnsupportedGLError(
                `vertices other than scratch-render's quads (${values.length} numbers)`
            );
        }
        Object.assign(this.state.vertexBuffer, {values, byteLength: data.byteLength});
    },
    getBufferParameter(target, name) {
        requireEnum('getBufferParameter', name, [GL.BUFFER_SIZE]);
        return this.state.vertexBuffer.byteLength;
    },
    enableVertexAttribArray() {},
    disableVertexAttribArray() {},
    vertexAttribPointer() {},
    requireWholeQuad(mode, first, count) {
        requireEnum('drawArrays', mode, [GL.TRIANGLES]);
        if (first !== 0 || count !== QUAD_VERTICES) {
            throw new UnsupportedGLError(`drawArrays of vertices ${first} to ${first + count}`);
        }
    }
};

/** The calls about framebuffers and renderbuffers. */
export const framebufferCalls = {
    createFramebuffer() {
        return new Framebuffer();
    },
    deleteFramebuffer() {},
    bindFramebuffer(target, framebuffer) {
        requireEnum('bindFramebuffer', target, [GL.FRAMEBUFFER]);
        this.state.framebuffer = framebuffer;
    },
    framebufferTexture2D(target, attachment, textureTarget, texture, level) {
        requireEnum('framebufferTexture2D attachment', attachment, [GL.COLOR_ATTACHMENT0]);
        requireEnum('framebufferTexture2D level', level, [0]);
        this.state.framebuffer.color = texture;
    },
    checkFramebufferStatus() {
        return GL.FRAMEBUFFER_COMPLETE;
    },
    createRenderbuffer() {
        return new Renderbuffer();
    },
    isRenderbuffer(object) {
        return object instanceof Renderbuffer;
    },
    bindRenderbuffer(target, renderbuffer) {
        requireEnum('bindRenderbuffer', target, [GL.RENDERBUFFER]);
        this.state.renderbuffer = renderbuffer;
    },
    renderbufferStorage(target, format, width, height) {
        requireEnum('renderbufferStorage', format, [GL.DEPTH_STENCIL]);
        Object.assign(this.state.renderbuffer, {width, height, stencil: new Uint8Array(width * height)});
    },
    framebufferRenderbuffer(target, attachment, renderbufferTarget, renderbuffer) {
        requireEnum('framebufferRenderbuffer', attachment, [GL.DEPTH_STENCIL_ATTACHMENT]);
        this.state.framebuffer.depthStencil = renderbuffer;
    }
};
