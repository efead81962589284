// SPDX-License-Identifier: AGPL-3.0-only

// A browser also gives up on huge images: Chromium's canvas ends at 16384 pixels a side, Safari's on iOS at 16,777,216
// pixels in all (64 MiB). Past either bound an image here fails to load and a canvas has no pixels.
export const MAX_SIDE = 16384;
export const MAX_PIXELS = 4096 * 4096;

/** Scratch's servers take no larger costume file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Elements of an SVG once its `<use>` references are expanded: bounds exponential nesting. */
export const MAX_SVG_ELEMENTS = 100_000;
export const MAX_SVG_DEPTH = 256;

export const fitsLimits = (width, height) =>
    width <= MAX_SIDE && height <= MAX_SIDE && Math.ceil(width) * Math.ceil(height) <= MAX_PIXELS;
