// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import {createBoundedCanvas} from './canvas.js';
import {installFonts} from './fonts.js';
import {Renderbuffer, Shader, Texture, VertexBuffer} from './gl/objects.js';
import {TrackedImage} from './images.js';
import {createCanvas, Image as SkiaImage, ImageData} from './skia.js';
import {memoiseSvgLoading} from './svg-loading.js';
import {installSvgMetrics} from './svg-metrics.js';

const require = createRequire(import.meta.url);
const {JSDOM} = require('jsdom');

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const SVG_PREFIX_DECLARATION = /\s+xmlns:svg=("|')http:\/\/www\.w3\.org\/2000\/svg\1/g;

// A canvas element's size before it is set, by the HTML specification.
const DEFAULT_CANVAS = [300, 150];

let installed = false;

/**
 * Gives this process the browser globals that scratch-vm, scratch-render and scratch-svg-renderer expect. Call it
 * before any of them is first required. Further calls do nothing.
 */
export function installBrowserGlobals() {
    if (installed) {
        return;
    }
    installed = true;
    // DOMPurify looks for a global window once, when it is loaded, and must not find the bare one below.
    require('isomorphic-dompurify');
    installFonts();
    const {window} = new JSDOM('<!doctype html><html><body></body></html>');
    adaptDocument(window);
    installSvgMetrics(window);
    Object.assign(globalThis, {
        window: bareWindow(window),
        document: window.document,
        Image: TrackedImage,
        ImageData,
        HTMLCanvasElement: createCanvas(1, 1).constructor,
        HTMLImageElement: SkiaImage,
        HTMLVideoElement: class HTMLVideoElement {},
        DOMParser: parserFor(window),
        XMLSerializer: window.XMLSerializer,
        WebGLTexture: Texture,
        WebGLRenderbuffer: Renderbuffer,
        WebGLBuffer: VertexBuffer,
        WebGLShader: Shader
    });
    // Node 20 has no navigator, and that of later versions tells the machine's language.
    Object.defineProperty(globalThis, 'navigator', {
        value: {language: 'en', languages: ['en'], userAgent: 'ScratchWorld'},
        configurable: true,
        writable: true
    });
    memoiseSvgLoading();
}

/** Only what the Scratch packages read: a full window would make other packages take Node for a browser. */
function bareWindow(window) {
    return {
        document: window.document,
        location: {href: 'about:blank'},
        devicePixelRatio: 1,
        atob,
        btoa,
        // Read at each use: the caller may have put a virtual clock in its place.
        get performance() {
            return globalThis.performance;
        }
    };
}

function adaptDocument(window) {
    const {document} = window;
    const createElement = document.createElement.bind(document);
    document.createElement = (name, ...rest) => {
        switch (String(name).toLowerCase()) {
            case 'canvas':
                return createBoundedCanvas(...DEFAULT_CANVAS);
            case 'img':
                return new TrackedImage();
            default:
                return createElement(name, ...rest);
        }
    };
    const setAttribute = window.Element.prototype.setAttribute;
    window.Element.prototype.setAttribute = function (name, value) {
        // jsdom's serialiser refuses a local name with a colon, which is what setAttribute makes of it.
        if (name === 'xml:space') {
            this.setAttributeNS(XML_NAMESPACE, name, value);
        } else {
            setAttribute.call(this, name, value);
        }
    };
}

/** jsdom's serialiser would write a declared `svg:` prefix before every tag, which DOMPurify and Skia then drop. */
function parserFor(window) {
    return class DOMParser {
        parseFromString(text, type) {
            return new window.DOMParser().parseFromString(text.replace(SVG_PREFIX_DECLARATION, ''), type);
        }
    };
}
