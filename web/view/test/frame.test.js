// SPDX-License-Identifier: Apache-2.0
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decodeFrame, FrameError } from '../src/data/frame.js';
import { encode } from './encode.js';

const DATA = [
  { name: 'id', type: 'u32', width: 1, data: Uint32Array.of(7, 9, 4000000000) },
  { name: 'position', type: 'f32', width: 3, data: Float32Array.of(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, -4) },
  { name: 'type', type: 'u8', width: 1, data: Uint8Array.of(1, 2, 255) },
  { name: 'mesh:drum', type: 'f32', width: 3, data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) },
];

test('a frame gives back what was put into it', () => {
  const frame = decodeFrame(encode({ frame: 17, step: 1200, time: 0.012 }, DATA));
  assert.equal(frame.header.frame, 17);
  assert.equal(frame.count, 3);
  for (const { name, data } of DATA) assert.deepEqual(frame.data(name), data);
  assert.equal(frame.rowOf(9), 1);
  assert.equal(frame.rowOf(8), -1);
  assert.deepEqual(frame.meshes(), [['drum', DATA[3].data]]);
  assert.equal(frame.data('speed'), null);
});

test('words in Japanese may stand in the header', () => {
  assert.equal(decodeFrame(encode({ title: '回転ドラム' }, [])).header.title, '回転ドラム');
});

test('what is no frame is refused with a reason', () => {
  const good = encode({}, DATA);
  const changed = call => {
    const copy = good.slice(0);
    call(new DataView(copy));
    return copy;
  };
  assert.throws(() => decodeFrame(new ArrayBuffer(0)), FrameError);
  assert.throws(() => decodeFrame(changed(v => v.setUint8(3, 50))), /no TSF1/);
  assert.throws(() => decodeFrame(changed(v => v.setUint32(4, 1e9, true))), /longer than the frame/);
  assert.throws(() => decodeFrame(changed(v => v.setUint8(8, 120))), /no JSON/);
  assert.throws(() => decodeFrame(good.slice(0, good.byteLength - 16)), /'mesh:drum'.*does not fit/);
});

test('lists of arrays that lie are refused', () => {
  const lie = entry => encode({ arrays: [{ name: 'a', type: 'f32', width: 1, count: 1, offset: 8, ...entry }] }, null);
  for (const entry of [{ type: 'f16' }, { count: -1 }, { count: 1e12 }, { offset: 9 }, { offset: -8 }, { width: 0.5 }, { count: null }]) {
    assert.throws(() => decodeFrame(lie(entry)), FrameError, JSON.stringify(entry));
  }
});

test('random bytes never give anything but a frame or a FrameError', () => {
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const good = new Uint8Array(encode({ frame: 1 }, DATA));
  for (let round = 0; round < 2000; round++) {
    const bytes = good.slice();
    for (let k = 0; k < 1 + 6 * random(); k++) bytes[Math.floor(random() * bytes.length)] = 256 * random();
    try {
      decodeFrame(bytes.buffer);
    } catch (error) {
      assert.ok(error instanceof FrameError, error.stack);
    }
  }
});
