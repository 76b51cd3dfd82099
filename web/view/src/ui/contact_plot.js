// SPDX-License-Identifier: Apache-2.0
// Force against displacement of one contact while it is recorded.
import uPlot from 'uplot';
import { getContact } from '../data/api.js';
import { axisX, axisY, css, rightPadding } from './axes.js';
import { el, iconButton, selectBox } from './dom.js';
import { t } from './text.js';

const KINDS = { normal: ['overlap', ['fn']], tangential: ['displacement', ['ft']], time: ['time', ['fn', 'ft']] };
const EVERY = 500; // ms between requests
const MOST = 40000;

// A line from point to point in their order: loops are what one looks for.
function inOrder(u, index) {
  uPlot.orient(u, index, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    const path = new Path2D();
    for (let k = 0; k < xs.length; k++) {
      const x = toX(xs[k], scaleX, width, left), y = toY(ys[k], scaleY, height, top);
      if (k === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    u.ctx.strokeStyle = series.stroke();
    u.ctx.lineWidth = 1.5 * (window.devicePixelRatio || 1);
    u.ctx.stroke(path);
    u.ctx.restore();
  });
  return null;
}

function keyEntry(text, color) {
  const dot = el('i');
  dot.style.background = color;
  return el('span', { class: 'key-entry' }, dot, text);
}

export class ContactPlot {
  constructor({ onClose, onError }) {
    this.onError = onError;
    this.kind = 'normal';
    this.title = el('strong');
    this.pick = selectBox('chart.what', Object.keys(KINDS).map(k => [k, `c.${k}`]), this.kind, v => { this.kind = v; this.rebuild(); });
    this.box = el('div', { class: 'plot' });
    this.key = el('div', { class: 'key line' });
    this.root = el('figure', { class: 'contact-plot card', id: 'contact-plot', hidden: true },
      el('figcaption', {}, this.title, el('span', { class: 'spring' }), this.pick.box, iconButton('close', 'do.close', onClose)), this.key, this.box);
    this.pick.box.setAttribute('aria-label', t('chart.what'));
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.box);
  }

  size() {
    return { width: Math.max(120, this.box.clientWidth), height: Math.max(80, this.box.clientHeight) };
  }

  open(i, j) {
    this.close();
    this.pair = { i, j };
    this.columns = null;
    this.next = 0;
    this.root.hidden = false;
    this.words();
    this.box.replaceChildren(el('p', { class: 'hint', t: 'c.wait' }));
    const poll = async () => {
      await this.fetch(i, j);
      if (this.pair?.i === i && this.pair?.j === j) this.timer = setTimeout(poll, EVERY);
    };
    poll();
  }

  close() {
    clearTimeout(this.timer);
    this.key.replaceChildren();
    this.pair = null;
    this.plot?.destroy();
    this.plot = null;
    this.root.hidden = true;
  }

  words() {
    if (!this.pair) return;
    const partner = this.pair.j.startsWith('wall:') ? `${t('p.wall')} ${this.pair.j.slice(5)}` : this.pair.j;
    this.title.textContent = `${t('c.contact')} ${this.pair.i} – ${partner}`;
  }

  async fetch(i, j) {
    let answer;
    try {
      answer = await getContact(i, j, this.next);
    } catch (error) {
      this.onError(error);
      return;
    }
    if (this.pair?.i !== i || this.pair?.j !== j) return;
    this.columns ??= Object.fromEntries(answer.columns.map((name, c) => [name, { unit: answer.units?.[c] ?? '', values: [] }]));
    this.next = answer.next;
    for (const row of answer.rows) answer.columns.forEach((name, c) => this.columns[name].values.push(row[c]));
    for (const column of Object.values(this.columns)) if (column.values.length > MOST) column.values.splice(0, column.values.length - MOST);
    if (answer.rows.length) this.draw();
  }

  data() {
    const [x, ys] = KINDS[this.kind];
    return [null, ...ys.map(y => [this.columns[x].values, this.columns[y].values])];
  }

  draw() {
    if (this.plot) this.plot.setData(this.data());
    else this.build();
  }

  rebuild() {
    this.plot?.destroy();
    this.plot = null;
    this.words();
    if (this.pair && this.columns?.step.values.length) this.build();
  }

  build() {
    const [x, ys] = KINDS[this.kind];
    const label = (key, name) => `${t(key)} [${this.columns[name].unit}]`;
    const xKey = { overlap: 'p.overlap', displacement: 'c.displacement', time: 'read.time' }[x];
    this.box.replaceChildren();
    this.key.replaceChildren(...(ys.length > 1 ? ys.map((y, i) => keyEntry(t(`p.${y}`), css(`--s${i}`))) : []));
    this.plot = new uPlot({
      ...this.size(), mode: 2, legend: { show: false }, cursor: { show: false },
      scales: { x: { time: false }, y: {} },
      padding: [null, rightPadding(), null, null],
      axes: [axisX(label(xKey, x)), axisY(label(ys.length > 1 ? 'c.force' : `p.${ys[0]}`, ys[0]))],
      series: [{}, ...ys.map((_, i) => ({ stroke: css(`--s${i}`), paths: inOrder, facets: [{ scale: 'x', auto: true }, { scale: 'y', auto: true }] }))],
    }, this.data(), this.box);
  }
}
