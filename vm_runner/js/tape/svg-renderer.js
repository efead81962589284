// SPDX-License-Identifier: AGPL-3.0-only
/** In place of scratch-svg-renderer: what becomes of a costume's text, only the recorded renderer knows. */
import {nowPlaying} from './replay.js';

export const loadSvgString = (text, fromVersion2) => {
    // it may fail, and then the VM takes a costume of its own
    nowPlaying().answer('loadSvgString', [text, fromVersion2]);
    return text;
};

export const serializeSvgToString = text => text;
