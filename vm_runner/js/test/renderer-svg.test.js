// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {after, before, describe, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {LruCache} from '../renderer/lru-cache.js';
import {guardSvg} from '../renderer/svg-guard.js';
import {parseTransformList} from '../renderer/svg-transform.js';
import {dataUrl, hugePng, image, nested, PNG} from './support/pictures.js';
import {addVector, loadProject, makeStage, pixelAt, runVm, wrapSvg} from './support/renderer.js';

const require = createRequire(import.meta.url);

const multiplied = levels => {
    const groups = Array.from(
        {length: levels},
        (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`
    );
    return `<defs><rect id="a0" width="1" height="1"/>${groups.join('')}</defs><use href="#a${levels}"/>`;
};

describe('guardSvg', () => {
    test('keeps what stays in the document', () => {
        const svg = wrapSvg(
            '<style>rect { fill: url(#g) }</style><use xlink:href="#a"/><rect style="fill:url(&quot;#g&quot;)"/>' +
                image(dataUrl('image/png', PNG)) +
                `<text title=">">href="/x"</text>`
        );
        assert.equal(guardSvg(svg), svg);
    });

    test('drops every reference that leaves it', () => {
        for (const href of [
            'http://a/b.png',
            'file:///b.png',
            '/b.png',
            'b.svg#c',
            '&#x2f;b.png',
            'data:text/html,x'
        ]) {
            assert.ok(!guardSvg(wrapSvg(image(href))).includes(href), href);
        }
        const disguised = `<e:image xmlns:e="http://www.w3.org/2000/svg" title="> href='#" e:HREF = '/b.png' x="'"/>`;
        assert.ok(!guardSvg(wrapSvg(disguised)).includes('/b.png'));
        const style = '<style>@import "http://a/b.css"; rect { fill: url( "http://a/b.svg#c" ) }</style>';
        assert.ok(!guardSvg(wrapSvg(style)).includes('http://a'));
        const inner = dataUrl('image/svg+xml', wrapSvg(image('/b.png')));
        const guarded = guardSvg(wrapSvg(image(inner)));
        const kept = Buffer.from(/base64,([^"]*)/.exec(guarded)[1], 'base64').toString();
        assert.ok(kept.includes('<image') && !kept.includes('/b.png'));
    });

    test('drops embedded images of an absurd size', () => {
        assert.match(guardSvg(wrapSvg(image(dataUrl('image/png', hugePng())))), /href=""/);
    });

    test('refuses what would take forever', () => {
        assert.throws(() => guardSvg(wrapSvg(multiplied(9))), /expands to/);
        assert.throws(() => guardSvg(wrapSvg(nested(5000, ''))), /too deep/);
        assert.throws(() => guardSvg(`<!DOCTYPE svg [<!ENTITY a "b">]>${wrapSvg('')}`), /entities/);
        assert.throws(
            () => guardSvg(wrapSvg('<path d="' + ' '.repeat(11 * 1024 * 1024) + '"/>')),
            /too large/
        );
        const cycle = wrapSvg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>');
        assert.equal(guardSvg(cycle), cycle);
    });
});

describe('costumes', () => {
    let folder;
    before(() => {
        folder = mkdtempSync(path.join(os.tmpdir(), 'renderer-test-'));
        writeFileSync(path.join(folder, 'green.png'), PNG);
    });
    after(() => rmSync(folder, {recursive: true}));

    test('open no file, with or without text and view box', async () => {
        const file = path.join(folder, 'green.png');
        for (const href of [file, pathToFileURL(file).href]) {
            const drawn = [
                wrapSvg(image(href)),
                wrapSvg(`${image(href)}<text font-family="Serif">a</text>`),
                wrapSvg(`${image(href)}<rect width="40" height="40" fill="none"/>`, 'width="40" height="40"'),
                wrapSvg(image(dataUrl('image/svg+xml', wrapSvg(image(href)))))
            ];
            for (const svg of drawn) {
                const stage = makeStage();
                await addVector(stage, svg);
                assert.deepEqual(pixelAt(stage.readFrame(), 3, 3), [255, 255, 255]);
                stage.dispose();
            }
        }
    });

    test('draw an embedded image, a nested SVG, a gradient and moderate nesting', async () => {
        const blue = '<rect width="40" height="40" fill="blue"/>';
        const gradient = '<linearGradient id="g"><stop stop-color="blue"/></linearGradient>';
        const bodies = {
            [image(dataUrl('image/svg+xml', wrapSvg(blue)))]: [0, 0, 255],
            [`${gradient}<rect width="40" height="40" fill="url(#g)"/>`]: [0, 0, 255],
            [nested(200, blue)]: [0, 0, 255]
        };
        for (const [body, color] of Object.entries(bodies)) {
            const stage = makeStage();
            await addVector(stage, wrapSvg(body));
            assert.deepEqual(pixelAt(stage.readFrame(), 3, 3), color, body.slice(0, 60));
            stage.dispose();
        }
    });

    test('measure a costume without a view box by its shapes and largest stroke', async () => {
        const stage = makeStage();
        const svg = wrapSvg(
            '<rect x="-5" y="10" width="30" height="20" stroke="black" stroke-width="4"/>',
            ''
        );
        const {skin} = await addVector(stage, svg);
        assert.deepEqual(stage.renderer.getSkinSize(skin), [34, 24]);
        stage.dispose();
    });

    test('draw the fonts of Scratch', async () => {
        const widths = [];
        for (const family of ['Sans Serif', 'Serif', 'Handwriting', 'Marker', 'Curly', 'Pixel', 'Scratch']) {
            const stage = makeStage();
            const text = `<text y="20" font-size="20" font-family="${family}">wide Text</text>`;
            const {skin} = await addVector(stage, wrapSvg(text, ''));
            widths.push(stage.renderer.getSkinSize(skin)[0]);
            stage.dispose();
        }
        assert.equal(new Set(widths).size, 7, `every family has a width of its own: ${widths}`);
    });

    test('are refused at an absurd size, and the renderer goes on', async () => {
        const sizes = [
            'width="100000" height="100000" viewBox="0 0 100000 100000"',
            'viewBox="0 0 1e308 1e308"'
        ];
        for (const size of sizes) {
            const stage = makeStage();
            await assert.rejects(
                addVector(stage, wrapSvg('<rect width="9" height="9"/>', size)),
                /too large/
            );
            await stage.settle();
            stage.readFrame();
            stage.dispose();
        }
    });

    test('without area are empty', async () => {
        for (const size of ['viewBox="0 0 0 0"', 'width="NaN" height="-5" viewBox="a b c d"']) {
            const stage = makeStage();
            const {skin} = await addVector(stage, wrapSvg('<rect width="9" height="9"/>', size));
            assert.deepEqual(stage.renderer.getSkinSize(skin), [0, 0]);
            stage.readFrame();
            stage.dispose();
        }
    });

    test('give the same result a second time', async () => {
        const svg = wrapSvg(
            '<g transform="scale(2)"><path d="M1 1h8v9z" stroke="red" stroke-width="2"/></g>'
        );
        const frames = [];
        for (let i = 0; i < 2; i++) {
            const stage = makeStage();
            const {skin} = await addVector(stage, svg);
            frames.push({size: stage.renderer.getSkinSize(skin), data: stage.readFrame().data});
            stage.dispose();
        }
        assert.deepEqual(frames[0], frames[1]);
        assert.ok(frames[0].data.some(level => level !== 255));
    });
});

test('a project whose costumes are all hostile loads and runs', async () => {
    const JSZip = require('jszip');
    const md5 = bytes => require('node:crypto').createHash('md5').update(bytes).digest('hex');
    const files = [
        [
            'svg',
            wrapSvg(
                '<rect width="9" height="9"/>',
                'width="100000" height="100000" viewBox="0 0 100000 100000"'
            )
        ],
        ['svg', wrapSvg(multiplied(9))],
        ['svg', wrapSvg(nested(20_000, ''))],
        ['svg', 'no svg at all'],
        ['svg', ''],
        ['png', hugePng()],
        ['png', 'no png at all'],
        ['png', wrapSvg(image('/a.png'))]
    ];
    const zip = new JSZip();
    const costumes = files.map(([dataFormat, content], index) => {
        const assetId = md5(content);
        zip.file(`${assetId}.${dataFormat}`, content);
        return {
            name: `costume ${index}`,
            assetId,
            dataFormat,
            md5ext: `${assetId}.${dataFormat}`,
            bitmapResolution: 1
        };
    });
    const target = {
        variables: {},
        lists: {},
        broadcasts: {},
        blocks: {},
        comments: {},
        currentCostume: 0,
        costumes,
        sounds: [],
        volume: 100
    };
    const sprite = {
        ...target,
        isStage: false,
        name: 'S',
        x: 0,
        y: 0,
        size: 100,
        direction: 90,
        visible: true,
        layerOrder: 1
    };
    const stageTarget = {...target, isStage: true, name: 'Stage', layerOrder: 0};
    zip.file(
        'project.json',
        JSON.stringify({
            targets: [stageTarget, sprite],
            monitors: [],
            extensions: [],
            meta: {semver: '3.0.0', vm: '0.2.0', agent: ''}
        })
    );
    const {vm, stage} = await loadProject(await zip.generateAsync({type: 'nodebuffer'}));
    for (let index = 0; index < costumes.length; index++) {
        vm.runtime.targets[1].setCostume(index);
        runVm(vm, 1);
        vm.runtime.targets[1].getBounds();
        stage.readFrame();
    }
    assert.equal(vm.runtime.targets.length, 2);
    vm.quit();
    stage.dispose();
});

test('transform lists are read as matrices', () => {
    assert.deepEqual(parseTransformList('translate(3) scale(2, 4),matrix(1 2 3 4 5 6)'), [
        {a: 1, b: 0, c: 0, d: 1, e: 3, f: 0},
        {a: 2, b: 0, c: 0, d: 4, e: 0, f: 0},
        {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}
    ]);
    const [turn] = parseTransformList('rotate(90 10 0)');
    assert.deepEqual(
        Object.values(turn).map(value => Math.round(value * 1e9) / 1e9),
        [0, 1, -1, 0, 10, -10]
    );
    assert.deepEqual(parseTransformList(null), []);
});

test('the cache forgets the least recently used', () => {
    const cache = new LruCache(10);
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    assert.equal(cache.get('a'), 1);
    cache.set('c', 3, 4);
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3]);
    cache.set('d', 4, 11);
    assert.equal(cache.get('d'), undefined);
    cache.set('a', 5, 10);
    assert.deepEqual([cache.get('a'), cache.get('c')], [5, undefined]);
});
