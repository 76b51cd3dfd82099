// SPDX-License-Identifier: Apache-2.0
// Time series by column, grown by what the server answers. The server thins what gets too long, and then sends all rows anew.

const readable = unit => unit.replace(/\bm([23])\b/g, (_, n) => (n === '2' ? 'm²' : 'm³'));

class Table {
  constructor(answer) {
    this.name = answer.table;
    this.columns = answer.columns.map((name, i) => ({ name, label: answer.labels?.[i] ?? name, unit: readable(answer.units?.[i] ?? ''), values: [] }));
    this.next = 0;
  }

  sameColumns(answer) {
    return this.columns.length === answer.columns.length && this.columns.every((c, i) => c.name === answer.columns[i]);
  }

  add(answer) {
    for (const row of answer.rows) this.columns.forEach((column, i) => column.values.push(row[i] ?? null));
    this.next = answer.next;
  }

  get rows() {
    return this.columns[0]?.values.length ?? 0;
  }

  column(name) {
    return this.columns.find(c => c.name === name) ?? null;
  }
}

export class Series {
  constructor() {
    this.tables = new Map();
  }

  // Where the next request begins, for each table.
  from() {
    return Object.fromEntries([...this.tables].map(([name, table]) => [name, table.next]));
  }

  // True when something came or changed.
  add(answer) {
    let changed = false;
    for (const part of answer.tables ?? []) {
      const old = this.tables.get(part.table);
      const fresh = !old || !old.sameColumns(part) || part.from !== old.next;
      const table = fresh ? new Table(part) : old;
      this.tables.set(part.table, table);
      table.add(part);
      changed ||= fresh || part.rows.length > 0;
    }
    return changed;
  }

  get rows() {
    return Math.max(0, ...[...this.tables.values()].map(t => t.rows));
  }
}

// Decks may begin anew with time 0; a chart shows what came since. Row where time last went back.
export function beginOfRun(times) {
  for (let k = times.length - 1; k > 0; k--) if (times[k] < times[k - 1]) return k;
  return 0;
}

// The last row that is not after a moment, or without one the last; the times are those of a table, which may begin anew.
export function rowAt(times, moment) {
  const begin = beginOfRun(times);
  let k = times.length - 1;
  if (moment === null) return k;
  while (k > begin && times[k] > moment * (1 + 1e-9)) k--;
  return k;
}

// Values at rising places xs, read off at other places, straight between two of them; null outside.
export function resampled(xs, values, places) {
  let k = 0;
  return places.map(at => {
    while (k < xs.length && xs[k] < at) k++;
    if (k < xs.length && xs[k] === at) return values[k];
    if (k === 0 || k === xs.length || values[k] === null || values[k - 1] === null) return null;
    return values[k - 1] + ((values[k] - values[k - 1]) * (at - xs[k - 1])) / (xs[k] - xs[k - 1]);
  });
}
