// SPDX-License-Identifier: Apache-2.0
// The angle of repose of a heap: the height of its surface over the way from its axis, in sectors around it, with a straight line through the
// flank of each. Up is against gravity.

const RINGS = 24, SECTORS = 12, LEAST = 4; // rings of a sector, sectors, rings that a line needs
const STRAIGHT = 0.6; // part of the scatter that a straight flank explains at least
const FOOT = 0.15, TOP = 0.85; // parts of the height between which the flank lies

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => { const size = Math.hypot(...a); return a.map(v => v / size); };

function frameOf(gravity) {
  const size = gravity ? Math.hypot(...gravity) : 0;
  const up = size > 0 ? gravity.map(g => -g / size) : [0, 0, 1];
  const other = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const e1 = unit(cross(other, up));
  return { up, e1: Math.abs(up[2]) > 0.99 ? [1, 0, 0] : e1, e2: Math.abs(up[2]) > 0.99 ? cross(up, [1, 0, 0]) : cross(up, e1) };
}

// Least squares of height over way: slope, and how much of the scatter it explains.
function line(points) {
  const n = points.length, mx = points.reduce((s, p) => s + p[0], 0) / n, my = points.reduce((s, p) => s + p[1], 0) / n;
  let xx = 0, xy = 0, yy = 0;
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const slope = xy / xx;
  return { slope, height: my - slope * mx, fit: yy > 0 ? (xy * xy) / (xx * yy) : 1 };
}

// axis [along e1, along e2]: the heap's middle; null: the mean of its upper tenth, by height.
function middle(flat, up) {
  const heights = Float64Array.from(up).sort(), limit = heights[Math.floor(0.9 * (heights.length - 1))];
  let n = 0, a = 0, b = 0;
  for (let i = 0; i < up.length; i++) {
    if (up[i] < limit) continue;
    n++;
    a += flat[2 * i];
    b += flat[2 * i + 1];
  }
  return [a / n, b / n];
}

// The outermost height of each ring of a sector: [way, height].
function profile(rows, { way, up, radii }) {
  const far = rows.reduce((most, i) => Math.max(most, way[i]), 0), tops = new Map();
  for (const i of rows) {
    const ring = Math.min(RINGS - 1, Math.floor((way[i] / far) * RINGS)), top = up[i] + radii[i];
    if (!tops.has(ring) || tops.get(ring)[1] < top) tops.set(ring, [way[i], top]);
  }
  return [...tops.values()].sort((p, q) => p[0] - q[0]);
}

// position [3 n], radii [n], gravity or null, mask or null. Flat heaps (much wider along e1 than along e2, or the other way) have two sides, others
// sectors. Returns {angle, deviation [degrees], sides: [{angle, fit, from, to (points)}], up} or null where there is no heap.
export function angleOfRepose(position, radii, { gravity = null, mask = null } = {}) {
  const { up: u, e1, e2 } = frameOf(gravity), rows = [];
  const n = radii.length, up = new Float64Array(n), flat = new Float64Array(2 * n), way = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const p = position.subarray(3 * i, 3 * i + 3);
    up[i] = dot(p, u);
    flat[2 * i] = dot(p, e1);
    flat[2 * i + 1] = dot(p, e2);
    if (!mask || mask[i]) rows.push(i);
  }
  if (rows.length < 20) return null;
  const of = (array, k, step) => rows.map(i => array[step * i + k]);
  const span = values => values.reduce((m, v) => [Math.min(m[0], v), Math.max(m[1], v)], [Infinity, -Infinity]);
  const [s1, s2] = [span(of(flat, 0, 2)), span(of(flat, 1, 2))], w1 = s1[1] - s1[0], w2 = s2[1] - s2[0];
  const thin = w2 < 0.4 * w1 ? 0 : w1 < 0.4 * w2 ? 1 : -1; // along which a thin heap lies
  const [a, b] = middle(Float64Array.from(rows.flatMap(i => [flat[2 * i], flat[2 * i + 1]])), rows.map(i => up[i]));
  const sectors = new Map();
  for (const i of rows) {
    const x = flat[2 * i] - a, y = flat[2 * i + 1] - b, along = thin === 1 ? y : x;
    way[i] = thin < 0 ? Math.hypot(x, y) : Math.abs(along);
    const sector = thin < 0 ? Math.floor(((Math.atan2(y, x) / (2 * Math.PI) + 1) % 1) * SECTORS) : along >= 0 ? 0 : 1;
    if (!sectors.has(sector)) sectors.set(sector, []);
    sectors.get(sector).push(i);
  }
  const low = span(of(up, 0, 1))[0];
  const sides = [...sectors].map(([sector, members]) => flank(profile(members, { way, up, radii }), low, { sector, thin, a, b, u, e1, e2 })).filter(Boolean);
  if (sides.length === 0) return null;
  const mean = sides.reduce((s, side) => s + side.angle, 0) / sides.length;
  const deviation = Math.sqrt(sides.reduce((s, side) => s + (side.angle - mean) ** 2, 0) / Math.max(1, sides.length - 1));
  return { angle: mean, deviation, sides };
}

function flank(points, low, { sector, thin, a, b, u, e1, e2 }) {
  const top = points.reduce((most, p) => Math.max(most, p[1]), -Infinity), part = h => (h - low) / (top - low);
  const peak = points.findIndex(p => p[1] === top);
  const found = points.slice(peak).filter(([, h]) => part(h) > FOOT && part(h) < TOP);
  if (found.length < LEAST) return null;
  const { slope, height, fit } = line(found);
  if (slope >= 0 || fit < STRAIGHT) return null; // no flank
  const turn = ((sector + 0.5) / SECTORS) * 2 * Math.PI;
  const across = thin === 0 ? [sector === 0 ? 1 : -1, 0] : thin === 1 ? [0, sector === 0 ? 1 : -1] : [Math.cos(turn), Math.sin(turn)];
  const place = way => [0, 1, 2].map(q => (a + way * across[0]) * e1[q] + (b + way * across[1]) * e2[q] + (height + slope * way) * u[q]);
  return { angle: (Math.atan(-slope) * 180) / Math.PI, fit, from: place(found[0][0]), to: place(found.at(-1)[0]) };
}
