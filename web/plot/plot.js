// SPDX-License-Identifier: Apache-2.0
// The page that tsubu writes for its plots: charts on two canvases each (data below, cursor above), no libraries.
// Data comes from the JSON element #data; see src/io/plot_page.c for its form.
'use strict';
(() => {
  const page = JSON.parse(document.getElementById('data').textContent);
  const charts = [];
  const palette = 8;
  const DASH = { solid: [], dashed: [7, 5], dotted: [1.5, 4] };

  const el = (tag, attributes, ...children) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (k === 'class') e.className = v; else if (k.startsWith('on')) e.addEventListener(k.slice(2), v); else e.setAttribute(k, v);
    }
    e.append(...children);
    return e;
  };
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let ink = {};
  const readColors = () => {
    ink = { text: css('--ink'), soft: css('--soft'), grid: css('--grid'), axis: css('--axis'), accent: css('--accent'),
      shade: css('--shade'), tip: css('--tip'), line: css('--line'), card: css('--card'), series: [] };
    for (let i = 0; i < palette; i++) ink.series.push(css('--s' + i));
  };

  // ---- numbers ------------------------------------------------------------------------------------------------
  const SUP = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
  const power = n => '10' + String(n).split('').map(c => SUP[c]).join('');
  const number = (v, digits = 6) => {
    if (v === null || Number.isNaN(v)) return '–';
    if (v === 0) return '0';
    const a = Math.abs(v);
    let s;
    if (a >= 1e6 || a < 1e-4) {
      const [m, e] = v.toExponential(digits - 1).split('e');
      s = (m.includes('.') ? m.replace(/\.?0+$/, '') : m) + '×' + power(Number(e));
    } else {
      s = v.toPrecision(digits);
      if (s.includes('.')) s = s.replace(/\.?0+$/, '');
    }
    return s.replace(/^-/, '−');
  };

  const linearTicks = (lo, hi, count) => {
    const raw = (hi - lo) / Math.max(1, count), base = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 2.5, 5, 10].map(f => f * base).find(s => s >= raw * 0.999);
    const ticks = [], first = Math.ceil(lo / step - 1e-9);
    for (let i = 0; i < 200; i++) {
      const v = (first + i) * step;
      if (v > hi + 1e-9 * step) break;
      ticks.push(Math.abs(v) < step * 1e-9 ? 0 : v);
    }
    return { ticks, step, minor: [] };
  };
  const logTicks = (lo, hi, count) => {
    const a = Math.ceil(lo - 1e-9), b = Math.floor(hi + 1e-9);
    if (b - a < 1) {
      const t = linearTicks(Math.pow(10, lo), Math.pow(10, hi), count);
      return { ticks: t.ticks.filter(v => v > 0).map(Math.log10), step: 0, minor: [], plain: true };
    }
    if (hi - lo < 2.2) { // few decades: 1, 2 and 5 of each get a label
      const ticks = [], minor = [];
      for (let e = Math.floor(lo); e <= hi; e++) {
        for (let m = 1; m < 10; m++) (m === 1 || m === 2 || m === 5 ? ticks : minor).push(e + Math.log10(m));
      }
      const seen = list => list.filter(v => v >= lo && v <= hi);
      return { ticks: seen(ticks), step: 0, minor: seen(minor), plain: true };
    }
    const every = Math.max(1, Math.ceil((b - a + 1) / Math.max(2, count))), ticks = [], minor = [];
    for (let e = Math.floor(lo); e <= hi; e++) {
      if (e >= a && (e - a) % every === 0) ticks.push(e);
      else if (e >= a) minor.push(e);
      if (every === 1) for (let m = 2; m < 10; m++) minor.push(e + Math.log10(m));
    }
    return { ticks, step: 0, minor: minor.filter(v => v >= lo && v <= hi) };
  };
  // Ticks of a linear axis share one factor of ten, a multiple of three, which moves to the axis label.
  const sharedExponent = (lo, hi) => {
    const m = Math.max(Math.abs(lo), Math.abs(hi));
    if (!(m > 0) || (m < 1e5 && m >= 1e-2)) return 0;
    return 3 * Math.floor(Math.log10(m) / 3 + 1e-12);
  };
  const tickText = (v, step, exponent) => {
    const s = step / Math.pow(10, exponent), d = Math.min(12, Math.max(0, -Math.floor(Math.log10(s) + 1e-9)));
    const extra = Math.abs(s * Math.pow(10, d) - Math.round(s * Math.pow(10, d))) > 1e-6 ? 1 : 0;
    return (v / Math.pow(10, exponent)).toFixed(d + extra).replace(/^-/, '−');
  };

  // ---- data ---------------------------------------------------------------------------------------------------
  const prepare = def => {
    const series = def.series.map((s, i) => {
      const take = (list, log) => {
        const out = new Float64Array(list.length);
        for (let k = 0; k < list.length; k++) {
          const v = list[k];
          out[k] = v === null ? NaN : log ? (v > 0 ? Math.log10(v) : NaN) : v;
        }
        return out;
      };
      const x = take(s.x || s.y.map((_, k) => k), def.logX), y = take(s.y, def.logY);
      let sorted = true;
      for (let k = 1; k < x.length; k++) if (!(x[k] >= x[k - 1])) { sorted = false; break; }
      return { name: s.name, x, y, sorted, line: s.line, points: s.points, dash: DASH[s.dash] || [], steps: s.steps, width: s.width,
        fill: s.fill, color: s.color >= 0 ? s.color % palette : i % palette, on: true };
    });
    return series;
  };
  const extent = (series, key) => {
    let lo = Infinity, hi = -Infinity;
    for (const s of series) {
      if (!s.on && series.some(t => t.on)) continue;
      const a = s[key], b = s[key === 'x' ? 'y' : 'x'];
      for (let k = 0; k < a.length; k++) {
        if (Number.isFinite(a[k]) && !Number.isNaN(b[k])) { if (a[k] < lo) lo = a[k]; if (a[k] > hi) hi = a[k]; }
      }
    }
    if (lo > hi) return [0, 1];
    if (lo === hi) { const d = lo === 0 ? 1 : Math.abs(lo) * 0.1; return [lo - d, hi + d]; }
    return [lo, hi];
  };

  // ---- one chart ----------------------------------------------------------------------------------------------
  class Chart {
    constructor(def, small) {
      this.def = def;
      this.small = small;
      this.series = prepare(def);
      this.hover = null;
      this.drag = null;
      this.pointers = new Map();
      this.base = el('canvas', { 'aria-hidden': 'true' });
      this.over = el('canvas', { 'aria-hidden': 'true' });
      this.box = el('div', { class: 'plot', tabindex: '0', role: 'img',
        'aria-label': [def.title, def.y && def.x ? def.y + ' over ' + def.x : '', this.series.map(s => s.name).join(', ')].filter(Boolean).join('. ') },
      this.base, this.over);
      this.figure = el('figure', {}, this.header(), this.box);
      const named = this.series.filter(s => s.name);
      if (named.length > (small ? 1 : 0)) this.figure.append(this.legend());
      if (def.caption) this.figure.append(el('figcaption', {}, def.caption));
      this.view = this.full();
      this.listen();
      new ResizeObserver(() => { this.draw(); this.drawOver(); }).observe(this.box);
    }

    header() {
      const h = el('h3', { title: this.def.title }, this.def.title);
      const button = (text, hint, act) => el('button', { type: 'button', title: hint, onclick: act }, text);
      const tools = el('div', { class: 'tools' }, button('reset', 'show everything (double-click)', () => this.reset()));
      if (!this.small) {
        tools.append(button('png', 'save this picture', () => this.savePicture()), button('csv', 'save these numbers', () => this.saveNumbers()));
      }
      return el('header', {}, h, tools);
    }

    legend() {
      this.keys = this.series.map((s, i) => {
        const key = el('button', { type: 'button', 'aria-pressed': 'true', title: 'click: hide or show; double-click: only this one' });
        key.innerHTML = '<svg viewBox="0 0 26 12" aria-hidden="true"></svg>';
        key.append(el('span', {}, s.name || 'series ' + (i + 1)));
        key.addEventListener('click', () => { s.on = !s.on; this.toggled(); });
        key.addEventListener('dblclick', () => { for (const t of this.series) t.on = t === s; this.toggled(); });
        return key;
      });
      this.paintKeys();
      return el('div', { class: 'legend' }, ...this.keys);
    }

    paintKeys() {
      if (!this.keys) return;
      this.series.forEach((s, i) => {
        const c = ink.series[s.color], parts = [];
        if (s.fill) parts.push(`<path d="M1 11V5l8-3 8 4 8-2v7z" fill="${c}" opacity=".25"/>`);
        if (s.line) parts.push(`<path d="M1 6h24" stroke="${c}" stroke-width="${Math.min(3, s.width + 0.4)}" stroke-dasharray="${s.dash.join(' ')}" stroke-linecap="round"/>`);
        if (s.points) parts.push(`<circle cx="13" cy="6" r="3.4" fill="${c}"/>`);
        this.keys[i].firstChild.innerHTML = parts.join('');
      });
    }

    toggled() {
      this.series.forEach((s, i) => this.keys[i].setAttribute('aria-pressed', String(s.on)));
      if (!this.zoomed) this.view = this.full();
      this.hover = null;
      this.draw();
      this.drawOver();
    }

    full() {
      const [x0, x1] = extent(this.series, 'x'), [y0, y1] = extent(this.series, 'y');
      const px = 0.025 * (x1 - x0), py = 0.06 * (y1 - y0);
      return { x0: x0 - px, x1: x1 + px, y0: y0 - py, y1: y1 + py };
    }

    reset(quiet) {
      this.zoomed = false;
      this.view = this.full();
      this.draw();
      this.drawOver();
      if (!quiet && this.def.link) {
        for (const c of charts) if (c !== this && c.def.link === this.def.link && this.def.linkBy === 'x') c.reset(true);
      }
    }

    zoomTo(view, quiet) {
      const tiny = (a, b) => !(b - a > 1e-13 * Math.max(Math.abs(a), Math.abs(b), 1e-300));
      if (tiny(view.x0, view.x1) || tiny(view.y0, view.y1)) return;
      this.zoomed = true;
      this.view = view;
      this.later();
      if (quiet || !this.def.link || this.def.linkBy !== 'x') return;
      for (const c of charts) {
        if (c !== this && c.def.link === this.def.link) c.zoomTo({ ...c.view, x0: view.x0, x1: view.x1 }, true);
      }
    }

    later() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => { this.waiting = false; this.draw(); this.drawOver(); });
    }

    // Fits the canvases to the element, chooses ticks and margins, and sets the maps between data and pixels.
    layout() {
      const w = this.box.clientWidth, h = this.box.clientHeight, ratio = Math.min(3, window.devicePixelRatio || 1);
      for (const c of [this.base, this.over]) {
        if (c.width !== Math.round(w * ratio) || c.height !== Math.round(h * ratio)) {
          c.width = Math.round(w * ratio);
          c.height = Math.round(h * ratio);
        }
        c.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
      }
      this.font = (this.small ? 11 : 12) + 'px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
      const g = this.base.getContext('2d'), d = this.def;
      g.font = this.font;
      const top = 8, bottom = d.x ? 42 : 26, right = 12;
      let view = this.view, left = 50;
      for (let pass = 0; pass < 2; pass++) {
        view = this.view;
        const pw = Math.max(10, w - left - right), ph = Math.max(10, h - top - bottom);
        if (d.equal) {
          const s = Math.max((view.x1 - view.x0) / pw, (view.y1 - view.y0) / ph);
          const cx = (view.x0 + view.x1) / 2, cy = (view.y0 + view.y1) / 2;
          view = { x0: cx - s * pw / 2, x1: cx + s * pw / 2, y0: cy - s * ph / 2, y1: cy + s * ph / 2 };
        }
        const ticksOf = (log, a, b, n) => (log ? logTicks : linearTicks)(a, b, n);
        this.tx = ticksOf(d.logX, view.x0, view.x1, pw / (this.small ? 60 : 80));
        this.ty = ticksOf(d.logY, view.y0, view.y1, ph / (this.small ? 38 : 46));
        this.ex = d.logX ? 0 : sharedExponent(view.x0, view.x1);
        this.ey = d.logY ? 0 : sharedExponent(view.y0, view.y1);
        this.labelsY = this.ty.ticks.map(v => this.label(v, this.ty, this.ey, d.logY));
        const widest = Math.max(12, ...this.labelsY.map(t => g.measureText(t).width));
        left = Math.ceil(widest) + 10 + (d.y ? 20 : 2);
      }
      this.area = { l: left, t: top, w: Math.max(10, w - left - right), h: Math.max(10, h - top - bottom) };
      this.shown = view;
      this.width = w;
      this.height = h;
    }

    label(v, ticks, exponent, log) {
      if (!log) return tickText(v, ticks.step, exponent);
      return ticks.plain ? number(Math.pow(10, v), 4) : power(Math.round(v));
    }
    px(x) { return this.area.l + (x - this.shown.x0) / (this.shown.x1 - this.shown.x0) * this.area.w; }
    py(y) { return this.area.t + (this.shown.y1 - y) / (this.shown.y1 - this.shown.y0) * this.area.h; }
    ix(p) { return this.shown.x0 + (p - this.area.l) / this.area.w * (this.shown.x1 - this.shown.x0); }
    iy(p) { return this.shown.y1 - (p - this.area.t) / this.area.h * (this.shown.y1 - this.shown.y0); }

    draw() {
      if (!this.box.clientWidth) return;
      this.layout();
      const g = this.base.getContext('2d');
      g.clearRect(0, 0, this.width, this.height);
      this.drawAxes(g);
      g.save();
      g.beginPath();
      g.rect(this.area.l, this.area.t, this.area.w, this.area.h);
      g.clip();
      for (const s of this.series) if (s.on) this.drawSeries(g, s);
      g.restore();
    }

    drawAxes(g) {
      const { l, t, w, h } = this.area, d = this.def;
      g.font = this.font;
      g.lineWidth = 1;
      const rule = (x0, y0, x1, y1) => { g.beginPath(); g.moveTo(x0, y0); g.lineTo(x1, y1); g.stroke(); };
      const at = v => Math.round(v) + 0.5;
      g.strokeStyle = ink.grid;
      g.globalAlpha = 0.55;
      for (const v of this.tx.minor) rule(at(this.px(v)), t, at(this.px(v)), t + h);
      for (const v of this.ty.minor) rule(l, at(this.py(v)), l + w, at(this.py(v)));
      g.globalAlpha = 1;
      for (const v of this.tx.ticks) rule(at(this.px(v)), t, at(this.px(v)), t + h);
      for (const v of this.ty.ticks) rule(l, at(this.py(v)), l + w, at(this.py(v)));
      g.strokeStyle = ink.axis;
      if (!d.logX && this.shown.x0 < 0 && this.shown.x1 > 0) { g.globalAlpha = 0.6; rule(at(this.px(0)), t, at(this.px(0)), t + h); g.globalAlpha = 1; }
      if (!d.logY && this.shown.y0 < 0 && this.shown.y1 > 0) { g.globalAlpha = 0.6; rule(l, at(this.py(0)), l + w, at(this.py(0))); g.globalAlpha = 1; }
      rule(l, at(t + h), l + w, at(t + h));
      g.fillStyle = ink.soft;
      g.textAlign = 'center';
      g.textBaseline = 'top';
      let last = -Infinity;
      for (const v of this.tx.ticks) {
        const text = this.label(v, this.tx, this.ex, d.logX), half = g.measureText(text).width / 2, p = this.px(v);
        if (p - half < last + 6 || p + half > this.width) continue;
        g.fillText(text, p, t + h + 6);
        last = p + half;
      }
      g.textAlign = 'right';
      g.textBaseline = 'middle';
      this.ty.ticks.forEach((v, i) => g.fillText(this.labelsY[i], l - 7, this.py(v)));
      g.fillStyle = ink.text;
      const withFactor = (text, e) => e ? text + '  (×' + power(e) + ')' : text;
      g.textAlign = 'center';
      if (d.x) { g.textBaseline = 'alphabetic'; g.fillText(withFactor(d.x, this.ex), l + w / 2, this.height - 5); }
      if (d.y) {
        g.save();
        g.translate(12, t + h / 2);
        g.rotate(-Math.PI / 2);
        g.textBaseline = 'middle';
        g.fillText(withFactor(d.y, this.ey), 0, 0);
        g.restore();
      }
    }

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

    // ---- cursor -----------------------------------------------------------------------------------------------
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
        const i = this.series.findIndex(s => s.on && s.sorted);
        this.hover = i < 0 ? null : { series: i, index: closest(this.series[i].x, source.x), all: 'x', x: source.x };
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

    rowsOfHover() {
      const rows = [], h = this.hover;
      this.series.forEach((s, i) => {
        if (!s.on) return;
        let k = -1;
        if (h.all === 'one') k = i === h.series ? h.index : -1;
        else if (h.all === 'index') k = h.index < s.x.length ? h.index : -1;
        else if (s.sorted && s.x.length) k = closest(s.x, h.x);
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
      const own = r => r.s.x[r.k] !== lead.s.x[lead.k] && !r.s.sorted ? '  at ' + number(back(r.s.x[r.k], d.logX), 4) : '';
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

    // ---- hands ------------------------------------------------------------------------------------------------
    where(e) {
      const r = this.box.getBoundingClientRect();
      return { x: e.clientX - r.left, y: e.clientY - r.top };
    }
    inside(p) {
      const a = this.area;
      return a && p.x >= a.l && p.x <= a.l + a.w && p.y >= a.t && p.y <= a.t + a.h;
    }

    scaleAt(p, factor, onlyX, onlyY) {
      const cx = this.ix(p.x), cy = this.iy(p.y), v = this.shown;
      const fx = onlyY ? 1 : factor, fy = onlyX ? 1 : factor;
      this.zoomTo({ x0: cx - (cx - v.x0) * fx, x1: cx + (v.x1 - cx) * fx, y0: cy - (cy - v.y0) * fy, y1: cy + (v.y1 - cy) * fy });
    }
    shift(dx, dy, from) {
      const v = from || this.shown, sx = (v.x1 - v.x0) / this.area.w, sy = (v.y1 - v.y0) / this.area.h;
      this.zoomTo({ x0: v.x0 - dx * sx, x1: v.x1 - dx * sx, y0: v.y0 + dy * sy, y1: v.y1 + dy * sy });
    }

    listen() {
      const b = this.box;
      b.addEventListener('pointerdown', e => this.down(e));
      b.addEventListener('pointermove', e => this.move(e));
      b.addEventListener('pointerup', e => this.up(e));
      b.addEventListener('pointercancel', e => { this.pointers.delete(e.pointerId); this.drag = null; this.drawOver(); });
      b.addEventListener('pointerleave', () => { if (!this.drag) this.setHover(null); });
      b.addEventListener('dblclick', () => this.reset());
      b.addEventListener('contextmenu', e => { if (this.panned) e.preventDefault(); this.panned = false; });
      b.addEventListener('wheel', e => this.wheel(e), { passive: false });
      b.addEventListener('keydown', e => this.key(e));
    }

    // A wheel that was already scrolling the page goes on doing so when a chart slides under the pointer.
    wheel(e) {
      const free = e.timeStamp - lastScroll > 350 && !this.small;
      if (!(free || e.ctrlKey || e.metaKey || document.activeElement === this.box)) return;
      const p = this.where(e), a = this.area;
      e.preventDefault();
      this.setHover(null);
      this.scaleAt(p, Math.exp(Math.max(-0.5, Math.min(0.5, e.deltaY * (e.deltaMode ? 0.06 : 0.002)))), p.y > a.t + a.h || e.shiftKey, p.x < a.l);
    }

    down(e) {
      const p = this.where(e);
      this.pointers.set(e.pointerId, p);
      if (this.pointers.size === 2) { this.drag = { kind: 'pinch', view: { ...this.shown }, gap: this.gap() }; capture(this.box, e); return; }
      if (e.pointerType === 'touch') { this.drag = { kind: 'touch', x0: p.x, y0: p.y, view: { ...this.shown } }; return; }
      const pan = e.button === 1 || e.button === 2 || e.shiftKey || !this.inside(p);
      if (e.button === 1) e.preventDefault();
      this.drag = { kind: pan ? 'pan' : 'zoom', x0: p.x, y0: p.y, x1: p.x, y1: p.y, view: { ...this.shown } };
      capture(this.box, e);
      if (pan) this.box.classList.add('panning');
    }

    gap() {
      const [a, c] = [...this.pointers.values()];
      return { d: Math.max(20, Math.hypot(a.x - c.x, a.y - c.y)), x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 };
    }

    move(e) {
      const p = this.where(e), d = this.drag;
      if (this.pointers.has(e.pointerId)) this.pointers.set(e.pointerId, p);
      if (d && d.kind === 'pinch' && this.pointers.size === 2) {
        const now = this.gap(), f = d.gap.d / now.d;
        this.shown = { ...d.view };
        const cx = this.ix(d.gap.x), cy = this.iy(d.gap.y), v = d.view;
        const sx = (v.x1 - v.x0) * f / this.area.w, sy = (v.y1 - v.y0) * f / this.area.h;
        const x0 = cx - (now.x - this.area.l) * sx, y1 = cy + (now.y - this.area.t) * sy;
        this.zoomTo({ x0, x1: x0 + sx * this.area.w, y0: y1 - sy * this.area.h, y1 });
        return;
      }
      if (d && d.kind === 'touch') {
        if (this.zoomed) { this.shift(p.x - d.x0, 0, d.view); return; }
        this.setHover(this.nearest(p.x, p.y));
        return;
      }
      if (d && d.kind === 'pan') { this.panned = true; this.shift(p.x - d.x0, p.y - d.y0, d.view); return; }
      if (d && d.kind === 'zoom') { this.hover = null; d.x1 = p.x; d.y1 = p.y; this.drawOver(); return; }
      if (this.area) this.setHover(this.inside(p) ? this.nearest(p.x, p.y) : null);
    }

    up(e) {
      const d = this.drag;
      this.pointers.delete(e.pointerId);
      this.box.classList.remove('panning');
      this.drag = null;
      if (!d) return;
      if (d.kind === 'touch') { const p = this.where(e); if (!this.zoomed || Math.hypot(p.x - d.x0, p.y - d.y0) < 6) this.setHover(this.nearest(p.x, p.y)); return; }
      if (d.kind !== 'zoom') return;
      const wide = Math.abs(d.x1 - d.x0), high = Math.abs(d.y1 - d.y0);
      if (wide < 5 && high < 5) { this.drawOver(); return; }
      const a = this.area, clampX = v => Math.max(a.l, Math.min(a.l + a.w, v)), clampY = v => Math.max(a.t, Math.min(a.t + a.h, v));
      const flatY = high < 12, flatX = wide < 12; // a flat rectangle means one axis only
      this.zoomTo({
        x0: flatX ? this.shown.x0 : this.ix(clampX(Math.min(d.x0, d.x1))), x1: flatX ? this.shown.x1 : this.ix(clampX(Math.max(d.x0, d.x1))),
        y0: flatY ? this.shown.y0 : this.iy(clampY(Math.max(d.y0, d.y1))), y1: flatY ? this.shown.y1 : this.iy(clampY(Math.min(d.y0, d.y1))) });
    }

    key(e) {
      const middle = { x: this.area.l + this.area.w / 2, y: this.area.t + this.area.h / 2 };
      const acts = {
        '+': () => this.scaleAt(middle, 0.8), '=': () => this.scaleAt(middle, 0.8), '-': () => this.scaleAt(middle, 1.25),
        0: () => this.reset(), Escape: () => this.reset(),
        ArrowLeft: () => this.shift(40, 0), ArrowRight: () => this.shift(-40, 0), ArrowUp: () => this.shift(0, 40), ArrowDown: () => this.shift(0, -40) };
      if (!acts[e.key] || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      acts[e.key]();
    }

    savePicture() {
      const c = el('canvas', { width: this.base.width, height: this.base.height }), g = c.getContext('2d');
      g.fillStyle = ink.card;
      g.fillRect(0, 0, c.width, c.height);
      g.drawImage(this.base, 0, 0);
      c.toBlob(blob => download(blob, this.fileName('png')));
    }
    saveNumbers() {
      const quote = t => /[",\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t, d = this.def;
      const rows = ['series,' + quote(d.x || 'x') + ',' + quote(d.y || 'y')], put = v => v === null ? '' : String(v);
      for (const s of d.series) s.y.forEach((y, k) => rows.push(quote(s.name || '') + ',' + put(s.x ? s.x[k] : k) + ',' + put(y)));
      download(new Blob([rows.join('\n') + '\n'], { type: 'text/csv' }), this.fileName('csv'));
    }
    fileName(ending) {
      return (this.def.title || 'chart').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '').slice(0, 60) + '.' + ending;
    }
  }

  const capture = (box, e) => { try { box.setPointerCapture(e.pointerId); } catch { /* the pointer has gone */ } };
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
  const download = (blob, name) => {
    const a = el('a', { href: URL.createObjectURL(blob), download: name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  };
  // First index whose value is not below v, in an array that never falls.
  const lower = (a, v) => {
    let lo = 0, hi = a.length;
    while (lo < hi) { const m = (lo + hi) >> 1; if (a[m] < v) lo = m + 1; else hi = m; }
    return lo;
  };
  const closest = (a, v) => {
    const k = lower(a, v);
    if (k <= 0) return 0;
    if (k >= a.length) return a.length - 1;
    return v - a[k - 1] < a[k] - v ? k - 1 : k;
  };
  let lastScroll = -1e9;
  window.addEventListener('scroll', e => { lastScroll = e.timeStamp; }, { passive: true });

  // ---- tables -------------------------------------------------------------------------------------------------
  const numeric = t => /^\s*[-+−]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*%?\s*$/.test(t);
  const table = def => {
    const kinds = def.head.map((_, c) => def.rows.length > 0 && def.rows.every(r => r[c] === '' || numeric(r[c])));
    const body = el('tbody');
    const fill = rows => body.replaceChildren(...rows.map(r => el('tr', {}, ...r.map((t, c) => el('td', kinds[c] ? { class: 'number' } : {}, t)))));
    const heads = def.head.map((t, c) => {
      const th = el('th', { scope: 'col', tabindex: '0', title: 'sort', ...(kinds[c] ? { class: 'number' } : {}) }, t);
      const sort = () => {
        const up = th.getAttribute('aria-sort') !== 'ascending';
        for (const o of heads) o.removeAttribute('aria-sort');
        th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        const value = r => kinds[c] ? parseFloat(r[c].replace('−', '-')) : r[c];
        fill([...def.rows].sort((a, b) => (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0) * (up ? 1 : -1)));
      };
      th.addEventListener('click', sort);
      th.addEventListener('keydown', e => { if (e.key === 'Enter') sort(); });
      return th;
    });
    fill(def.rows);
    const box = el('div', { class: 'table' }, el('table', {}, el('caption', {}, def.title), el('thead', {}, el('tr', {}, ...heads)), body));
    return def.caption ? [box, el('p', { class: 'note' }, def.caption)] : [box];
  };

  // ---- the page -----------------------------------------------------------------------------------------------
  const start = () => {
    readColors();
    const main = document.querySelector('main');
    let grid = null, gridSmall = false;
    for (const item of page.items) {
      if (item.kind === 'chart') {
        if (!grid || gridSmall !== item.small) {
          gridSmall = item.small;
          grid = el('div', { class: gridSmall ? 'charts gallery' : 'charts' });
          main.append(grid);
        }
        const c = new Chart(item, item.small);
        charts.push(c);
        grid.append(c.figure);
        continue;
      }
      grid = null;
      if (item.kind === 'heading') main.append(el('h2', {}, item.text));
      if (item.kind === 'text') main.append(el('p', { class: 'text' }, item.text));
      if (item.kind === 'table') main.append(...table(item));
    }
    const help = el('footer', {});
    if (charts.length) {
      help.innerHTML = 'Drag to zoom, wheel to zoom at the pointer, <kbd>Shift</kbd>+drag or right-drag to pan, double-click to reset. ' +
        'Click a legend entry to hide it, double-click to see it alone. On a touch screen: tap to read, pinch to zoom.';
      main.append(help);
    }
    const recolor = () => { readColors(); for (const c of charts) { c.paintKeys(); c.draw(); c.drawOver(); } };
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor);
  };
  start();
})();
