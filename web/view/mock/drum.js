// SPDX-License-Identifier: Apache-2.0
// Grains of a drum on circles about its axis: a bed at rest on the wall that turns with it and slides down its surface.

import { encode } from '../test/encode.js';

const RADIUS = 0.09, DEPTH = 0.05;

export class Drum {
  constructor(count) {
    this.count = count;
    this.time = 0;
    this.origin = [-0.025, -0.095, -0.095];
    this.box = { lo: this.origin, hi: [0.025, 0.095, 0.095] };
    this.contacts = 3 * count;
    const size = Math.cbrt((0.35 * Math.PI * RADIUS * RADIUS * DEPTH * 0.6) / (count * 4.19));
    this.grains = Array.from({ length: count }, (_, i) => {
      const type = 1 + (i % 3), r = size * (0.75 + 0.25 * type * 0.6);
      return { type, r, depth: (i * 0.7548776662) % 1, place: (i * 0.5698402909) % 1, x: ((i * 0.8191725134) % 1) * (DEPTH - 2 * r) + r };
    });
    this.blades = this.makeBlades();
    this.measure();
  }

  makeBlades() {
    const out = [];
    for (let k = 0; k < 6; k++) {
      const a = (k * Math.PI) / 3, [c, s] = [Math.cos(a), Math.sin(a)];
      const p = (x, r) => [x, r * c + 0.095, r * s + 0.095];
      const [A, B, C, D] = [p(0, 0.07), p(DEPTH, 0.07), p(DEPTH, 0.09), p(0, 0.09)];
      out.push(...A, ...B, ...C, ...A, ...C, ...D);
    }
    return new Float32Array(out);
  }

  advance(dt) {
    this.goTo(this.time + dt);
  }

  goTo(time) {
    this.time = time;
    this.measure();
  }

  // A grain moves with the drum in the lower half of a lens-shaped bed and back along its surface in the upper.
  measure() {
    const n = this.count;
    this.position ??= new Float32Array(3 * n);
    this.speed ??= new Float32Array(n);
    const tilt = 0.5;
    this.grains.forEach((g, i) => {
      const around = 2 * Math.PI * (g.place + this.time * 0.25 * (0.6 + 0.4 * g.depth));
      const [u, v] = [Math.cos(around) * (RADIUS - g.r) * 0.86 * Math.sqrt(g.depth), Math.sin(around) * 0.026 * Math.sqrt(g.depth) - 0.048];
      const [y, z] = [u * Math.cos(tilt) - v * Math.sin(tilt), u * Math.sin(tilt) + v * Math.cos(tilt)];
      this.position.set([g.x, y + 0.095, z + 0.095], 3 * i);
      this.speed[i] = 0.25 * Math.sqrt(g.depth) * (Math.sin(around) > 0 ? 2 : 0.7) * (0.85 + 0.15 * Math.sin(37 * i));
    });
  }

  pose() {
    const a = this.time * 1.2, [c, s] = [Math.cos(a), Math.sin(a)], o = 0.095;
    return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, o - c * o + s * o, o - s * o - c * o, 1];
  }

  frame({ state, number, fields, corners, max }) {
    const n = Math.min(this.count, max);
    const f32 = call => Float32Array.from({ length: n }, (_, i) => call(i));
    const arrays = [
      { name: 'id', type: 'u32', width: 1, data: Uint32Array.from({ length: n }, (_, i) => i + 1) },
      { name: 'position', type: 'f32', width: 3, data: this.position.slice(0, 3 * n) },
      { name: 'radius', type: 'f32', width: 1, data: f32(i => this.grains[i].r) },
      { name: 'type', type: 'u8', width: 1, data: Uint8Array.from({ length: n }, (_, i) => this.grains[i].type) },
    ];
    const made = { speed: i => this.speed[i], spin: i => 200 * this.speed[i], force: i => 0.01 * Math.abs(Math.sin(i)) ** 6, overlap: i => 1e-6 * this.grains[i].depth, coordination: i => i % 8, pressure: i => 100 * this.grains[i].depth,
      rank: i => i, temperature: i => 300 + 20 * this.grains[i].depth };
    for (const name of fields) if (made[name]) arrays.push({ name, type: 'f32', width: 1, data: f32(made[name]) });
    if (fields.includes('chain')) {
      const links = this.links(n);
      arrays.push({ name: 'chain', type: 'u32', width: 2, data: Uint32Array.from(links.flat()) }, { name: 'chain_force', type: 'f32', width: 1, data: Float32Array.from(links, ([i]) => 0.01 * Math.abs(Math.sin(i)) ** 4) });
    }
    if (corners) arrays.push({ name: 'mesh:blades', type: 'f32', width: 3, data: this.blades });
    const header = { frame: number, scene: 1, step: state.step, time: this.time, n, total: this.count, status: state.status, contacts: this.contacts, run: { begin: 0, end: 100000 }, rate: 4.1e6, residual: 1.2e-9,
      meshes: [{ name: 'blades', version: 1, moved: true, pose: this.pose() }] };
    return Buffer.from(encode(header, arrays));
  }

  // Some grains that lie close to each other.
  links(n) {
    const cells = new Map(), size = 2.2 * this.grains[0].r, found = [];
    const at = i => [0, 1, 2].map(c => Math.floor(this.position[3 * i + c] / size));
    for (let i = 0; i < n; i++) {
      const [x, y, z] = at(i);
      for (const key of [`${x},${y},${z}`, `${x - 1},${y},${z}`, `${x},${y - 1},${z}`, `${x},${y},${z - 1}`]) for (const j of cells.get(key) ?? []) if (found.length < 4 * n) found.push([i, j]);
      const own = `${x},${y},${z}`;
      cells.set(own, [...(cells.get(own) ?? []), i].slice(-3));
    }
    return found;
  }

  particle(id) {
    const i = id - 1, g = this.grains[i], at = [...this.position.subarray(3 * i, 3 * i + 3)].map((v, c) => v + this.origin[c]);
    const mass = 2500 * 4.19 * g.r ** 3;
    const contacts = [1, 2, 5].map(k => ({ kind: 'particle', id: 1 + ((i + k) % this.count), overlap: 1e-6 * k, fn: 0.01 * k, ft: 0.002 * k, torque: 0, normal: [0, 0, 1], point: at, history: [] }));
    contacts.push({ kind: 'wall', wall: 'drum', overlap: 2e-6, fn: 0.02, ft: 0.003, torque: 0, normal: [0, 0, 1], point: at, history: [] });
    return { id, type: g.type, step: 0, time: this.time, radius: g.r, density: 2500, mass, position: at, velocity: [0, this.speed[i], 0], spin: [12, 0.1, 0], force: [0, 0.01, -0.002], torque: [1e-5, 0, 0], values: { temperature: 300 }, contacts };
  }
}
