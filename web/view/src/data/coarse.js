// SPDX-License-Identifier: Apache-2.0
// Coarse-grained fields on a grid. Each particle is shared among the eight cells around it with weights that are linear in its place and sum to
// one, so that mass, momentum and the sum of the stresses of the grid are those of the particles, to rounding.
//   density = sum w m / V     velocity = sum w m v / sum w m     solid fraction = sum w v_p / V
//   contact stress = sum w v_p sigma_p / V     kinetic stress = sum w m (v - u)(v - u) / V   (u: velocity of the cell)

export const SUMS = 1 + 1 + 1 + 3 + 6 + 6; // number, volume, mass, momentum, contact stress times volume, m v v
const PAIRS = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];
const MOST_CELLS = 1 << 18;

// box: {lo, hi} relative to the origin; size: of a cell, at least
export function gridOver(box, size) {
  const wide = box.hi.map((h, q) => h - box.lo[q]);
  let cell = size;
  const count = () => wide.map(w => Math.max(1, Math.round(w / cell)));
  while (count().reduce((a, b) => a * b, 1) > MOST_CELLS) cell *= 1.1;
  const n = count();
  return { lo: [...box.lo], n, step: wide.map((w, q) => w / n[q]), volume: wide.reduce((v, w, q) => v * (w / n[q]), 1), cells: n[0] * n[1] * n[2] };
}

// The two cells along one axis and how much of the particle is in the second. Outside the outermost middles all is in the outermost cell.
function share(x, lo, step, n) {
  const at = (x - lo) / step - 0.5, k = Math.floor(at);
  if (at <= 0) return [0, 0, 0];
  return k >= n - 1 ? [n - 1, n - 1, 0] : [k, k + 1, at - k];
}

export function coarseGrain(frame, grid, mask = null) {
  const at = frame.data('position'), radii = frame.data('radius'), mass = frame.data('mass'), v = frame.data('velocity'), stress = frame.data('stress');
  const sums = new Float64Array(SUMS * grid.cells), total = new Float64Array(SUMS), one = new Float64Array(SUMS);
  const [nx, ny] = grid.n;
  for (let i = 0; i < frame.count; i++) {
    if (mask && !mask[i]) continue;
    const ball = (4 / 3) * Math.PI * radii[i] ** 3, m = mass ? mass[i] : ball;
    one.fill(0);
    one[0] = 1;
    one[1] = ball;
    one[2] = m;
    for (let q = 0; q < 3 && v; q++) one[3 + q] = m * v[3 * i + q];
    for (let k = 0; k < 6 && stress; k++) one[6 + k] = ball * stress[6 * i + k];
    for (let k = 0; k < 6 && v; k++) one[12 + k] = m * v[3 * i + PAIRS[k][0]] * v[3 * i + PAIRS[k][1]];
    for (let s = 0; s < SUMS; s++) total[s] += one[s];
    const [ax, bx, fx] = share(at[3 * i], grid.lo[0], grid.step[0], grid.n[0]);
    const [ay, by, fy] = share(at[3 * i + 1], grid.lo[1], grid.step[1], grid.n[1]);
    const [az, bz, fz] = share(at[3 * i + 2], grid.lo[2], grid.step[2], grid.n[2]);
    for (let c = 0; c < 8; c++) {
      const w = (c & 1 ? fx : 1 - fx) * (c & 2 ? fy : 1 - fy) * (c & 4 ? fz : 1 - fz);
      if (w === 0) continue;
      const cell = SUMS * ((c & 1 ? bx : ax) + nx * ((c & 2 ? by : ay) + ny * (c & 4 ? bz : az)));
      for (let s = 0; s < SUMS; s++) sums[cell + s] += w * one[s];
    }
  }
  return { grid, sums, total, stressed: Boolean(stress), moving: Boolean(v), massive: Boolean(mass) };
}

// What the grid holds against what the particles hold: relative differences of mass, momentum and stress.
export function balance({ grid, sums, total }) {
  const held = new Float64Array(SUMS), size = new Float64Array(SUMS);
  for (let c = 0; c < grid.cells; c++) {
    for (let s = 0; s < SUMS; s++) {
      held[s] += sums[SUMS * c + s];
      size[s] += Math.abs(sums[SUMS * c + s]);
    }
  }
  const off = (from, to) => {
    let worst = 0;
    for (let s = from; s < to; s++) if (size[s] > 0) worst = Math.max(worst, Math.abs(held[s] - total[s]) / size[s]);
    return worst;
  };
  return { mass: [held[2], total[2], off(2, 3)], momentum: [Math.hypot(held[3], held[4], held[5]), Math.hypot(total[3], total[4], total[5]), off(3, 6)],
    stress: [(held[6] + held[7] + held[8]) / 3, (total[6] + total[7] + total[8]) / 3, off(6, 12)] };
}

const moving = (sums, k, q) => (sums[k + 2] > 0 ? sums[k + 3 + q] / sums[k + 2] : NaN);
const kinetic = (sums, k, p, volume) => {
  const [a, b] = PAIRS[p];
  return sums[k + 2] > 0 ? (sums[k + 12 + p] - (sums[k + 3 + a] * sums[k + 3 + b]) / sums[k + 2]) / volume : 0;
};
const full = (sums, k, v) => (sums[k + 2] > 0 ? v : NaN);

// name: [unit, value of the sums that begin at k]
export const QUANTITIES = {
  fraction: ['', (sums, k, volume) => sums[k + 1] / volume],
  density: ['kg/m³', (sums, k, volume) => sums[k + 2] / volume],
  number: ['1/m³', (sums, k, volume) => sums[k] / volume],
  speed: ['m/s', (sums, k) => Math.hypot(moving(sums, k, 0), moving(sums, k, 1), moving(sums, k, 2))],
  ...Object.fromEntries(['x', 'y', 'z'].map((q, c) => [`v${q}`, ['m/s', (sums, k) => moving(sums, k, c)]])),
  fluctuation: ['m²/s²', (sums, k, volume) => full(sums, k, ([0, 1, 2].reduce((s, p) => s + kinetic(sums, k, p, volume), 0) * volume) / sums[k + 2] / 3)],
  pressure: ['Pa', (sums, k, volume) => full(sums, k, (sums[k + 6] + sums[k + 7] + sums[k + 8]) / (3 * volume))],
  ...Object.fromEntries(['xx', 'yy', 'zz', 'xy', 'xz', 'yz'].map((q, p) => [`s${q}`, ['Pa', (sums, k, volume) => full(sums, k, sums[k + 6 + p] / volume)]])),
  kinetic: ['Pa', (sums, k, volume) => full(sums, k, [0, 1, 2].reduce((s, p) => s + kinetic(sums, k, p, volume), 0) / 3)],
};

// The cells of a slice across an axis, or of all slices together (index null): sums of each, and how much volume they stand for.
export function slice({ grid, sums }, axis, index) {
  const u = (axis + 1) % 3, v = (axis + 2) % 3, [p, q] = u < v ? [u, v] : [v, u];
  const [w, h] = [grid.n[p], grid.n[q]], out = new Float64Array(SUMS * w * h), from = index ?? 0, to = index === null ? grid.n[axis] : index + 1;
  const c = [0, 0, 0];
  for (c[q] = 0; c[q] < h; c[q]++) {
    for (c[p] = 0; c[p] < w; c[p]++) {
      for (c[axis] = from; c[axis] < to; c[axis]++) {
        const k = SUMS * (c[0] + grid.n[0] * (c[1] + grid.n[1] * c[2])), o = SUMS * (c[p] + w * c[q]);
        for (let s = 0; s < SUMS; s++) out[o + s] += sums[k + s];
      }
    }
  }
  return { sums: out, width: w, height: h, across: p, up: q, volume: grid.volume * (to - from) };
}
