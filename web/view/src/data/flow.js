// SPDX-License-Identifier: Apache-2.0
// What crosses a plane from one frame to the next, by the sides on which the centres of the particles are.

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// plane: {point, normal (unit), along (unit, or null: without end), half (half its length along that)}
export class FlowMeter {
  constructor(plane) {
    this.plane = plane;
    this.last = null; // of the frame before: {time, step, side: Map id -> side}
    this.total = { forth: 0, back: 0, count: 0 };
    this.rows = []; // [time, mass per time]
  }

  side(at, k) {
    const { point, normal } = this.plane;
    return (at[k] - point[0]) * normal[0] + (at[k + 1] - point[1]) * normal[1] + (at[k + 2] - point[2]) * normal[2];
  }

  within(p) {
    const { point, along, half } = this.plane;
    return !along || Math.abs(dot(p.map((v, q) => v - point[q]), along)) <= half;
  }

  // A frame, in the order of time; without masses particles count as 1. True when something was measured.
  add(frame) {
    const { time, step } = frame.header, ids = frame.data('id'), at = frame.data('position'), mass = frame.data('mass');
    if (this.last && step === this.last.step) return false;
    if (this.last && time < this.last.time) this.last = null; // looked back, or begun anew
    const sides = new Float32Array(ids.length), places = new Map();
    let net = 0;
    for (let i = 0; i < ids.length; i++) {
      sides[i] = this.side(at, 3 * i);
      const before = this.last?.places.get(ids[i]);
      places.set(ids[i], i);
      if (before === undefined || this.last.sides[before] >= 0 === sides[i] >= 0) continue;
      const old = this.last.at.subarray(3 * before, 3 * before + 3), now = at.subarray(3 * i, 3 * i + 3);
      const part = this.last.sides[before] / (this.last.sides[before] - sides[i]); // where it crossed
      if (!this.within([0, 1, 2].map(q => old[q] + part * (now[q] - old[q]))) || this.jumps(old, now, frame)) continue;
      const m = mass ? mass[i] : 1, forth = sides[i] >= 0;
      net += forth ? m : -m;
      this.total[forth ? 'forth' : 'back'] += m;
      this.total.count++;
    }
    const before = this.last;
    this.last = { time, step, sides, places, at };
    if (!before || !(time > before.time)) return false;
    this.rows.push([time, net / (time - before.time)]);
    if (this.rows.length > 5000) this.rows = this.rows.filter((_, k) => k % 2 === 0);
    return true;
  }

  // Round a periodic box is no way through the plane.
  jumps(old, now, frame) {
    const { lo, hi } = frame.header.box ?? {};
    return Boolean(lo) && [0, 1, 2].some(q => Math.abs(now[q] - old[q]) > 0.5 * (hi[q] - lo[q]));
  }

  // Mean over the last `span` of time [kg/s].
  mean(span) {
    const end = this.rows.at(-1)?.[0];
    if (end === undefined) return NaN;
    const kept = this.rows.filter(([t]) => t > end - span);
    return kept.reduce((s, [, v]) => s + v, 0) / kept.length;
  }
}
