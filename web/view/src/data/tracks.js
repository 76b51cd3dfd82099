// SPDX-License-Identifier: Apache-2.0
// What single grains do over time: a row for each frame that has them, in bounded memory.

const MOST_GRAINS = 10, MOST_ROWS = 4000;

export class Tracks {
  constructor({ rows = MOST_ROWS } = {}) {
    this.most = rows;
    this.grains = new Map(); // by id: {color (0..), rows: [{step, time, at, values}]}
  }

  get ids() {
    return [...this.grains.keys()];
  }

  // The oldest gives way when there are too many.
  add(id) {
    if (this.grains.has(id)) return;
    if (this.grains.size === MOST_GRAINS) this.grains.delete(this.ids[0]);
    const used = new Set([...this.grains.values()].map(g => g.color));
    const color = Array.from({ length: MOST_GRAINS }, (_, k) => k).find(k => !used.has(k));
    this.grains.set(id, { color, rows: [] });
  }

  remove(id) {
    this.grains.delete(id);
  }

  put(id, row) {
    const grain = this.grains.get(id);
    if (!grain) return;
    const { rows } = grain;
    let k = rows.length;
    while (k > 0 && rows[k - 1].step > row.step) k--; // frames mostly come in order
    if (k > 0 && rows[k - 1].step === row.step) rows[k - 1] = { ...row, values: { ...rows[k - 1].values, ...row.values } };
    else rows.splice(k, 0, row);
    if (rows.length > this.most) grain.rows = rows.filter((_, q) => q >= rows.length >> 1 || q % 2 === 0);
  }

  take(frame, origin = [0, 0, 0], ids = this.ids) {
    const { step, time } = frame.header;
    for (const id of ids) {
      const i = frame.rowOf(id);
      if (i < 0) continue;
      const values = {}, at = frame.data('position').subarray(3 * i, 3 * i + 3), v = frame.data('velocity');
      for (const [name, array] of frame.arrays) if (array.width === 1 && array.count === frame.count && name !== 'id') values[name] = array.data[i];
      ['x', 'y', 'z'].forEach((q, c) => {
        values[q] = at[c] + origin[c];
        if (v) values[`v${q}`] = v[3 * i + c];
      });
      this.put(id, { step, time, at: [...at], values });
    }
  }

  // As the program tells of a particle, with absolute places.
  takeParticle(particle, origin = [0, 0, 0]) {
    const { id, step, time, position, velocity, spin, force, contacts, radius } = particle;
    const values = { radius, ...particle.values, coordination: contacts.length };
    ['x', 'y', 'z'].forEach((q, c) => {
      values[q] = position[c];
      if (velocity) values[`v${q}`] = velocity[c];
    });
    if (velocity) values.speed = Math.hypot(...velocity);
    if (spin) values.spin = Math.hypot(...spin);
    if (force?.length) values.force = Math.hypot(...force);
    this.put(id, { step, time, at: position.map((p, c) => p - origin[c]), values });
  }

  // Names of what is known of them.
  names() {
    return [...new Set([...this.grains.values()].flatMap(g => (g.rows.length ? Object.keys(g.rows.at(-1).values) : [])))];
  }

  // Rows of one time for all of them: [times, values of each ...]; null where a grain was not seen.
  table(name) {
    const times = new Map();
    for (const { rows } of this.grains.values()) for (const { step, time } of rows) times.set(step, time);
    const steps = [...times.keys()].sort((a, b) => a - b), place = new Map(steps.map((s, k) => [s, k]));
    const columns = [...this.grains.values()].map(({ rows }) => {
      const column = new Array(steps.length).fill(null);
      for (const { step, values } of rows) column[place.get(step)] = values[name] ?? null;
      return column;
    });
    return { steps, times: steps.map(s => times.get(s)), columns };
  }

  // Ends of the pieces of a trajectory; jumps round a periodic box are left out.
  path(id, longest = Infinity) {
    const rows = this.grains.get(id)?.rows ?? [], ends = [];
    for (let k = 1; k < rows.length; k++) {
      const [a, b] = [rows[k - 1].at, rows[k].at];
      if (Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) <= longest) ends.push(...a, ...b);
    }
    return ends;
  }
}
