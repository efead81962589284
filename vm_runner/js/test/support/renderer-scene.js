// SPDX-License-Identifier: AGPL-3.0-only
import {createHash} from 'node:crypto';
import {pathToFileURL} from 'node:url';
import {addBitmap, addPen, addVector, makeStage, wrapSvg} from './renderer.js';

const EFFECTS = ['color', 'fisheye', 'whirl', 'pixelate', 'mosaic', 'brightness', 'ghost'];

/** A sprite of 16 x 16 colours. */
const tile = Array.from({length: 16}, (_, y) =>
    Array.from({length: 16}, (_, x) => [x * 16, y * 16, 128, x + y > 24 ? 100 : 255])
);

/** One of each effect, rotations, scales, pen lines and a stamp: no text and no vectors, so no Skia. */
export function drawBitmapScene() {
    const stage = makeStage();
    const pen = addPen(stage);
    EFFECTS.forEach((name, index) => {
        addBitmap(stage, tile, {position: [index * 60 - 180, 60], scale: 250, effects: {[name]: 45}});
        addBitmap(stage, tile, {
            position: [index * 60 - 180, -10],
            scale: 130 + index * 20,
            direction: 20 + index * 40
        });
        const points = [-200, -60 - index * 12, -200 + index * 60, -150 + index * 9];
        stage.renderer.penLine(
            pen,
            {color4f: [index / 7, 0.5, 0, 0.3 + index / 10], diameter: index * 2 + 1},
            ...points
        );
    });
    const stamp = addBitmap(stage, tile, {position: [150, -120], scale: 300, direction: 45});
    stage.renderer.penStamp(pen, stamp);
    stage.renderer.updateDrawableVisible(stamp, false);
    const frame = stage.readFrame();
    stage.dispose();
    return frame;
}

/** Vectors, costume text and speech bubbles: what Skia and resvg rasterise. */
export async function drawVectorScene() {
    const stage = makeStage();
    const {renderer} = stage;
    const shape =
        '<g transform="rotate(20 20 20)"><ellipse cx="20" cy="20" rx="18" ry="9" stroke="navy" fill="gold"/></g>';
    const {drawable} = await addVector(stage, wrapSvg(shape));
    renderer.updateDrawableScale(drawable, [350, 350]);
    const text = '<text y="25" font-size="22" font-family="Marker" fill="teal">Text</text>';
    const label = await addVector(stage, wrapSvg(text, 'width="90" height="40" viewBox="0 0 90 40"'));
    renderer.updateDrawablePosition(label.drawable, [-100, 80]);
    const bubble = renderer.createDrawable('sprite');
    renderer.updateDrawableSkinId(bubble, renderer.createTextSkin('think', 'Hello, мир!', true));
    renderer.updateDrawablePosition(bubble, [60, 120]);
    const frame = stage.readFrame();
    stage.dispose();
    return frame;
}

export const checksum = frame => createHash('sha256').update(frame.data).digest('hex').slice(0, 16);

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    console.log(checksum(drawBitmapScene()), checksum(await drawVectorScene()));
}
