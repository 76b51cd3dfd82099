// SPDX-License-Identifier: Apache-2.0
// The edges of a triangle soup that are worth drawing: borders, and folds sharper than 30 degrees.

const SHARP = Math.cos(Math.PI / 6);

function normalOf(v, t) {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = v.subarray(9 * t, 9 * t + 9);
  const [ux, uy, uz, wx, wy, wz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
  const n = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
  const size = Math.hypot(...n) || 1;
  return n.map(c => c / size);
}

// Corners that lie at the same place get the same number.
function weld(vertices) {
  let size = 0;
  for (const c of vertices) size = Math.max(size, Math.abs(c));
  const grain = (size || 1) * 1e-6;
  const seen = new Map();
  const numbers = new Uint32Array(vertices.length / 3);
  for (let k = 0; k < numbers.length; k++) {
    const key = `${Math.round(vertices[3 * k] / grain)},${Math.round(vertices[3 * k + 1] / grain)},${Math.round(vertices[3 * k + 2] / grain)}`;
    if (!seen.has(key)) seen.set(key, seen.size);
    numbers[k] = seen.get(key);
  }
  return numbers;
}

// Pairs of indices of corners.
export function sharpEdges(vertices) {
  const numbers = weld(vertices);
  const edges = new Map();
  for (let t = 0; t < numbers.length / 3; t++) {
    const normal = normalOf(vertices, t);
    for (let c = 0; c < 3; c++) {
      const a = 3 * t + c, b = 3 * t + ((c + 1) % 3);
      const [low, high] = numbers[a] < numbers[b] ? [numbers[a], numbers[b]] : [numbers[b], numbers[a]];
      if (low === high) continue;
      const key = low * numbers.length + high;
      const edge = edges.get(key) ?? { a, b, normals: [] };
      edge.normals.push(normal);
      edges.set(key, edge);
    }
  }
  const pairs = [];
  for (const { a, b, normals } of edges.values()) {
    const [n, m] = normals;
    const flat = normals.length === 2 && Math.abs(n[0] * m[0] + n[1] * m[1] + n[2] * m[2]) > SHARP;
    if (!flat) pairs.push(a, b);
  }
  return new Uint32Array(pairs);
}
