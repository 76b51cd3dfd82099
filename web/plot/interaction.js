// SPDX-License-Identifier: Apache-2.0
// Hands: mouse, wheel, fingers, keys.

const capture = (box, e) => { try { box.setPointerCapture(e.pointerId); } catch { /* the pointer has gone */ } };
let lastScroll = -1e9;
window.addEventListener('scroll', e => { lastScroll = e.timeStamp; }, { passive: true });

class Interaction extends Cursor {
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
}
