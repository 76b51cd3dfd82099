// SPDX-License-Identifier: Apache-2.0
// Expressions, statistics, angle of repose, flow, coarse-grained fields, tracks: against closed forms and against sums over the particles.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { clipOf, keptBy } from '../src/data/clip.js';
import { QUANTITIES, balance, coarseGrain, gridOver, slice } from '../src/data/coarse.js';
import { Expression, ExpressionError } from '../src/data/expression.js';
import { FlowMeter } from '../src/data/flow.js';
import { angleOfRepose } from '../src/data/repose.js';
import { histogram, statistics } from '../src/data/statistics.js';
import { Tracks } from '../src/data/tracks.js';
import { lengthText, roundLength } from '../src/ui/scale_bar.js';

// columns: {name: [width, numbers]}
function frameOf(columns, header = {}) {
  const arrays = new Map(Object.entries(columns).map(([name, [width, numbers]]) => [name, { width, count: numbers.length / width, data: Float32Array.from(numbers), type: 'f32' }]));
  const count = arrays.get('radius').count;
  const ids = arrays.get('id')?.data;
  return { arrays, count, header: { time: 0.5, step: 7, ...header }, data: name => arrays.get(name)?.data ?? null, rowOf: id => ids?.indexOf(id) ?? -1 };
}

const two = () => frameOf({ id: [1, [1, 2]], radius: [1, [1, 2]], type: [1, [1, 2]], speed: [1, [0.5, 3]], position: [3, [0, 0, 0, 1, 2, 3]], velocity: [3, [0, 0.5, 0, 3, 0, 0]], stress: [6, [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0]] });
const value = (text, frame = two()) => [...new Expression(text).values(frame, [10, 0, 0])];

test('expressions mean what they mean in mathematics', () => {
  const all = [['1 + 2*3', 7], ['(1 + 2)*3', 9], ['2^3^2', 512], ['-2^2', -4], ['2^-1', 0.5], ['2**3', 8], ['7 % 4', 3], ['1 - 2 - 3', -4], ['8 / 4 / 2', 1], ['2 > 1', 1], ['1 == 2 || 3 <= 3', 1], ['not (1 and 0)', 1],
    ['!0 + 1', 2], ['1 < 2 ? 10 : 20', 10], ['0 ? 1 : 0 ? 2 : 3', 3], ['max(1, 5, 3) - min(2, 4)', 3], ['hypot(3, 4)', 5], ['atan2(1, 1) * 4 / pi', 1], ['sqrt(abs(-16))', 4], ['1e3 + .5', 1000.5], ['2*-3', -6]];
  for (const [text, wanted] of all) assert.ok(Math.abs(value(text)[0] - wanted) < 1e-6, `${text}: ${value(text)[0]}`);
});

test('names are fields, components and lengths of vectors; places are absolute', () => {
  assert.deepEqual(value('x'), [10, 11]);
  assert.deepEqual(value('velocity.y + vx'), [0.5, 3]);
  assert.deepEqual(value('velocity'), [0.5, 3]);
  assert.deepEqual(value('syz'), [6, 0]);
  assert.deepEqual(value('`speed` * r'), [0.5, 6]);
  assert.deepEqual(value('step + time'), [7.5, 7.5]);
  assert.deepEqual([...new Expression('speed > 1 && type == 2').mask(two())], [0, 1]);
  assert.deepEqual(new Expression('vx + sxx + x + time').fields.sort(), ['stress', 'velocity']);
});

test('what is no expression is refused with its place, and nothing is ever run', () => {
  for (const [text, key, at] of [['1 +', 'x.value', 3], ['(1', 'x.expected', 2], ['1 2', 'x.rest', 2], ['a b', 'x.rest', 2], ['speed $ 2', 'x.sign', 5], ['eval(1)', 'x.function', 0], ['constructor(1)', 'x.function', 0],
    ['sin(1, 2)', 'x.arguments', 0], ['', 'x.empty', 0], ['1'.repeat(401), 'x.long', 400], ['('.repeat(100), 'x.deep', 30], ['-'.repeat(100) + '1', 'x.deep', 59], ['window.close()', 'x.sign', 6]]) {
    assert.throws(() => new Expression(text), error => error instanceof ExpressionError && error.key === key && error.at === at, `${text}`);
  }
  assert.throws(() => value('velocity.xx'), /x.part/);
  assert.throws(() => value('__proto__'), /x.missing/);
  assert.throws(() => value('heat'), /x.missing/);
  assert.deepEqual(new Expression('heat + speed').unknown(['speed']), ['heat']);
});

test('statistics of 1 to 100', () => {
  const values = Float32Array.from({ length: 100 }, (_, k) => k + 1), s = statistics(values);
  assert.deepEqual([s.count, s.mean, s.min, s.max, s.median, s.sum], [100, 50.5, 1, 100, 50.5, 5050]);
  assert.ok(Math.abs(s.deviation - Math.sqrt(100 * 101 / 12)) < 1e-12); // of a sample
  const some = statistics([1, NaN, 3, Infinity, 5], [1, 1, 0, 1, 1]);
  assert.deepEqual([some.count, some.left, some.mean], [2, 2, 3]);
  const { counts, below, above } = histogram(values, { low: 1, high: 50, bins: 49 });
  assert.deepEqual([counts.reduce((a, b) => a + b), below, above, counts[0], counts[48]], [50, 0, 50, 1, 2]);
  assert.deepEqual([...histogram([0, 1, 2], { low: 0, high: 2, bins: 2, weights: [5, 7, 9] }).counts], [5, 16]);
});

// Spheres on a lattice below a cone, or a roof over x, of this slope.
function heap(degrees, { thin = false, up = [0, 0, 1] } = {}) {
  const slope = Math.tan((degrees * Math.PI) / 180), d = 0.05, at = [], turn = up[2] === 1 ? p => p : ([x, y, z]) => [z, x, y];
  for (let x = -3; x <= 3; x += d) for (let y = thin ? -0.1 : -3; y <= (thin ? 0.1 : 3); y += d) for (let z = 0; z < 1.2; z += d) if (z <= 1 - slope * (thin ? Math.abs(x) : Math.hypot(x, y))) at.push(...turn([x + 7, y, z]));
  return { position: Float32Array.from(at), radii: new Float32Array(at.length / 3).fill(d / 2) };
}

test('the angle of a cone and of a roof', () => {
  for (const angle of [20, 30, 40]) {
    for (const thin of [false, true]) {
      const { position, radii } = heap(angle, { thin }), found = angleOfRepose(position, radii, { gravity: [0, 0, -9.81] });
      assert.ok(Math.abs(found.angle - angle) < 1.5, `${angle}: ${found.angle}`);
      assert.equal(found.sides.length, thin ? 2 : 12);
      for (const { from, to } of found.sides) assert.ok(Math.abs(Math.atan((from[2] - to[2]) / Math.hypot(from[0] - to[0], from[1] - to[1])) * 180 / Math.PI - angle) < 4);
    }
  }
  const { position, radii } = heap(30, { up: [1, 0, 0] });
  assert.ok(Math.abs(angleOfRepose(position, radii, { gravity: [-5, 0, 0] }).angle - 30) < 1.5); // up is against gravity
  const flat = Float32Array.from({ length: 3000 }, (_, k) => (k % 3 === 2 ? 0 : Math.sin(k)));
  assert.equal(angleOfRepose(flat, new Float32Array(1000).fill(0.01)), null);
});

// n particles of mass 2 that go along x with speed 1 through a box from 0 to 10.
function stream(time, n = 100) {
  const x = k => ((k * 0.1 + time) % 10), ids = Array.from({ length: n }, (_, k) => k + 1);
  return frameOf({ id: [1, ids], radius: [1, ids.map(() => 0.01)], mass: [1, ids.map(() => 2)], position: [3, ids.flatMap((_, k) => [x(k), k % 2, 0])] }, { time, step: Math.round(time * 1000), box: { lo: [0, -1, -1], hi: [10, 2, 1] } });
}

test('a steady stream has the flow that it has', () => {
  const plane = { point: [5, 0.5, 0], normal: [1, 0, 0], along: null, half: Infinity }, meter = new FlowMeter(plane), half = new FlowMeter({ ...plane, along: [0, 1, 0], half: 0.6 }), other = new FlowMeter({ ...plane, point: [5, 0, 0], along: [0, 1, 0], half: 0.4 });
  const back = new FlowMeter({ ...plane, normal: [-1, 0, 0] });
  for (let k = 0; k <= 200; k++) for (const m of [meter, half, other, back]) m.add(stream(0.013 + 0.05 * k));
  assert.ok(Math.abs(meter.mean(Infinity) - 20) < 0.2, String(meter.mean(Infinity))); // 10 a metre, 1 m/s, 2 kg each; round the box is not through it
  assert.deepEqual([meter.total.back, back.total.forth], [0, 0]);
  assert.equal(meter.total.forth, 2 * meter.total.count);
  assert.equal(half.total.count, meter.total.count);
  assert.equal(other.total.count * 2, meter.total.count); // only those of one row
  assert.ok(Math.abs(back.mean(Infinity) + 20) < 0.2);
  assert.equal(meter.add(stream(0.013 + 0.05 * 200)), false); // the same frame again
  meter.add(stream(0.2));
  assert.ok(Number.isFinite(meter.mean(Infinity))); // looked back
});

function cloud(n) {
  let seed = 1;
  const random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
  const many = (k, f) => Array.from({ length: k * n }, f);
  return frameOf({ radius: [1, many(1, () => 0.01 + 0.01 * random())], mass: [1, many(1, () => 1 + random())], position: [3, many(3, () => 1.2 * random() - 0.1)], velocity: [3, many(3, () => random() - 0.3)], stress: [6, many(6, random)] });
}

test('a grid holds the mass, the momentum and the stress of the particles, to rounding', () => {
  const frame = cloud(5000), grid = gridOver({ lo: [0, 0, 0], hi: [1, 1, 1] }, 0.13), field = coarseGrain(frame, grid);
  assert.deepEqual(grid.n, [8, 8, 8]);
  const mass = frame.data('mass').reduce((a, b) => a + b, 0), { data: v } = frame.arrays.get('velocity');
  const momentum = [0, 1, 2].map(q => frame.data('mass').reduce((s, m, i) => s + m * v[3 * i + q], 0));
  const found = balance(field);
  assert.ok(Math.abs(found.mass[0] / mass - 1) < 1e-12 && found.mass[2] < 1e-12);
  assert.ok(Math.abs(found.momentum[0] / Math.hypot(...momentum) - 1) < 1e-12 && found.momentum[2] < 1e-12);
  assert.ok(found.stress[2] < 1e-12);
  const whole = slice(field, 1, null), parts = [0, 1, 2, 3, 4, 5, 6, 7].map(k => slice(field, 1, k));
  for (let k = 2; k < whole.sums.length; k += 18) assert.ok(Math.abs(whole.sums[k] - parts.reduce((s, p) => s + p.sums[k], 0)) < 1e-9);
});

test('a uniform flow has its density and velocity in every cell, and a lost particle is noticed', () => {
  const at = [], v = [];
  for (let x = 0.025; x < 1; x += 0.05) for (let y = 0.025; y < 1; y += 0.05) for (let z = 0.025; z < 1; z += 0.05) { at.push(x, y, z); v.push(1, 2, 3); }
  const n = at.length / 3, frame = frameOf({ radius: [1, new Array(n).fill(0.02)], mass: [1, new Array(n).fill(0.125)], position: [3, at], velocity: [3, v], stress: [6, new Array(6 * n).fill(4)] });
  const field = coarseGrain(frame, gridOver({ lo: [0, 0, 0], hi: [1, 1, 1] }, 0.25)), middle = 18 * (1 + 4 * (1 + 4 * 1)), { volume } = field.grid;
  const is = (name, wanted) => assert.ok(Math.abs(QUANTITIES[name][1](field.sums, middle, volume) - wanted) < 1e-5 * Math.abs(wanted) + 1e-6, `${name} ${QUANTITIES[name][1](field.sums, middle, volume)}`);
  is('density', 1000);
  is('number', 8000);
  is('fraction', 8000 * (4 / 3) * Math.PI * 0.02 ** 3);
  is('speed', Math.sqrt(14));
  is('vz', 3);
  is('fluctuation', 0);
  is('kinetic', 0);
  is('sxy', 4 * 8000 * (4 / 3) * Math.PI * 0.02 ** 3); // of the particles, in the part that they fill
  field.sums[2] -= 0.125;
  assert.ok(balance(field).mass[2] > 1e-5);
});

test('planes, slabs and boxes keep what lies inside, or carve it out', () => {
  const box = { lo: [0, 0, 0], hi: [1, 1, 2] }, base = { cut: true, cutKind: 'plane', cutAxis: 2, cutNormal: [1, 1, 0], cutAt: 0.5, cutThick: 0.2, cutLow: [0, 0, 0], cutHigh: [0.5, 0.5, 0.5], cutFlip: false };
  const points = [0.2, 0.2, 0.1, 0.2, 0.2, 0.95, 0.8, 0.8, 1.9], kept = more => [...keptBy(clipOf({ ...base, ...more }, box), points, 3)];
  assert.equal(clipOf({ ...base, cut: false }, box), null);
  assert.deepEqual(kept({}), [1, 1, 0]);
  assert.deepEqual(kept({ cutFlip: true }), [0, 0, 1]);
  assert.deepEqual(kept({ cutKind: 'slab' }), [0, 1, 0]);
  assert.deepEqual(kept({ cutKind: 'slab', cutFlip: true }), [1, 0, 1]);
  assert.deepEqual(kept({ cutKind: 'box' }), [1, 1, 0]);
  assert.deepEqual(kept({ cutKind: 'box', cutFlip: true }), [0, 0, 1]);
  assert.deepEqual(kept({ cutAxis: 3, cutAt: 0.5 }), [1, 1, 0]); // across the diagonal
  assert.deepEqual(kept({ cutAxis: 3, cutNormal: [0, 0, 0], cutAt: 0.5 }), [1, 1, 0]); // no direction is as good as x
});

test('tracks keep the values of a grain in order, bounded, without jumps', () => {
  const tracks = new Tracks({ rows: 50 });
  tracks.add(2);
  for (let step = 0; step < 500; step++) tracks.take(frameOf({ id: [1, [1, 2]], radius: [1, [1, 2]], position: [3, [0, 0, 0, step % 100, 0, 0]], velocity: [3, [0, 0, 0, 1, 2, 3]] }, { step, time: step / 10 }), [5, 0, 0]);
  const { steps, columns: [x] } = tracks.table('x');
  assert.ok(steps.length <= 50 && steps[0] === 0 && steps.at(-1) === 499);
  assert.deepEqual([x.at(-1), tracks.table('vz').columns[0][0]], [104, 3]);
  tracks.takeParticle({ id: 2, step: 250.5, time: 25.05, position: [9, 0, 0], velocity: [3, 4, 0], spin: [0, 0, 1], contacts: [1], radius: 2 }, [5, 0, 0]);
  assert.equal(tracks.table('speed').columns[0][tracks.table('speed').steps.indexOf(250.5)], 5);
  const round = new Tracks();
  round.add(1);
  for (const [step, x] of [[0, 8], [1, 9], [2, 0], [3, 1]]) round.put(1, { step, time: step, at: [x, 0, 0], values: {} });
  assert.deepEqual(round.path(1, 5), [8, 0, 0, 9, 0, 0, 0, 0, 0, 1, 0, 0]); // not the way back through a periodic box
  for (let id = 10; id < 30; id++) tracks.add(id);
  assert.equal(tracks.ids.length, 10);
  assert.equal(new Set([...tracks.grains.values()].map(g => g.color)).size, 10);
});

test('a scale bar has a round length', () => {
  for (const [most, wanted] of [[0.0237, 0.02], [0.99, 0.5], [1, 1], [7e-6, 5e-6]]) assert.ok(Math.abs(roundLength(most) / wanted - 1) < 1e-9);
  assert.deepEqual([0.02, 1500, 5e-6, 0.002].map(lengthText), ['2 cm', '1.5 km', '5 µm', '2 mm']);
});

test('sliders write the numbers of a deck, and nothing else of it', async () => {
  const { describe, grouped, rangeOf, variablesOf, withVariable } = await import('../src/data/deck.js');
  const deck = 'variable a equal 0.5 # speed\nvariable b index 3\nvariable c equal "2*v_a"\nvariable d string 4\nrun 5';
  assert.deepEqual(variablesOf(deck).map(v => [v.name, v.value, v.line]), [['a', 0.5, 0], ['b', 3, 1]]);
  assert.equal(withVariable(deck, 0, '0.75'), deck.replace('0.5', '0.75'));
  assert.deepEqual(rangeOf({ value: -2, whole: true }), { low: -6, high: 0, step: 1 });
  assert.equal(describe('# Title\n\nText.\n\n![p](x.png)\n'), 'Text.');
  assert.equal(describe('# T\n\n[日本語](README.ja.md)\n\nOne `two`\nthree [four](x.md).\n\n    code\n'), 'One two three four.');
  assert.equal(describe('# T\n\n粒子を\n入れます。'), '粒子を入れます。');
  assert.deepEqual(variablesOf('variable n equal 0\nvariable seed index 32452843\nvariable n equal ${n}+1\nvariable d equal 0.004').map(v => v.name), ['d']);
  assert.deepEqual(grouped([['runs', 'line 3: 5 steps'], ['', 'line 9: 7 steps'], ['memory', 'about 11 MB']]), [['runs', ['line 3: 5 steps', 'line 9: 7 steps']], ['memory', ['about 11 MB']]]);
  assert.deepEqual(grouped([]), []);
});

test('the way back leads to this machine only', async () => {
  globalThis.document ??= { createElement: () => ({ getContext: () => ({}) }) };
  const { wayBack, withWayBack } = await import('../src/ui/back.js');
  const here = 'http://127.0.0.1:8080/token/';
  assert.equal(wayBack(new URL(withWayBack('http://127.0.0.1:9090/other/', here)).hash), here);
  for (const bad of ['http://evil.example/', 'javascript:alert(1)', 'https://127.0.0.1/', 'http://127.0.0.1.evil.example/', '%']) assert.equal(wayBack(`#back=${bad === '%' ? bad : encodeURIComponent(bad)}`), null, bad);
});
