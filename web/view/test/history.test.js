// SPDX-License-Identifier: Apache-2.0
// The frames that are always kept, and the files of charts.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { History, nearestFrame, roomForHistory } from '../src/data/history.js';
import { csvOf, fileName } from '../src/data/save.js';

const frame = (step, { bytes = 100, version = 1, corners = null } = {}) => {
  const arrays = new Map(corners ? [['mesh:gate', { data: corners }]] : []);
  return { bytes, arrays, header: { step, time: step / 10, meshes: [{ name: 'gate', version }] }, data: name => arrays.get(name)?.data ?? null, count: 0 };
};

test('history is bounded in frames and in bytes, dense where it is young', () => {
  for (const bounds of [{ frames: 100, bytes: Infinity }, { frames: Infinity, bytes: 10000 }]) {
    const history = new History(bounds);
    for (let k = 0; k < 5000; k++) {
      history.add(frame(k));
      assert.ok(history.count <= 100 && history.bytes <= 10000, `${history.count} ${history.bytes}`);
    }
    const steps = history.frames.map(f => f.header.step);
    assert.equal(steps[0], 0); // the whole time stays
    assert.deepEqual(steps.slice(-20), Array.from({ length: 20 }, (_, k) => 4980 + k)); // and the last moments whole
    assert.ok(steps.every((s, k) => k === 0 || s > steps[k - 1]));
  }
});

test('a moment that comes again with other fields takes the place of the first', () => {
  const history = new History();
  history.add(frame(1, { bytes: 10 }));
  history.add(frame(1, { bytes: 30 }));
  assert.deepEqual([history.count, history.bytes], [1, 30]);
});

test('adding tells when numbers of frames mean others, and the nearest is found again', () => {
  const history = new History({ frames: 10, bytes: Infinity });
  let thinned = 0;
  for (let k = 0; k < 11; k++) if (history.add(frame(10 * k))) thinned++;
  assert.equal(thinned, 1);
  assert.equal(history.step(nearestFrame(history, 71)), 70);
  assert.equal(history.step(nearestFrame(history, 9999)), 100);
  assert.equal(nearestFrame(new History(), 3), -1);
});

test('corners of a mesh that came once are there again when another form is on the stage', async () => {
  const history = new History({ frames: 4, bytes: Infinity }), first = new Float32Array([1, 2, 3]);
  history.add(frame(0, { corners: first }));
  for (let k = 1; k < 9; k++) history.add(frame(k));
  assert.equal(await history.get(99), null);
  history.note(frame(8));
  assert.equal((await history.get(1)).data('mesh:gate'), null); // the same form stands there
  history.note(frame(8, { version: 2 }));
  assert.deepEqual([...(await history.get(1)).data('mesh:gate')], [1, 2, 3]);
});

test('a small machine keeps less', () => {
  assert.ok(roomForHistory(0.5) < roomForHistory(8));
  assert.ok(roomForHistory(undefined) > 0 && roomForHistory(1000) <= 256 << 20);
});

test('CSV gives every number back, and names with commas', () => {
  const text = csvOf([{ label: 'step', unit: '', values: [1, 2] }, { label: 'a, "b"', unit: 'J', values: [0.1 + 0.2, null] }]);
  assert.equal(text, 'step,"a, ""b"" [J]"\n1,0.30000000000000004\n2,\n');
  assert.equal(fileName('in.hopper/energy/ä 1'), 'in.hopper_energy_ä_1');
});
