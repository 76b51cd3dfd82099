// SPDX-License-Identifier: Apache-2.0
// What lies under the pointer, here and in linked charts.

class Cursor extends Curves {
  nearest(mx, my) {
    let best = null, distance = 60 * 60;
    this.series.forEach((s, i) => {
      if (!s.on) return;
      let from = 0, to = s.x.length;
      if (s.sorted) {
        from = Math.max(0, lower(s.x, this.ix(mx - 60)) - 1);
        to = Math.min(to, lower(s.x, this.ix(mx + 60)) + 1);
      }
      for (let k = from; k < to; k++) {
        const dx = this.px(s.x[k]) - mx, dy = this.py(s.y[k]) - my, d = s.sorted && s.line ? dx * dx + 0.05 * dy * dy : dx * dx + dy * dy;
        if (d < distance) { distance = d; best = { series: i, index: k }; }
      }
    });
    return best;
  }

  // What this chart shows for a hover in a linked chart.
  follow(source) {
    if (this.def.linkBy === 'index') {
      const i = this.series.findIndex(s => s.on && source.index < s.x.length);
      this.hover = i < 0 ? null : { series: i, index: source.index, all: 'index' };
    } else {
      let best = null, distance = Infinity;
      this.series.forEach((s, i) => {
        if (!s.on || !s.sorted || !s.x.length) return;
        const k = closest(s.x, source.x), d = Math.abs(s.x[k] - source.x);
        if (d < distance) { distance = d; best = { series: i, index: k, all: 'x', x: source.x }; }
      });
      this.hover = best;
    }
    this.drawOver();
  }

  setHover(hit) {
    if (hit) {
      const s = this.series[hit.series];
      hit.all = this.def.linkBy === 'index' && this.def.link ? 'index' : s.sorted ? 'x' : 'one';
      hit.x = s.x[hit.index];
    }
    this.hover = hit;
    this.drawOver();
    if (!this.def.link) return;
    for (const c of charts) {
      if (c === this || c.def.link !== this.def.link) continue;
      if (hit) c.follow(hit); else { c.hover = null; c.drawOver(); }
    }
  }

  // Whether a curve has something to say at x: it does not reach beyond its ends.
  reaches(s, x) {
    const pixel = (this.shown.x1 - this.shown.x0) / this.area.w;
    return s.sorted && s.x.length > 0 && x > s.x[0] - pixel && x < s.x[s.x.length - 1] + pixel;
  }

  rowsOfHover() {
    const rows = [], h = this.hover;
    this.series.forEach((s, i) => {
      if (!s.on) return;
      let k = -1;
      if (h.all === 'one') k = i === h.series ? h.index : -1;
      else if (h.all === 'index') k = h.index < s.x.length ? h.index : -1;
      else if (i === h.series || this.reaches(s, h.x)) k = closest(s.x, h.x);
      if (k < 0 || Number.isNaN(s.x[k]) || Number.isNaN(s.y[k])) return;
      rows.push({ s, k });
    });
    return rows;
  }

  drawOver() {
    if (!this.area) return;
    const g = this.over.getContext('2d'), { l, t, w, h } = this.area;
    g.clearRect(0, 0, this.width, this.height);
    if (this.drag && this.drag.kind === 'zoom') {
      const d = this.drag, x = Math.min(d.x0, d.x1), y = Math.min(d.y0, d.y1);
      g.fillStyle = ink.shade;
      g.strokeStyle = ink.accent;
      g.fillRect(x, y, Math.abs(d.x1 - d.x0), Math.abs(d.y1 - d.y0));
      g.strokeRect(x + 0.5, y + 0.5, Math.abs(d.x1 - d.x0), Math.abs(d.y1 - d.y0));
      return;
    }
    if (!this.hover) return;
    const rows = this.rowsOfHover();
    if (!rows.length) return;
    const lead = rows.find(r => r.s === this.series[this.hover.series]) || rows[0];
    const x = this.px(lead.s.x[lead.k]);
    if (x < l - 1 || x > l + w + 1) return;
    g.strokeStyle = ink.axis;
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(Math.round(x) + 0.5, t);
    g.lineTo(Math.round(x) + 0.5, t + h);
    g.stroke();
    g.setLineDash([]);
    for (const r of rows) {
      const y = this.py(r.s.y[r.k]);
      if (y < t - 1 || y > t + h + 1) continue;
      g.fillStyle = ink.series[r.s.color];
      g.strokeStyle = ink.card;
      g.lineWidth = 2;
      g.beginPath();
      g.arc(this.px(r.s.x[r.k]), y, 4.5, 0, 6.2832);
      g.fill();
      g.stroke();
      g.lineWidth = 1;
    }
    this.tip(g, lead, rows, x);
  }

  tip(g, lead, rows, x) {
    const d = this.def, back = (v, log) => log ? Math.pow(10, v) : v;
    const value = r => number(back(r.s.y[r.k], d.logY));
    const list = rows.slice(0, 12), head = (d.x || 'x') + ' = ' + number(back(lead.s.x[lead.k], d.logX));
    const same = 1e-9 * (this.shown.x1 - this.shown.x0); // a point that lies elsewhere says where
    const own = r => Math.abs(r.s.x[r.k] - lead.s.x[lead.k]) > same ? '  at ' + number(back(r.s.x[r.k], d.logX)) : '';
    const single = list.length === 1 && !list[0].s.name;
    const lines = list.map(r => ({ c: ink.series[r.s.color], a: single ? d.y || 'y' : r.s.name, b: value(r) + own(r), lead: r === lead && list.length > 1 }));
    const size = this.small ? 11 : 12, step = size + 6;
    const plain = size + 'px system-ui, -apple-system, "Segoe UI", sans-serif', bold = '600 ' + plain;
    g.font = bold;
    const wb = Math.max(...lines.map(q => g.measureText(q.b).width));
    g.font = plain;
    const wa = Math.max(...lines.map(q => g.measureText(q.a).width));
    const w = Math.min(this.width - 4, Math.max(g.measureText(head).width, 16 + wa + 14 + wb) + 20), h = 12 + step * (lines.length + 1);
    let tx = x + 14;
    if (tx + w > this.width - 2) tx = x - 14 - w;
    tx = Math.max(2, Math.min(this.width - w - 2, tx));
    const y = this.py(lead.s.y[lead.k]);
    const ty = Math.max(2, Math.min(this.height - h - 2, y < this.area.t + this.area.h / 2 ? y + 12 : y - h - 12));
    g.fillStyle = ink.tip;
    g.strokeStyle = ink.line;
    g.beginPath();
    if (g.roundRect) g.roundRect(tx + 0.5, ty + 0.5, w, h, 6); else g.rect(tx + 0.5, ty + 0.5, w, h);
    g.fill();
    g.stroke();
    g.textBaseline = 'middle';
    g.textAlign = 'left';
    g.fillStyle = ink.soft;
    g.fillText(head, tx + 10, ty + 7 + step / 2);
    lines.forEach((q, i) => {
      const ly = ty + 7 + step * (i + 1.5);
      g.fillStyle = q.c;
      g.fillRect(tx + 10, ly - 4, 8, 8);
      g.fillStyle = ink.text;
      g.font = plain;
      g.textAlign = 'left';
      g.fillText(q.a, tx + 25, ly);
      g.font = bold;
      g.textAlign = 'right';
      g.fillText(q.b, tx + w - 10, ly);
    });
  }
}
