// SPDX-License-Identifier: Apache-2.0
// Triangles for the walls of a run. The server tells how each is drawn: a plane by a point and its normal, cut off at the box; or rings about
// an axis and the surface between each and the next.

const SIDES = 96;

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Two unit vectors across the axis, and of each other.
function across(axis) {
  const size = axis.map(Math.abs);
  const most = size.indexOf(Math.max(...size));
  const next = (most + 1) % 3;
  const rest = Math.sqrt(1 - axis[next] * axis[next]);
  const u = [0, 1, 2].map(q => ((q === next ? 1 : 0) - axis[next] * axis[q]) / rest);
  return [u, [0, 1, 2].map(q => axis[(q + 1) % 3] * u[(q + 2) % 3] - axis[(q + 2) % 3] * u[(q + 1) % 3])];
}

// What of a polygon lies on the side of `bound` to which `way` points along axis q.
function clip(polygon, q, bound, way) {
  return polygon.flatMap((a, k) => {
    const b = polygon[(k + 1) % polygon.length];
    const [da, db] = [way * (a[q] - bound), way * (b[q] - bound)];
    const out = da >= 0 ? [a] : [];
    if ((da >= 0) !== (db >= 0)) out.push(a.map((x, c) => (c === q ? bound : x + (da / (da - db)) * (b[c] - x))));
    return out;
  });
}

function plane({ point, axis }, { lo, hi }) {
  const [u, v] = across(axis);
  const middle = lo.map((x, q) => 0.5 * (x + hi[q]));
  const size = lo.reduce((sum, x, q) => sum + hi[q] - x, 0);
  const depth = dot(point.map((x, q) => x - middle[q]), axis);
  let polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => middle.map((x, q) => x + depth * axis[q] + size * (a * u[q] + b * v[q])));
  for (let q = 0; q < 3; q++) {
    if (Math.abs(axis[q]) === 1) continue;
    polygon = clip(clip(polygon, q, lo[q], 1), q, hi[q], -1);
  }
  return polygon.slice(2).flatMap((c, k) => [polygon[0], polygon[k + 1], c]);
}

// Rings that go on reach as far as the box does along their axis.
function lengthen([first], axis, { lo, hi }) {
  const reach = [0, 1, 2, 3, 4, 5, 6, 7].map(k => dot(lo.map((x, q) => (k >> q & 1 ? hi[q] : x) - first[q]), axis));
  return [Math.min(...reach), Math.max(...reach)].map(s => [...axis.map((a, q) => first[q] + s * a), first[3]]);
}

function surface({ rings: numbers, axis, endless }, box) {
  const [u, v] = across(axis);
  let rings = Array.from({ length: numbers.length / 4 }, (_, k) => numbers.slice(4 * k, 4 * k + 4));
  if (endless) rings = lengthen(rings, axis, box);
  const at = ([x, y, z, r], k) => {
    const [c, s] = [r * Math.cos((2 * Math.PI * k) / SIDES), r * Math.sin((2 * Math.PI * k) / SIDES)];
    return [x + c * u[0] + s * v[0], y + c * u[1] + s * v[1], z + c * u[2] + s * v[2]];
  };
  const out = [];
  for (let n = 0; n + 1 < rings.length; n++) {
    for (let k = 0; k < SIDES; k++) {
      const [a, b, c, d] = [at(rings[n], k), at(rings[n], k + 1), at(rings[n + 1], k + 1), at(rings[n + 1], k)];
      if (rings[n][3] > 0) out.push(a, b, c);
      if (rings[n + 1][3] > 0) out.push(a, c, d);
    }
  }
  return out;
}

// Corners of triangles, relative to the origin of the frames.
export function wallSurface(wall, box, origin) {
  const corners = wall.rings ? surface(wall, box) : wall.point ? plane(wall, box) : [];
  return Float32Array.from(corners.flatMap(p => p.map((x, q) => x - origin[q])));
}
