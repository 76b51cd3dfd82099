// SPDX-License-Identifier: Apache-2.0
// Lines, points and areas, of any number of points.

// The part of a segment inside a box (Liang and Barsky), or null.
const clip = (box, x0, y0, x1, y1) => {
  let from = 0, to = 1;
  const dx = x1 - x0, dy = y1 - y0;
  for (const [p, q] of [[-dx, x0 - box.x0], [dx, box.x1 - x0], [-dy, y0 - box.y0], [dy, box.y1 - y0]]) {
    if (p === 0) { if (q < 0) return null; continue; }
    if (p < 0) from = Math.max(from, q / p); else to = Math.min(to, q / p);
  }
  if (from > to) return null;
  return [from > 0 ? x0 + from * dx : x0, from > 0 ? y0 + from * dy : y0, to < 1 ? x0 + to * dx : x1, to < 1 ? y0 + to * dy : y1];
};

class Curves extends Axes {
  drawSeries(g, s) {
    g.strokeStyle = g.fillStyle = ink.series[s.color];
    g.lineJoin = 'round';
    g.lineCap = s.dash.length ? 'butt' : 'round';
    if (s.fill) this.fillBelow(g, s);
    if (s.line) {
      g.lineWidth = s.width;
      g.setLineDash(s.dash);
      if (s.sorted && !s.steps && s.x.length > 6 * this.area.w) this.strokeColumns(g, s); else this.strokePath(g, s);
      g.setLineDash([]);
    }
    if (s.points) this.dots(g, s);
  }

  // A curve whose x never falls: per column of pixels first, lowest, highest and last value. Any number of points.
  strokeColumns(g, s) {
    const { x0, x1 } = this.shown;
    const from = Math.max(0, lower(s.x, x0) - 1), to = Math.min(s.x.length, lower(s.x, x1) + 2);
    g.beginPath();
    let column = NaN, lo = 0, hi = 0, open = 0, close = 0, pen = false;
    const flush = () => {
      if (Number.isNaN(column)) return;
      if (pen) g.lineTo(column, open); else g.moveTo(column, open);
      if (hi !== lo) { g.lineTo(column, lo); g.lineTo(column, hi); g.lineTo(column, close); }
      pen = true;
    };
    for (let k = from; k < to; k++) {
      const y = this.py(s.y[k]);
      if (Number.isNaN(y)) { flush(); column = NaN; pen = false; continue; }
      const c = Math.round(this.px(s.x[k]) * 2) / 2, v = Math.max(-1e5, Math.min(1e5, y));
      if (c === column) { if (v < lo) lo = v; if (v > hi) hi = v; close = v; continue; }
      flush();
      column = c;
      lo = hi = open = close = v;
    }
    flush();
    g.stroke();
  }

  // Any curve: points closer than a third of a pixel to the last one drawn are skipped; segments are cut to the
  // neighbourhood of the chart, because a canvas loses precision far outside.
  strokePath(g, s) {
    const n = s.x.length, a = this.area, box = { x0: a.l - 50, x1: a.l + a.w + 50, y0: a.t - 50, y1: a.t + a.h + 50 };
    let pen = false, qx = 0, qy = 0, px = NaN, py = NaN, drawn = 0, skipped = false, sx = 0, sy = 0;
    const segment = (x0, y0, x1, y1) => {
      const c = clip(box, x0, y0, x1, y1);
      if (!c) return;
      if (c[0] !== px || c[1] !== py) g.moveTo(c[0], c[1]);
      g.lineTo(c[2], c[3]);
      px = c[2];
      py = c[3];
      if (++drawn % 4000 === 0) { g.stroke(); g.beginPath(); g.moveTo(px, py); }
    };
    g.beginPath();
    for (let k = 0; k < n; k++) {
      const x = this.px(s.x[k]), y = this.py(s.y[k]);
      if (Number.isNaN(x) || Number.isNaN(y)) {
        if (skipped) segment(qx, qy, sx, sy);
        pen = skipped = false;
        continue;
      }
      if (pen && Math.abs(x - qx) + Math.abs(y - qy) < 0.33) { skipped = true; sx = x; sy = y; continue; }
      if (pen && s.steps) { segment(qx, qy, x, qy); segment(x, qy, x, y); } else if (pen) segment(qx, qy, x, y);
      pen = true;
      skipped = false;
      qx = x;
      qy = y;
    }
    if (skipped) segment(qx, qy, sx, sy);
    g.stroke();
  }

  fillBelow(g, s) {
    const zero = this.py(this.def.logY ? this.shown.y0 : Math.max(this.shown.y0, Math.min(this.shown.y1, 0)));
    g.globalAlpha = 0.16;
    g.beginPath();
    let first = null, x = 0;
    const every = Math.max(1, Math.floor(s.x.length / (8 * this.area.w)));
    for (let k = 0; k < s.x.length; k += every) {
      const y = this.py(s.y[k]);
      if (Number.isNaN(y) || Number.isNaN(s.x[k])) continue;
      x = this.px(s.x[k]);
      if (first === null) { first = x; g.moveTo(x, zero); }
      g.lineTo(x, y);
    }
    if (first !== null) { g.lineTo(x, zero); g.closePath(); g.fill(); }
    g.globalAlpha = 1;
  }

  // Of many points that fall on one pixel one is drawn.
  dots(g, s) {
    const { l, t, w, h } = this.area, n = s.x.length;
    const r = this.small ? 1.8 : n > 20000 ? 1.1 : n > 2000 ? 1.6 : n > 300 ? 2.2 : 3;
    const columns = Math.ceil(w * 2) + 1, rows = Math.ceil(h * 2) + 1;
    const seen = n > 5000 ? new Uint8Array(columns * rows) : null;
    g.globalAlpha = n > 2000 ? 0.55 : 0.9;
    for (let k = 0; k < n; k++) {
      const x = this.px(s.x[k]), y = this.py(s.y[k]);
      if (!(x >= l - r && x <= l + w + r && y >= t - r && y <= t + h + r)) continue;
      if (seen) {
        const at = Math.max(0, Math.min(rows - 1, Math.round((y - t) * 2))) * columns + Math.max(0, Math.min(columns - 1, Math.round((x - l) * 2)));
        if (seen[at]) continue;
        seen[at] = 1;
      }
      if (r < 1.5) { g.fillRect(x - r, y - r, 2 * r, 2 * r); continue; }
      g.beginPath();
      g.arc(x, y, r, 0, 6.2832);
      g.fill();
    }
    g.globalAlpha = 1;
  }
}
