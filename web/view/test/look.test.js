// SPDX-License-Identifier: Apache-2.0
// How things look: colours that all readers can tell apart and that do not sink into the ground; what stands in the address of the page.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { CATEGORIES, LEVELS, MAP_NAMES, mapBytes, setDarkGround } from '../src/data/colors.js';
import { duration } from '../src/data/format.js';
import { webm } from '../src/data/webm.js';
import { readAddress, writeAddress } from '../src/ui/address.js';
import { DEFAULTS } from '../src/ui/settings.js';

const linear = c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = bytes => [0, 1, 2].map(k => linear(bytes[k] / 255));

function oklab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

// What who lacks one kind of cones sees (Machado, Oliveira, Fernandes 2009, the whole deficiency), in linear light.
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'no red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'no green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  'no blue': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

test('colours of types differ for all readers', () => {
  const rgb = CATEGORIES.map(hex => light([0, 2, 4].map(k => parseInt(hex.slice(k, k + 2), 16))));
  for (const [eye, matrix] of Object.entries(EYES)) {
    const seen = rgb.map(c => oklab(matrix.map(row => Math.max(0, row.reduce((sum, v, k) => sum + v * c[k], 0)))));
    for (let i = 0; i < seen.length; i++) for (let j = 0; j < i; j++) {
      const apart = Math.hypot(...seen[i].map((v, k) => v - seen[j][k]));
      assert.ok(apart > 0.12, `${eye}: ${CATEGORIES[i]} and ${CATEGORIES[j]} are ${apart} apart`);
    }
  }
});

test('on a dark ground the lowest colour does not sink into it, and maps stay even', () => {
  const luminance = bytes => 0.2126 * linear(bytes[0] / 255) + 0.7152 * linear(bytes[1] / 255) + 0.0722 * linear(bytes[2] / 255);
  const ground = luminance([0x17, 0x1c, 0x24]);
  for (const name of MAP_NAMES) {
    setDarkGround(true);
    const bytes = mapBytes(name);
    for (let k = 0; k < LEVELS; k++) {
      const here = bytes.subarray(4 * k, 4 * k + 3);
      assert.ok((luminance(here) + 0.05) / (ground + 0.05) > 1.6, `${name} ${k}: contrast ${(luminance(here) + 0.05) / (ground + 0.05)}`);
    }
    if (name !== 'vik') for (let k = 8; k < LEVELS; k += 8) assert.ok(oklab(light(bytes.subarray(4 * k)))[0] > oklab(light(bytes.subarray(4 * k - 32)))[0], `${name} ${k}`);
    setDarkGround(false);
    assert.notDeepEqual(mapBytes(name), bytes);
  }
});

test('the address holds what is not as usual, and nothing that makes no sense is taken from it', () => {
  const camera = [1, 2, 3, 0, 0, 0, 0, 0, 1, 1, 1];
  assert.equal(writeAddress(DEFAULTS, null), '');
  const hash = writeAddress({ ...DEFAULTS, field: 'force', cut: true, looks: { 'mesh:a': { opacity: 0.5 } } }, camera, [camera]);
  assert.deepEqual(readAddress(hash), { settings: { field: 'force', cut: true, looks: { 'mesh:a': { opacity: 0.5 } } }, camera, kept: [camera] });
  for (const broken of ['', '#', '#%', '#x', '#null', '#[]', '#%7B%22s%22%3A3%7D']) assert.deepEqual(readAddress(broken), { settings: {}, camera: null, kept: [] }, broken);
  const wild = { s: { field: 3, size: 'x', cut: 1, nonsense: true, looks: null, opacity: 0.5, __proto__: { a: 1 } }, c: [1, 2], v: [[1], camera.map(() => null), camera] };
  assert.deepEqual(readAddress(`#${encodeURIComponent(JSON.stringify(wild))}`), { settings: { opacity: 0.5 }, camera: null, kept: [camera] });
});

test('times that are left are short', () => {
  assert.deepEqual([0, 12.4, 185, 7200, 86400, 400000].map(duration), ['0 s', '12 s', '3:05 min', '2:00 h', '24:00 h', '5 d']);
});

// Elements of a WebM file: [id, bytes] pairs.
function elements(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at]) - 23, id = bytes.subarray(at, at + idLength).reduce((sum, b) => sum * 256 + b, 0);
    at += idLength;
    assert.equal(bytes[at], 1, 'lengths take eight bytes');
    const length = bytes.subarray(at + 1, at + 8).reduce((sum, b) => sum * 256 + b, 0);
    at += 8;
    assert.ok(at + length <= bytes.length);
    found.push([id, bytes.subarray(at, at + length)]);
    at += length;
  }
  return found;
}
const of = (all, id) => all.filter(([name]) => name === id).map(([, bytes]) => bytes);

test('a film holds its pictures at their times', () => {
  const pictures = Array.from({ length: 120 }, (_, k) => ({ data: Uint8Array.of(k, 7), key: k % 50 === 0, time: 40 * k }));
  const [head, segment] = elements(webm(pictures, { width: 640, height: 400, duration: 4800 }));
  assert.deepEqual([head[0], segment[0]], [0x1a45dfa3, 0x18538067]);
  const parts = elements(segment[1]), [track] = elements(of(parts, 0x1654ae6b)[0]), [video] = of(elements(track[1]), 0xe0);
  assert.deepEqual(of(elements(video), 0xb0).concat(of(elements(video), 0xba)).map(b => [...b]), [[2, 128], [1, 144]]);
  assert.equal(new TextDecoder().decode(of(elements(track[1]), 0x86)[0]), 'V_VP8');
  const [length] = of(elements(of(parts, 0x1549a966)[0]), 0x4489);
  assert.equal(new DataView(length.buffer, length.byteOffset).getFloat64(0), 4800);
  const read = of(parts, 0x1f43b675).flatMap(cluster => {
    const inside = elements(cluster), begin = of(inside, 0xe7)[0].reduce((sum, b) => sum * 256 + b, 0);
    return of(inside, 0xa3).map(b => ({ data: b.slice(4), key: b[3] === 0x80, time: begin + new DataView(b.buffer, b.byteOffset).getInt16(1) }));
  });
  assert.deepEqual(read, pictures);
});

test('a camera goes through views at an even pace', async () => {
  const { cameraAt } = await import('../src/data/path.js');
  const a = [1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1], b = [0, 2, 0, 0, 0, 0, 0, 0, 1, 4, 1], c = [0, -2, 4, 0, 0, 4, 0, 0, 1, 4, 3];
  const near = (got, wanted) => got.forEach((v, k) => assert.ok(Math.abs(v - wanted[k]) < 1e-9, `${got} ${wanted}`));
  near(cameraAt([a, b, c], 0), a);
  near(cameraAt([a, b, c], 0.5), b);
  near(cameraAt([a, b, c], 1), c);
  near(cameraAt([a, b], 0.5), [1.5 * Math.SQRT1_2, 1.5 * Math.SQRT1_2, 0, 0, 0, 0, 0, 0, 1, 3, 1]);
  const turned = cameraAt([b, c], 0.5); // to the other side: around what is up, not through the middle
  assert.ok(Math.abs(Math.hypot(turned[0], turned[1]) - 2) < 1e-9 && Math.abs(turned[1]) < 1e-9 && turned[2] === 2, String(turned));
});
