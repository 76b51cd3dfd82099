// SPDX-License-Identifier: Apache-2.0
// Where numbers lie on a chart: ticks, margins, the maps between data and pixels.

class Axes {
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
}
