// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';

// Read by @napi-rs/canvas when it is loaded: text must look the same whatever fonts a machine has.
process.env.DISABLE_SYSTEM_FONTS_LOAD = '1';

export const {createCanvas, GlobalFonts, Image, ImageData} = createRequire(import.meta.url)(
    '@napi-rs/canvas'
);
