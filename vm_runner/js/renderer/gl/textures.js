// SPDX-License-Identifier: AGPL-3.0-only
import {GL} from './constants.js';
import {requireEnum, UnsupportedGLError} from './errors.js';
import {Texture} from './objects.js';

/** The largest texture side. Desktop browsers report 8192 or 16384. */
export const MAX_TEXTURE_SIZE = 16384;

/**
 * Copies straight-alpha pixels, multiplying the colours by their alpha.
 *
 * @param {Uint8ClampedArray | Uint8Array} source - RGBA.
 * @param {Texture} target - As many pixels as the source; zeroed.
 */
function premultiply(source, {bytes, words}) {
    const sourceWords = new Uint32Array(source.buffer, source.byteOffset, words.length);
    for (let pixel = 0; pixel < words.length; pixel++) {
        const word = sourceWords[pixel];
        const alpha = word >>> 24;
        if (alpha === 255) {
            words[pixel] = word;
        } else if (alpha !== 0) {
            const i = pixel * 4;
            bytes[i] = ((word & 255) * alpha + 127) / 255;
            bytes[i + 1] = (((word >>> 8) & 255) * alpha + 127) / 255;
            bytes[i + 2] = (((word >>> 16) & 255) * alpha + 127) / 255;
            bytes[i + 3] = alpha;
        }
    }
}

/** The two forms of texImage2D as one: (size, pixels or null) or (image data or canvas). */
function readUpload(parameters) {
    if (parameters.length === 9) {
        const [, , , width, height, , format, type, pixels] = parameters;
        return {width, height, format, type, pixels};
    }
    const [, , , format, type, source] = parameters;
    const {width, height} = source;
    const pixels =
        source.data instanceof Uint8ClampedArray
            ? source.data
            : source.getContext?.('2d').getImageData(0, 0, width, height).data;
    if (!pixels) {
        throw new UnsupportedGLError(`texImage2D from ${source.constructor?.name}`);
    }
    return {width, height, format, type, pixels};
}

/** The calls about textures. */
export const textureCalls = {
    createTexture() {
        return new Texture();
    },
    deleteTexture(texture) {
        texture?.release();
    },
    isTexture(object) {
        return object instanceof Texture;
    },
    activeTexture(unit) {
        this.state.textureUnit = unit - GL.TEXTURE0;
    },
    bindTexture(target, texture) {
        requireEnum('bindTexture', target, [GL.TEXTURE_2D]);
        this.state.textures[this.state.textureUnit] = texture;
    },
    boundTexture() {
        return this.state.textures[this.state.textureUnit];
    },
    texParameteri(target, name, value) {
        switch (name) {
            case GL.TEXTURE_MAG_FILTER:
                requireEnum('texParameteri(TEXTURE_MAG_FILTER)', value, [GL.NEAREST, GL.LINEAR]);
                this.boundTexture().magFilter = value;
                break;
            case GL.TEXTURE_MIN_FILTER:
                requireEnum('texParameteri(TEXTURE_MIN_FILTER)', value, [GL.NEAREST, GL.LINEAR]);
                this.boundTexture().minFilter = value;
                break;
            case GL.TEXTURE_WRAP_S:
            case GL.TEXTURE_WRAP_T:
                requireEnum('texParameteri(TEXTURE_WRAP)', value, [GL.CLAMP_TO_EDGE]);
                break;
            default:
                requireEnum('texParameteri', name, []);
        }
    },
    pixelStorei(name, value) {
        switch (name) {
            case GL.UNPACK_PREMULTIPLY_ALPHA_WEBGL:
                this.state.premultiplyUploads = Boolean(value);
                break;
            case GL.UNPACK_FLIP_Y_WEBGL:
                requireEnum('pixelStorei(UNPACK_FLIP_Y_WEBGL)', Number(value), [0]);
                break;
            case GL.UNPACK_ALIGNMENT:
                // A row of RGBA8 is a whole number of words under every alignment of 1, 2 or 4.
                requireEnum('pixelStorei(UNPACK_ALIGNMENT)', value, [1, 2, 4]);
                break;
            default:
                requireEnum('pixelStorei', name, [GL.UNPACK_COLORSPACE_CONVERSION_WEBGL]);
        }
    },
    texImage2D(...parameters) {
        const {width, height, format, type, pixels} = readUpload(parameters);
        requireEnum('texImage2D format', format, [GL.RGBA]);
        requireEnum('texImage2D type', type, [GL.UNSIGNED_BYTE]);
        const texture = this.boundTexture();
        if (width > MAX_TEXTURE_SIZE || height > MAX_TEXTURE_SIZE) {
            throw new UnsupportedGLError(`a texture of ${width} x ${height} pixels`);
        }
        texture.allocate(width, height);
        if (!pixels) {
            return;
        }
        if (this.state.premultiplyUploads) {
            premultiply(pixels, texture);
        } else {
            texture.bytes.set(pixels);
        }
    },
    generateMipmap() {
        const {width, height} = this.boundTexture();
        // twgl asks for it on the one-pixel texture of an empty skin, where level 0 is the whole pyramid.
        if (width > 1 || height > 1) {
            throw new UnsupportedGLError('generateMipmap of more than one pixel');
        }
    }
};
