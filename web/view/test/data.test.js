// SPDX-License-Identifier: Apache-2.0
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { autoRange, fixedRange, follow, positive } from '../src/data/range.js';
import { decodeFrame } from '../src/data/frame.js';
import { LEVELS, MAP_NAMES, mapBytes } from '../src/data/colors.js';
import { getParticle } from '../src/data/api.js';
import { LiveFrames } from '../src/data/live.js';
import { apart, number, seconds, shiftOf, tickLabels, ticks, whole } from '../src/data/format.js';
import { Pace } from '../src/data/pace.js';
import { pickLink, pickSphere } from '../src/data/pick.js';
import { Player, speedsOf } from '../src/player.js';
import { RecordedRun, Recording } from '../src/data/timeline.js';
import { Series, beginOfRun, rowAt } from '../src/data/series.js';
import { sharpEdges } from '../src/data/edges.js';
import { wallSurface } from '../src/data/walls.js';
import { encode } from './encode.js';

function row(...xs) { // spheres of radius 1 on the x axis
  const at = Float32Array.from(xs.flatMap(x => [x, 0, 0]));
  return decodeFrame(encode({}, [
    { name: 'id', type: 'u32', width: 1, data: Uint32Array.from(xs, (_, i) => 10 + i) },
    { name: 'position', type: 'f32', width: 3, data: at },
    { name: 'radius', type: 'f32', width: 1, data: new Float32Array(xs.length).fill(1) },
    { name: 'chain', type: 'u32', width: 2, data: Uint32Array.of(0, 1) },
    { name: 'chain_force', type: 'f32', width: 1, data: Float32Array.of(5) },
  ]));
}

test('numbers are short and honest', () => {
  const cases = [[0, '0'], [1, '1'], [-0.5, '−0.5'], [1234.5678, '1235'], [123456, '123456'], [1.5e-7, '1.5×10⁻⁷'], [2.5e9, '2.5×10⁹'], [NaN, '–'], [null, '–'], [Infinity, '∞']];
  for (const [value, text] of cases) assert.equal(number(value), text);
  assert.equal(seconds(0.0123), '12.300 ms');
  assert.equal(seconds(0), '0 s');
  assert.deepEqual([1, 0.9999999999, 1e-3, 0.00099999999, 0.5, 123.456, -0.002].map(seconds), ['1.000 s', '1.000 s', '1.000 ms', '1.000 ms', '500.000 ms', '123.5 s', '−2.000 ms']);
  assert.equal(whole(1234567), '1\u2009234\u2009567');
  assert.deepEqual(ticks(0, 1, 4), [0, 0.25, 0.5, 0.75, 1]);
});

test('labels of an axis are distinct and say where they stand', () => {
  const read = text => Number(text.replace('−', '-').replace(/×10(.*)/, (_, p) => `e${[...p].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)).map((d, k) => (d < 0 && k === 0 ? '-' : d)).join('')}`));
  const axes = [[-5e-12, 5e-12, 5e-12], [-1e-11, 1e-11, 2.5e-12], [12.345678901, 12.345678904, 1e-9], [0, 4, 1], [-0.5, 0.5, 0.25], [1e9, 1e9 + 40, 10], [0, 2e7, 5e6], [0, 2e-3, 5e-4], [0.1, 0.4, 0.1], [-250000, 0, 50000]];
  for (const [low, high, step] of axes) {
    const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, k) => low + k * step);
    const labels = tickLabels(marks);
    assert.equal(new Set(labels).size, marks.length, labels.join(' '));
    labels.forEach((text, k) => assert.ok(Math.abs(read(text) - marks[k]) < 0.01 * step, `${text} for ${marks[k]}`));
  }
  assert.deepEqual(tickLabels([-5e-12, 0, 5e-12]), ['−5×10⁻¹²', '0', '5×10⁻¹²']);
  assert.deepEqual(tickLabels([0, 5e-4, 1e-3]), ['0', '0.0005', '0.001']);
  assert.deepEqual(tickLabels([-9.999999999999999e-17, 0]), ['−1×10⁻¹⁶', '0']); // as it comes from adding steps
  assert.deepEqual(tickLabels([]), []);
});

test('labels of a legend stand apart, however narrow it is', () => {
  const width = text => 6 * text.length;
  for (const wide of [154, 216, 60, 20]) {
    for (const [low, high] of [[0, 4.2e-5], [0, 3.3e-9], [-2, 1.5], [1234567, 1234600], [0, 1.95]]) {
      const marks = apart(count => ticks(low, high, count).map(v => ({ at: (v - low) / (high - low), text: number(v, 7) })), wide, width);
      assert.ok(marks.length >= (wide > 150 ? 2 : 1), `${low} ${high} ${wide}`);
      for (let k = 1; k < marks.length; k++) {
        const [a, b] = [marks[k - 1], marks[k]], end = a.at * wide + (1 - shiftOf(a.at)) * width(a.text), begin = b.at * wide - shiftOf(b.at) * width(b.text);
        assert.ok(begin >= end + 5, `${a.text} and ${b.text} on ${wide}`);
      }
    }
  }
  assert.equal(apart(count => ticks(0, 1, count).map(v => ({ at: v, text: number(v) })), 216, width).length, 5); // as many as there is room for
});

test('ends of a fixed range may come in any order', () => {
  assert.deepEqual(fixedRange(1, 5), [1, 5]);
  assert.deepEqual(fixedRange(5, 1), [1, 5]);
  const [low, high] = fixedRange(2, 2);
  assert.ok(low === 2 && high > 2 && high < 2.001);
});

// Plays frames at these times [s] at a speed, with a clock of its own and `slow` ms to show a frame; when [ms] each was begun to be shown.
async function play(times, speed, slow = 0) {
  let clock = 0;
  const shown = [];
  const player = new Player({ changed: () => {}, now: () => clock, wait: async ms => { clock += ms; }, show: async k => { player.index = k; shown.push([k, clock]); clock += slow; } });
  player.setTimeline({ count: times.length, time: k => times[k] });
  player.speed = speed;
  await player.play();
  return shown;
}

test('playing goes by simulated time', async () => {
  const near = (shown, wanted) => {
    assert.deepEqual(shown.map(([k]) => k), wanted.map(([k]) => k));
    shown.forEach(([, at], n) => assert.ok(Math.abs(at - wanted[n][1]) < 1e-6, `${at} for ${wanted[n][1]}`));
  };
  const times = [0, 0.1, 0.2, 0.6, 0.7];
  near(await play(times, 1), [[1, 100], [2, 200], [3, 600], [4, 700]]);
  near(await play(times, 0.1), [[1, 1000], [2, 2000], [3, 6000], [4, 7000]]);
  near(await play(times, 1, 250), [[1, 100], [2, 350], [3, 600], [4, 850]]); // slow, but the frames are shown at their time or as soon as they can
  near(await play([0, 0.01, 0.02, 0.03, 0.04, 0.05], 1, 35), [[1, 10], [4, 45], [5, 80]]); // those that would be late are left out
  near(await play([0, 0.1, 0, 0.1], 1), [[1, 100], [2, 200], [3, 300]]); // time begins anew
  near(await play([undefined, undefined, undefined], 1), [[1, 1000 / 15], [2, 2000 / 15]]);
});

test('speeds to choose from fit the run, and have true time among them', () => {
  const run = whole => speedsOf({ count: 11, time: k => (k * whole) / 10 });
  for (const whole of [1e-6, 0.03, 1, 7, 3000]) {
    const { all, usual } = run(whole);
    assert.ok(all.includes(1) && all.includes(usual) && whole / usual > 5 && whole / usual < 20, `${whole}: ${usual} of ${all}`);
  }
});

test('a few wild values do not set the range', () => {
  const values = Float32Array.from({ length: 1000 }, (_, i) => i / 999);
  values[5] = 1e9;
  const [low, high] = autoRange(values, 'robust');
  assert.ok(low === 0 && high > 0.97 && high < 1.01);
  assert.equal(autoRange(values, 'all')[1], 1e9);
});

test('ranges are never empty nor without end', () => {
  for (const values of [[], [3, 3], [0, 0], [NaN, Infinity], [-1, -1]]) {
    for (const mode of ['robust', 'all']) {
      const [low, high] = autoRange(Float32Array.from(values), mode);
      assert.ok(Number.isFinite(low) && high > low, `${values} ${mode}: ${low} ${high}`);
    }
  }
  const [low, high] = positive([-1, 2]);
  assert.ok(low > 0 && high === 2);
  assert.deepEqual(follow([0, 1], [0, 100]), [0, 100]);
  assert.deepEqual(follow([0, 1], [0, 1.5]), [0, 1.1]);
});

test('colour maps are even in lightness', () => {
  const light = (bytes, i) => {
    const linear = [0, 1, 2].map(c => (bytes[4 * i + c] / 255) ** 2.2);
    return Math.cbrt(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]);
  };
  for (const name of MAP_NAMES.filter(n => n !== 'vik')) { // vik diverges: light in the middle
    const bytes = mapBytes(name);
    for (let i = 8; i < LEVELS; i += 8) assert.ok(light(bytes, i) > light(bytes, i - 8), `${name} at ${i}`);
  }
});

test('a ray finds the first sphere that is shown', () => {
  const frame = row(0, 5, 10), ray = { origin: [-10, 0.5, 0], direction: [1, 0, 0] };
  assert.equal(pickSphere(frame, ray), 0);
  assert.equal(pickSphere(frame, ray, { shown: i => i !== 0 }), 1);
  assert.equal(pickSphere(frame, { ...ray, direction: [-1, 0, 0] }), -1);
  assert.equal(pickSphere(frame, ray, { size: 0.4 }), -1);
});

test('a section hides what it cuts away and shows the cut', () => {
  const frame = row(0, 5), right = { origin: [-10, 0, 0], direction: [1, 0, 0] };
  const keepAbove = x => ({ planes: [{ normal: [-1, 0, 0], offset: -x }], carve: false }); // cuts away what lies left of x
  assert.equal(pickSphere(frame, right, { clip: keepAbove(0.5) }), 0);
  assert.equal(pickSphere(frame, right, { clip: keepAbove(1.5) }), 1);
  assert.equal(pickSphere(frame, right, { clip: { planes: [{ normal: [1, 0, 0], offset: -2 }], carve: false } }), -1);
  const slab = (a, b, carve) => ({ planes: [{ normal: [-1, 0, 0], offset: -a }, { normal: [1, 0, 0], offset: b }], carve });
  assert.equal(pickSphere(frame, right, { clip: slab(3, 6, false) }), 1);
  assert.equal(pickSphere(frame, right, { clip: slab(-1.5, 1.5, true) }), 1); // the first is in the hole
  assert.equal(pickSphere(frame, right, { clip: slab(-1.5, 0.5, true) }), 0); // half of it is
  assert.equal(pickSphere(frame, right, { clip: slab(2, 3, false) }), -1); // between them
});

test('a ray finds the link it passes', () => {
  const frame = row(0, 4), from = y => ({ origin: [2, y, 10], direction: [0, 0, -1] });
  assert.equal(pickLink(frame, from(0.1), 0.2, 0), 0);
  assert.equal(pickLink(frame, from(0.5), 0.2, 0), -1);
  assert.equal(pickLink(frame, from(0.1), 0.2, 6), -1);
});

test('a recording that grows too large keeps the whole time, more coarsely', () => {
  const recording = new Recording(1000);
  for (let k = 0; k < 100; k++) recording.add({ bytes: 100, header: { time: k } });
  assert.ok(recording.bytes <= 1000 && recording.count >= 4);
  assert.equal(recording.time(0), 0);
  assert.ok(recording.time(recording.count - 1) > 80);
});

test('frames of a recorded run are fetched once, with the corners of meshes when the scene changes', async () => {
  const asked = [], scene = index => (index < 3 ? 1 : 2);
  const load = async request => {
    asked.push([request.index, request.after]);
    const corners = request.after === 0 || scene(request.after - 1) !== scene(request.index);
    return { bytes: 10, header: { frame: request.index + 1, scene: scene(request.index), meshes: [{ name: 'm' }] }, data: name => (name === 'mesh:m' && corners ? [] : null) };
  };
  const run = new RecordedRun({ count: 5, times: [], steps: [] }, load);
  for (const index of [0, 0, 1]) await run.get(index, ['speed']);
  assert.deepEqual(asked, [[0, 0], [1, 1]]);
  const changed = await run.get(3, ['speed']);
  assert.ok(changed.data('mesh:m'));
  assert.deepEqual(asked.splice(0), [[0, 0], [1, 1], [3, 2]]);
  await run.get(4, ['speed']);
  const back = await run.get(1, ['speed']); // kept, but without the corners that are needed again
  assert.ok(back.data('mesh:m'));
  assert.deepEqual(asked, [[4, 4], [1, 0]]);
});

test('time series grow, and begin anew when their columns change', () => {
  const series = new Series();
  const part = (columns, from, rows) => ({ tables: [{ table: 'thermo', columns, from, next: from + rows.length, rows }] });
  assert.ok(series.add(part(['step', 'ke'], 0, [[0, 1], [1, 2]])));
  assert.deepEqual(series.from(), { thermo: 2 });
  assert.ok(!series.add(part(['step', 'ke'], 2, [])));
  series.add(part(['step', 'ke'], 2, [[2, null]]));
  assert.deepEqual(series.tables.get('thermo').column('ke').values, [1, 2, null]);
  series.add(part(['step', 'pe'], 3, [[3, 7]]));
  assert.deepEqual(series.tables.get('thermo').column('pe').values, [7]);
});

test('a chart begins where time last went back', () => {
  assert.equal(beginOfRun([]), 0);
  assert.equal(beginOfRun([0, 1, 1, 2]), 0);
  assert.equal(beginOfRun([0, 1, 0, 1, 0, 1]), 4);
});

test('a page that loses its run says so once, tries again and says when it is back', async () => {
  const log = [];
  const answers = [new TypeError('gone'), new TypeError('gone'), { header: { frame: 5 } }];
  const live = new LiveFrames({
    wishes: () => ({ fields: [] }), onFrame: f => { log.push(f.header.frame); live.stop(); }, onLost: () => log.push('lost'), onBack: () => log.push('back'), ended: () => false,
    load: async () => { const a = answers.shift(); if (a instanceof Error) throw a; return a; }, wait: async () => {}, drawn: async () => {},
  });
  await live.run();
  assert.deepEqual(log, ['lost', 5, 'back']);
});

test('a run whose end becomes known after its connection was lost is told as ended', async () => {
  let known = false;
  const log = [];
  const live = new LiveFrames({
    wishes: () => ({ fields: [] }), onFrame: () => {}, onLost: () => log.push(known ? 'ended' : 'lost'), onBack: () => {}, ended: () => known,
    load: async () => { throw new Error('gone'); }, wait: async () => { known = true; }, drawn: async () => {},
  });
  await live.run();
  assert.deepEqual(log, ['lost', 'ended']);
});

test('edges of a cube are drawn, the diagonals of its faces are not', () => {
  const box = { lo: [0, 0, 0], hi: [1, 1, 1] };
  const faces = [0, 1, 2].flatMap(axis => [0, 1].map(position => wallSurface({ axis: [0, 1, 2].map(q => (q === axis ? 1 : 0)), point: [position, position, position] }, box, [0, 0, 0])));
  const soup = Float32Array.from(faces.flatMap(f => [...f]));
  assert.equal(soup.length, 12 * 9);
  assert.equal(sharpEdges(soup).length / 2, 12);
});

test('a cylinder has its radius and ends at the box', () => {
  const corners = wallSurface({ axis: [0, 0, 1], endless: true, rings: [1, 1, 0, 2, 1, 1, 2, 2] }, { lo: [0, 0, -1], hi: [9, 9, 3] }, [1, 1, 0]);
  for (let k = 0; k < corners.length; k += 3) {
    assert.ok(Math.abs(Math.hypot(corners[k], corners[k + 1]) - 2) < 1e-6);
    assert.ok(corners[k + 2] === -1 || corners[k + 2] === 3);
  }
});

test('a tilted plane is cut off at the box and stays in itself', () => {
  const h = Math.SQRT1_2;
  const corners = wallSurface({ axis: [h, 0, h], point: [1, 0, 1] }, { lo: [0, 0, 0], hi: [2, 3, 2] }, [0, 0, 0]);
  assert.equal(corners.length, 2 * 9);
  const seen = new Set();
  for (let k = 0; k < corners.length; k += 3) {
    assert.ok(Math.abs(corners[k] + corners[k + 2] - 2) < 1e-5);
    seen.add(`${corners[k].toFixed(3)} ${corners[k + 1]}`);
  }
  assert.deepEqual([...seen].sort(), ['0.000 0', '0.000 3', '2.000 0', '2.000 3']);
});

test('a cone and a sphere are where their rings are', () => {
  const cone = wallSurface({ axis: [0, 0, 1], endless: false, rings: [0, 0, 0, 1, 0, 0, 2, 3] }, { lo: [-9, -9, -9], hi: [9, 9, 9] }, [0, 0, 0]);
  for (let k = 0; k < cone.length; k += 3) assert.ok(Math.abs(Math.hypot(cone[k], cone[k + 1]) - (1 + cone[k + 2])) < 1e-5);
  const tip = wallSurface({ axis: [0, 0, 1], endless: false, rings: [0, 0, 0, 0, 0, 0, 2, 3] }, { lo: [-9, -9, -9], hi: [9, 9, 9] }, [0, 0, 0]);
  assert.equal(tip.length * 2, cone.length); // no triangles without area
});

test('pictures a second are those of the last seconds in which some were drawn', () => {
  const pace = new Pace();
  let rate;
  for (let t = 0; t <= 4000; t += 100) rate = pace.add(t) ?? rate;
  assert.ok(Math.abs(rate - 10) < 1e-9);
  assert.equal(pace.add(4100 + 45000), undefined); // a run that has ended, and 45 s later a click
  for (let t = 50000; t <= 52000; t += 1000) rate = pace.add(t) ?? rate;
  assert.ok(rate > 0.9 && rate < 1.1);
});

test('the row of a moment is the last that is not after it', () => {
  const times = [0, 1, 2, 0, 0.5, 1.5];
  assert.equal(rowAt(times, null), 5);
  assert.equal(rowAt(times, 1.5), 5);
  assert.equal(rowAt(times, 1.4), 4);
  assert.equal(rowAt(times, 0), 3);
  assert.equal(rowAt([3, 4], 1), 0); // before the first
});

test('a particle is asked for again while the run is busy, but not for ever, and not where there is none', async () => {
  const { fetch } = globalThis;
  const ask = async (...statuses) => {
    let asked = 0;
    globalThis.fetch = async path => {
      const status = statuses[Math.min(asked++, statuses.length - 1)];
      return { ok: status === 200, status, text: async () => 'ask again', json: async () => ({ path }) };
    };
    return getParticle(7).then(({ path }) => [path, asked], error => [error.status, asked]);
  };
  try {
    assert.deepEqual(await ask(503, 503, 200), ['particle?id=7', 3]);
    assert.deepEqual(await ask(503), [503, 5]);
    assert.deepEqual(await ask(404), [404, 1]);
  } finally {
    globalThis.fetch = fetch;
  }
});
