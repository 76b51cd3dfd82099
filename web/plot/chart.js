// SPDX-License-Identifier: Apache-2.0
// One chart: its frame, legend, view and files.

const download = (blob, name) => {
  const a = el('a', { href: URL.createObjectURL(blob), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
};

class Chart extends Interaction {
  constructor(def, small) {
    super();
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
