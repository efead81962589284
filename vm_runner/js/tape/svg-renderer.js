// SPDX-License-Identifier: AGPL-3.0-only
/** In place of scratch-svg-renderer: what a costume's text becomes, only the recorded renderer knows. */
export const loadSvgString = text => text;
export const serializeSvgToString = text => text;
