// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {test} from 'node:test';
import {BLACK, BLUE, draw, GREEN, MIDDLE_2, MIDDLE_4, QUARTERS, RED, WHITE} from './support/pixels.js';
import {addBitmap, addPen, addVector, makeStage, pixelAt, pixelsAt, wrapSvg} from './support/renderer.js';

test('an empty stage is white and opaque', () => {
    const stage = makeStage();
    const frame = stage.readFrame();
    assert.deepEqual([frame.width, frame.height, frame.data.length], [480, 360, 480 * 360 * 4]);
    assert.ok(frame.data.every(level => level === 255));
    stage.dispose();
});

test('a bitmap is drawn pixel for pixel, upright', () => {
    assert.deepEqual(draw(QUARTERS, {}, {x: -2, y: -2, width: 4, height: 4}), [
        [WHITE, WHITE, WHITE, WHITE],
        [WHITE, RED, GREEN, WHITE],
        [WHITE, BLUE, BLACK, WHITE],
        [WHITE, WHITE, WHITE, WHITE]
    ]);
});

test('a position moves it in stage coordinates, up being positive', () => {
    assert.deepEqual(
        draw([[RED]], {position: [10, 20]}, {x: 9, y: 18, width: 3, height: 4})
            .flat()
            .filter(color => color[1] === 0).length,
        1
    );
});

test('direction 180 turns it a quarter clockwise', () => {
    assert.deepEqual(draw(QUARTERS, {direction: 180}, MIDDLE_2), [
        [BLUE, RED],
        [BLACK, GREEN]
    ]);
});

test('size 200 doubles each pixel', () => {
    assert.deepEqual(draw(QUARTERS, {scale: 200}, MIDDLE_4), [
        [RED, RED, GREEN, GREEN],
        [RED, RED, GREEN, GREEN],
        [BLUE, BLUE, BLACK, BLACK],
        [BLUE, BLUE, BLACK, BLACK]
    ]);
});

test('half-transparent pixels blend with what is behind', () => {
    // Premultiplied red is (255 * 128 + 127) / 255 = 128; over white: 128 + 255 * (1 - 128 / 255) = 255 and 127.
    assert.deepEqual(
        draw(
            [
                [
                    [255, 0, 0, 128],
                    [0, 0, 0, 0]
                ]
            ],
            {},
            {x: -1, y: -1, width: 2, height: 2}
        )
            .flat()
            .filter(color => color[1] !== 255),
        [[255, 127, 127]]
    );
});

test('drawables are layered in the order of their group', () => {
    const stage = makeStage();
    const first = addBitmap(stage, [
        [RED, RED],
        [RED, RED]
    ]);
    addBitmap(stage, [
        [BLUE, BLUE],
        [BLUE, BLUE]
    ]);
    assert.deepEqual(pixelAt(stage.readFrame(), 0, 0), BLUE);
    stage.renderer.setDrawableOrder(first, Infinity, 'sprite');
    assert.deepEqual(pixelAt(stage.readFrame(), 0, 0), RED);
    stage.renderer.updateDrawableVisible(first, false);
    assert.deepEqual(pixelAt(stage.readFrame(), 0, 0), BLUE);
    stage.dispose();
});

test('a pen line of width 4 fills four rows and its caps', () => {
    const stage = makeStage();
    const pen = addPen(stage);
    stage.renderer.penLine(pen, {color4f: [0, 0, 1, 1], diameter: 4}, -10, 0, 10, 0);
    const frame = stage.readFrame();
    const column = Array.from({length: 8}, (_, i) => pixelAt(frame, 0, 3 - i));
    // Rows whose centres are 0.5 and 1.5 from the line are covered (2.5 - 1.5 = 1), those at 2.5 not at all.
    assert.deepEqual(column, [WHITE, WHITE, BLUE, BLUE, BLUE, BLUE, WHITE, WHITE]);
    // The cap's pixel (1.5, 0.5) past the end is sqrt(2.5) away: coverage 2.5 - 1.5811 = 0.9189, leaving 255 * 0.0811.
    assert.deepEqual(pixelAt(frame, 11, 0), [21, 21, 255]);
    stage.renderer.penClear(pen);
    assert.deepEqual(pixelAt(stage.readFrame(), 0, 0), WHITE);
    stage.dispose();
});

test('a half-transparent pen line of width 1 covers whole pixels', () => {
    const stage = makeStage();
    const pen = addPen(stage);
    stage.renderer.penLine(pen, {color4f: [1, 0, 0, 0.5], diameter: 1}, 0, 0, 5, 0);
    const frame = stage.readFrame();
    // The pen layer holds premultiplied (128, 0, 0, 128); over white: 128 + 127 and 127.
    assert.deepEqual(pixelAt(frame, 3, 0), [255, 127, 127]);
    assert.deepEqual([pixelAt(frame, 3, 1), pixelAt(frame, 3, -1)], [WHITE, WHITE]);
    stage.dispose();
});

test('a stamp stays when its sprite has gone', () => {
    const stage = makeStage();
    const pen = addPen(stage);
    const sprite = addBitmap(stage, QUARTERS);
    stage.renderer.penStamp(pen, sprite);
    stage.renderer.updateDrawableVisible(sprite, false);
    assert.deepEqual(pixelsAt(stage.readFrame(), MIDDLE_2), QUARTERS);
    stage.dispose();
});

for (const mode of ['ForceCPU', 'ForceGPU']) {
    test(`touching a colour, ${mode}`, () => {
        const stage = makeStage();
        const {renderer} = stage;
        renderer.setUseGpuMode(mode);
        const sprite = addBitmap(stage, [
            [RED, BLUE],
            [RED, BLUE]
        ]);
        addBitmap(
            stage,
            [
                [GREEN, GREEN],
                [GREEN, GREEN]
            ],
            {position: [1, 0]}
        );
        assert.equal(renderer.isTouchingColor(sprite, GREEN), true);
        assert.equal(renderer.isTouchingColor(sprite, [0, 0, 200]), false);
        assert.equal(renderer.isTouchingColor(sprite, GREEN, BLUE), true, 'the blue half is over the green');
        renderer.updateDrawablePosition(sprite, [100, 100]);
        assert.equal(renderer.isTouchingColor(sprite, GREEN), false);
        assert.equal(renderer.isTouchingColor(sprite, WHITE), true, 'the background counts');
        stage.dispose();
    });
}

test('touching, picking, bounds and fencing of a known costume', async () => {
    const stage = makeStage();
    const {renderer} = stage;
    const {skin, drawable} = await addVector(
        stage,
        wrapSvg('<rect x="10" width="20" height="40" fill="red"/>')
    );
    const other = addBitmap(stage, [
        [BLUE, BLUE],
        [BLUE, BLUE]
    ]);
    assert.deepEqual(renderer.getSkinSize(skin), [40, 40]);
    assert.equal(renderer.isTouchingDrawables(other, [drawable]), true);
    renderer.updateDrawablePosition(other, [15, 0]);
    assert.equal(renderer.isTouchingDrawables(other, [drawable]), false, 'the costume is transparent there');
    assert.equal(renderer.pick(240, 180), drawable);
    assert.equal(renderer.drawableTouching(drawable, 240 + 15, 180), false);
    // scratch-render samples column x at 39 x / 40 and the next one: columns 10 to 29 answer for x = 10 to 30, and the
    // outline goes through x + 0.5 - 20.
    assert.deepEqual({...renderer.getBounds(drawable)}, {left: -9.5, right: 10.5, bottom: -19.5, top: 19.5});
    // Fencing leaves 15 units of the whole costume in view: its left edge, 20 from the centre, stops at 240 - 15.
    assert.deepEqual(renderer.getFencedPositionOfDrawable(drawable, [500, 0]), [245, 0]);
    stage.dispose();
});

test('a speech bubble has the size of its style and font', () => {
    const stage = makeStage();
    const {renderer} = stage;
    // Width: at least 50, padding 20, stroke 4. Height: one line of 16, padding 20, stroke 4, tail 12.
    assert.deepEqual(renderer.getSkinSize(renderer.createTextSkin('say', 'Hi', false)), [74, 52]);
    const thought = renderer.createTextSkin('think', 'The pinned font measures this line.', true);
    const [width, height] = renderer.getSkinSize(thought);
    assert.equal(height, 52 + 16);
    assert.equal(width.toFixed(3), '149.691');
    stage.dispose();
});

test('drawing has no lasting effect but the silhouettes of the ticks', async () => {
    const shape = wrapSvg('<circle cx="20" cy="20" r="19.3" fill="red"/>');
    const silhouetteAfter = async readFrames => {
        const stage = makeStage();
        const {drawable} = await addVector(stage, shape);
        stage.renderer.draw();
        stage.renderer.updateDrawableScale(drawable, [400, 400]);
        if (readFrames) {
            stage.readFrame();
        }
        stage.renderer.updateDrawableScale(drawable, [100, 100]);
        stage.renderer.draw();
        const {_width, _height, _colorData} = stage.renderer._allDrawables[drawable].skin._silhouette;
        const bounds = {...stage.renderer.getBounds(drawable)};
        stage.dispose();
        return {_width, _height, sum: createHash('sha256').update(_colorData).digest('hex'), bounds};
    };
    const expected = await silhouetteAfter(false);
    assert.equal(expected._width, 40);
    assert.deepEqual(await silhouetteAfter(true), expected);
});

test('a costume is drawn alone, upright, with its alpha and its rotation centre', () => {
    const stage = makeStage();
    const nothing = [0, 0, 0, 0];
    const half = [0, 0, 255, 128];
    const rows = [[nothing, nothing], [RED, GREEN], [half, nothing]];
    const drawable = addBitmap(stage, rows, {centre: [1, 3], position: [50, 0], effects: {color: 50}, scale: 300});
    const before = stage.readFrame();
    const {picture, centre, scale} = stage.readCostume(stage.renderer._allDrawables[drawable].skin.id);
    assert.deepEqual([picture.width, picture.height, scale], [2, 2, 1]);
    // the renderer multiplies blue by its alpha and divides it again
    assert.deepEqual([...picture.data], [...RED, 255, ...GREEN, 255, 0, 0, 254, 128, ...nothing]);
    assert.deepEqual(centre, [1, 2], 'the row that is left out counts no more');
    assert.equal(stage.encodePng(picture, {alpha: true})[25], 6, 'a colour type with alpha');
    assert.deepEqual(stage.readFrame(), before);
    stage.dispose();
});

test('a huge costume is drawn smaller, and leaves no lasting effect', async () => {
    const stage = makeStage();
    const {drawable} = await addVector(stage, wrapSvg('<rect width="40" height="40" fill="red"/>'));
    const {skin} = stage.renderer._allDrawables[drawable];
    stage.renderer.draw();
    const {_width} = skin._silhouette;
    skin._renderedSize = skin._size = [8000, 4000];
    const {picture, scale} = stage.readCostume(skin.id);
    assert.equal(scale, 0.25);
    assert.ok(picture.width <= 2001 && picture.height <= 1001);
    assert.equal(skin._silhouette._width, _width);
    stage.dispose();
});

test('a larger frame shows the same stage', () => {
    const stage = makeStage({width: 960, height: 720});
    addBitmap(stage, QUARTERS);
    const frame = stage.readFrame();
    assert.deepEqual([frame.width, frame.height], [960, 720]);
    assert.deepEqual(pixelsAt(frame, MIDDLE_4)[0], [RED, RED, GREEN, GREEN]);
    assert.equal(stage.renderer.pick(240, 180), 0);
    stage.dispose();
});

test('a PNG of a frame decodes to the frame and holds no metadata', async () => {
    const stage = makeStage();
    addBitmap(stage, QUARTERS);
    const frame = stage.readFrame();
    const png = stage.encodePng(frame);
    assert.deepEqual(png, stage.encodePng(frame));
    const chunks = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        chunks.push(png.toString('latin1', at + 4, at + 8));
    }
    assert.deepEqual(chunks, ['IHDR', 'IDAT', 'IEND']);
    const image = new Image();
    image.src = `data:image/png;base64,${png.toString('base64')}`;
    await stage.settle();
    const context = Object.assign(document.createElement('canvas'), {width: 480, height: 360}).getContext(
        '2d'
    );
    context.drawImage(image, 0, 0);
    assert.deepEqual(context.getImageData(0, 0, 480, 360).data, frame.data);
    stage.dispose();
});
