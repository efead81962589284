// SPDX-License-Identifier: AGPL-3.0-only
import {guardSvg} from './svg-guard.js';
import {measureSvg} from './svg-text.js';
import {parseTransformList} from './svg-transform.js';

const NOT_GEOMETRY = ['stroke', 'stroke-width', 'filter', 'clip-path', 'mask', 'opacity', 'fill-opacity'];
const NOT_GEOMETRY_STYLE = /(^|;)\s*(stroke[a-z-]*|fill|fill-opacity|opacity)\s*:[^;]*/g;
const EMPTY_BOX = {x: 0, y: 0, width: 0, height: 0};

/** Adds to jsdom's SVG elements what scratch-svg-renderer asks of them and jsdom lacks. */
export function installSvgMetrics(window) {
    const prototype = window.SVGElement.prototype;
    prototype.getBBox = function () {
        return boundingBox(this, window);
    };
    prototype.createSVGTransform = () => ({matrix: {a: 1, b: 0, c: 0, d: 1, e: 0, f: 0}});
    Object.defineProperty(prototype, 'transform', {
        configurable: true,
        get() {
            return {baseVal: transformListOf(this)};
        }
    });
}

/** The geometric box of an element. resvg counts strokes and skips what is transparent, so a bare copy is measured. */
function boundingBox(element, window) {
    const copy = element.cloneNode(true);
    strip(copy);
    for (const name of ['viewBox', 'width', 'height']) {
        copy.removeAttribute(name);
    }
    const text = new window.XMLSerializer().serializeToString(copy);
    try {
        return measureSvg(guardSvg(text)) ?? {...EMPTY_BOX};
    } catch {
        return {...EMPTY_BOX};
    }
}

function strip(node) {
    if (node.removeAttribute) {
        for (const name of NOT_GEOMETRY) {
            node.removeAttribute(name);
        }
        if (node.getAttribute('fill')) {
            node.setAttribute('fill', '#000');
        }
        const style = node.getAttribute('style');
        if (style) {
            node.setAttribute('style', style.replace(NOT_GEOMETRY_STYLE, ''));
        }
    }
    for (const child of node.childNodes) {
        strip(child);
    }
}

/** A live SVGTransformList, as far as scratch-svg-renderer uses one. */
function transformListOf(element) {
    const list = parseTransformList(element.getAttribute('transform'));
    const write = () => {
        const text = list.map(({a, b, c, d, e, f}) => `matrix(${a} ${b} ${c} ${d} ${e} ${f})`).join(' ');
        element.setAttribute('transform', text);
    };
    return {
        get numberOfItems() {
            return list.length;
        },
        getItem: index => ({matrix: liveMatrix(list[index], write)}),
        appendItem(transform) {
            list.push({...transform.matrix});
            write();
            return transform;
        }
    };
}

const liveMatrix = (matrix, changed) =>
    new Proxy(matrix, {
        set(target, name, value) {
            target[name] = value;
            changed();
            return true;
        }
    });
