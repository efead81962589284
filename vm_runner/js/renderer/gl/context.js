// SPDX-License-Identifier: AGPL-3.0-only
import {drawBackground} from './background.js';
import {framebufferCalls, vertexCalls} from './buffers.js';
import {GL} from './constants.js';
import {rejectUnknownNames, requireEnum} from './errors.js';
import {drawLine} from './line.js';
import {Framebuffer, Texture} from './objects.js';
import {packColor, readBlock} from './pixels.js';
import {programCalls} from './programs.js';
import {drawQuad} from './quad.js';
import {MAX_TEXTURE_SIZE, textureCalls} from './textures.js';

/**
 * A WebGL 1 rendering context in JavaScript that runs one program family: the shaders of scratch-render.
 * A call, enum or shader that it does not know raises UnsupportedGLError.
 */
export class SoftwareGL {
    /** @param {{width: number, height: number}} canvas - The back buffer takes its size. */
    constructor(canvas) {
        this.canvas = canvas;
        this.backBuffer = Object.assign(new Framebuffer(), {color: new Texture()});
        this.state = {
            framebuffer: null,
            renderbuffer: null,
            vertexBuffer: null,
            program: null,
            textures: [],
            textureUnit: 0,
            premultiplyUploads: false,
            blend: false,
            stencilTest: false,
            stencilFunction: GL.ALWAYS,
            stencilReference: 0,
            stencilPassOperation: GL.KEEP,
            writeColor: true,
            clearWord: 0,
            viewport: {x: 0, y: 0, width: 0, height: 0}
        };
    }

    get drawingBufferWidth() {
        return this.canvas.width;
    }

    get drawingBufferHeight() {
        return this.canvas.height;
    }

    getContextAttributes() {
        return {alpha: false, stencil: true, antialias: false};
    }

    getExtension() {
        return null;
    }

    getParameter(name) {
        requireEnum('getParameter', name, [GL.VERSION, GL.MAX_TEXTURE_SIZE]);
        return name === GL.VERSION ? 'WebGL 1.0 (ScratchWorld software)' : MAX_TEXTURE_SIZE;
    }

    enable(capability) {
        this.setCapability('enable', capability, true);
    }

    disable(capability) {
        this.setCapability('disable', capability, false);
    }

    setCapability(call, capability, on) {
        switch (capability) {
            case GL.BLEND:
                this.state.blend = on;
                break;
            case GL.STENCIL_TEST:
                this.state.stencilTest = on;
                break;
            default:
                requireEnum(call, capability, on ? [] : [GL.DEPTH_TEST]);
        }
    }

    blendFunc(source, destination) {
        requireEnum('blendFunc source', source, [GL.ONE]);
        requireEnum('blendFunc destination', destination, [GL.ONE_MINUS_SRC_ALPHA]);
    }

    stencilFunc(test, reference, mask) {
        requireEnum('stencilFunc', test, [GL.ALWAYS, GL.EQUAL]);
        requireEnum('stencilFunc mask', mask, [1]);
        this.state.stencilFunction = test;
        this.state.stencilReference = reference;
    }

    stencilOp(fail, depthFail, pass) {
        requireEnum('stencilOp fail', fail, [GL.KEEP]);
        requireEnum('stencilOp depth fail', depthFail, [GL.KEEP]);
        requireEnum('stencilOp pass', pass, [GL.KEEP, GL.REPLACE]);
        this.state.stencilPassOperation = pass;
    }

    colorMask(red, green, blue, alpha) {
        requireEnum('colorMask with different channels', Number(red), [Number(green)]);
        requireEnum('colorMask with different channels', Number(blue), [Number(alpha)]);
        this.state.writeColor = red;
    }

    clearColor(red, green, blue, alpha) {
        this.state.clearWord = packColor([red, green, blue, alpha]);
    }

    viewport(x, y, width, height) {
        this.state.viewport = {x, y, width, height};
    }

    clear(bits) {
        const {color, depthStencil} = this.drawTarget();
        if (bits & GL.COLOR_BUFFER_BIT && this.state.writeColor) {
            color.words.fill(this.state.clearWord);
        }
        if (bits & GL.STENCIL_BUFFER_BIT) {
            depthStencil?.stencil.fill(0);
        }
    }

    drawArrays(mode, first, count) {
        this.requireWholeQuad(mode, first, count);
        const job = {...this.state, target: this.drawTarget()};
        switch (this.state.program.mode) {
            case 'line':
                drawLine(job);
                break;
            case 'background':
                drawBackground(job);
                break;
            default:
                drawQuad(job);
        }
    }

    readPixels(x, y, width, height, format, type, pixels) {
        requireEnum('readPixels format', format, [GL.RGBA]);
        requireEnum('readPixels type', type, [GL.UNSIGNED_BYTE]);
        readBlock(this.drawTarget().color, {x, y, width, height}, pixels);
    }

    /** The bound framebuffer, or the back buffer at the canvas's present size. */
    drawTarget() {
        if (this.state.framebuffer) {
            return this.state.framebuffer;
        }
        const {width, height} = this.canvas;
        const {color} = this.backBuffer;
        if (color.width !== width || color.height !== height) {
            color.allocate(width, height);
        }
        return this.backBuffer;
    }
}

Object.assign(SoftwareGL.prototype, GL, programCalls, textureCalls, vertexCalls, framebufferCalls);
Object.setPrototypeOf(SoftwareGL.prototype, rejectUnknownNames);
