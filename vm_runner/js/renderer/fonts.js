// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import path from 'node:path';
import {GlobalFonts} from './skia.js';

const require = createRequire(import.meta.url);
const FONTS_MODULE = require.resolve('scratch-render-fonts');

/** The font families of Scratch's costumes: [file, name of the family inside the file]. */
const COSTUME_FONTS = {
    'Sans Serif': ['NotoSans-Medium.ttf', 'Noto Sans'],
    Serif: ['SourceSerifPro-Regular.otf', 'Source Serif Pro'],
    Handwriting: ['handlee-regular.ttf', 'Handlee'],
    Marker: ['Knewave.ttf', 'Knewave'],
    Curly: ['Griffy-Regular.ttf', 'Griffy'],
    Pixel: ['Grand9K-Pixel.ttf', 'Grand9K Pixel'],
    Scratch: ['Scratch.ttf', 'ScratchFont']
};

const fontPath = file => path.join(path.dirname(FONTS_MODULE), file);

/** Options for resvg: the costume fonts and no others. */
export const RESVG_OPTIONS = Object.freeze({
    font: {
        loadSystemFonts: false,
        fontFiles: Object.values(COSTUME_FONTS).map(([file]) => fontPath(file)),
        defaultFontFamily: 'Noto Sans',
        sansSerifFamily: 'Noto Sans',
        serifFamily: 'Source Serif Pro'
    }
});

/** Replaces the family names of Scratch by those inside the font files, which is what resvg looks for. */
export const renameFonts = svgText =>
    svgText.replace(/font-family="([^"]*)"/g, (attribute, family) =>
        Object.hasOwn(COSTUME_FONTS, family) ? `font-family="${COSTUME_FONTS[family][1]}"` : attribute
    );

/** Makes the fonts known to Skia, and stands in for the package's index, which only webpack can load. */
export function installFonts() {
    for (const [family, [file]] of Object.entries(COSTUME_FONTS)) {
        GlobalFonts.registerFromPath(fontPath(file), family);
    }
    // Speech bubbles ask for Helvetica, which few machines have: one font for all of them.
    GlobalFonts.registerFromPath(fontPath('NotoSans-Medium.ttf'), 'Helvetica');
    require.cache[FONTS_MODULE] = {
        id: FONTS_MODULE,
        filename: FONTS_MODULE,
        loaded: true,
        exports: () => ({})
    };
}
