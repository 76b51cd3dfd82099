// SPDX-License-Identifier: Apache-2.0
// Coarse-grained fields: a slice of a grid as a map of colours, and whether the grid holds what the particles hold.
import { QUANTITIES, balance, coarseGrain, gridOver, slice } from '../data/coarse.js';
import { LEVELS, cssGradient, mapBytes } from '../data/colors.js';
import { number } from '../data/format.js';
import { csvOf, saveText } from '../data/save.js';
import { el, section, selectBox, slider } from './dom.js';
import { t } from './text.js';

const NAMES = ['x', 'y', 'z'];

export class GridPanel {
  constructor(insight) {
    this.insight = insight;
    const select = (key, options, value, id) => selectBox(key, options, value, () => this.update(), id);
    this.what = select('grid.what', Object.keys(QUANTITIES).map(n => [n, `g.${n}`]), 'density', 'grid-what');
    this.axis = select('section.axis', NAMES.map((n, k) => [String(k), { text: n }]), '1', 'grid-axis');
    this.size = slider('grid.size', { min: 1, max: 8, step: 0.25, value: 2, format: v => `${number(v, 3)} d` }, () => this.update());
    this.at = slider('grid.slice', { min: -1, max: 0, step: 1, value: -1, format: v => this.place(v) }, () => this.update());
    this.canvas = el('canvas', { class: 'grid-map', role: 'img', tip: 'grid.map' });
    this.canvas.title = '';
    this.bar = el('div', { class: 'legend-bar' });
    this.ends = el('div', { class: 'grid-ends' }, el('span'), el('span'));
    this.read = el('p', { class: 'hint', id: 'grid-read' });
    this.list = el('dl', { class: 'values', id: 'grid-balance' });
    this.save = el('button', { type: 'button', class: 'plain', onclick: () => this.saveCsv() }, el('span', { t: 'chart.csv' }));
    this.root = section('panel.grid', false, this.what.row, this.size.row, this.axis.row, this.at.row, this.canvas, this.bar, this.ends, this.read, this.list, this.save);
    this.root.id = 'grid';
    this.root.addEventListener('toggle', () => { insight.wishesChanged(); this.update(); });
    this.pointed = [];
    this.canvas.addEventListener('pointermove', e => this.point(e.offsetX / this.canvas.clientWidth, e.offsetY / this.canvas.clientHeight));
    this.canvas.addEventListener('pointerleave', () => this.point());
  }

  wishes() {
    return this.root.open ? ['velocity', 'mass', 'stress'] : [];
  }

  get index() {
    const k = Number(this.at.box.value);
    return k < 0 ? null : k;
  }

  place(k) {
    if (!this.field || k < 0) return t('grid.all');
    const axis = Number(this.axis.box.value), { lo, step } = this.field.grid, origin = this.insight.app.info.origin ?? [0, 0, 0];
    return `${number(origin[axis] + lo[axis] + (Number(k) + 0.5) * step[axis], 3)} m`;
  }

  update() {
    const { frame, stage } = this.insight.app;
    if (!this.root.open || !frame?.count || !stage.box) return;
    const cell = Number(this.size.box.value) * 2 * stage.meanRadius();
    this.field = coarseGrain(frame, gridOver(stage.box, cell), this.insight.maskOf(frame, false));
    const axis = Number(this.axis.box.value);
    this.at.box.max = this.field.grid.n[axis] - 1;
    this.at.set(Math.min(this.at.box.value, this.field.grid.n[axis] - 1));
    this.cut = slice(this.field, axis, this.index);
    this.draw();
    this.showBalance();
    this.point(...this.pointed);
  }

  draw() {
    const { sums, width, height, volume } = this.cut, [unit, value] = QUANTITIES[this.what.box.value], stride = sums.length / (width * height);
    this.values = Float64Array.from({ length: width * height }, (_, k) => value(sums, stride * k, volume));
    const known = this.values.filter(Number.isFinite);
    let low = known.reduce((a, b) => Math.min(a, b), Infinity), high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!(high > low)) [low, high] = Number.isFinite(low) ? [low - 0.5 * Math.abs(low || 1), low + 0.5 * Math.abs(low || 1)] : [0, 1];
    if (low > 0 && low < 0.35 * high) low = 0;
    const map = this.insight.settings.get('map'), bytes = mapBytes(map);
    this.canvas.width = width;
    this.canvas.height = height;
    this.canvas.style.aspectRatio = `${width * this.field.grid.step[this.cut.across]} / ${height * this.field.grid.step[this.cut.up]}`;
    const context = this.canvas.getContext('2d'), image = context.createImageData(width, height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const v = this.values[x + width * y], o = 4 * (x + width * (height - 1 - y));
        if (!Number.isFinite(v)) continue;
        const c = 4 * Math.round(Math.min(1, Math.max(0, (v - low) / (high - low))) * (LEVELS - 1));
        image.data.set([bytes[c], bytes[c + 1], bytes[c + 2], 255], o);
      }
    }
    context.putImageData(image, 0, 0);
    this.bar.style.background = cssGradient(map);
    [low, high].forEach((v, k) => { this.ends.children[k].textContent = `${number(v, 3)} ${unit}`; });
  }

  showBalance() {
    const { mass, momentum, stress } = balance(this.field), { grid, stressed, moving, massive } = this.field;
    const row = (key, [held, , off], unit, known) => (known ? [el('dt', { t: key }), el('dd', {}, `${number(held, 5)} ${unit}`), el('dd', { class: 'vector', 'data-off': String(off) }, `${t('grid.off')} ${number(off, 2)}`)] : []);
    this.list.replaceChildren(el('dt', { t: 'grid.cells' }), el('dd', {}, grid.n.join(' × ')), ...row('grid.mass', mass, 'kg', massive), ...row('grid.momentum', momentum, 'kg m/s', moving && massive), ...row('grid.stress', stress, 'J', stressed));
  }

  point(x, y) {
    this.pointed = x === undefined ? [] : [x, y];
    if (x === undefined || !this.cut) {
      this.read.textContent = '\u00a0';
      return;
    }
    const { width, height, across, up } = this.cut, i = Math.min(width - 1, Math.floor(x * width)), j = height - 1 - Math.min(height - 1, Math.floor(y * height));
    const origin = this.insight.app.info.origin ?? [0, 0, 0], { lo, step } = this.field.grid;
    const at = (q, k) => `${NAMES[q]} ${number(origin[q] + lo[q] + (k + 0.5) * step[q], 3)} m`;
    this.read.textContent = `${at(across, i)}, ${at(up, j)}: ${number(this.values[i + width * j])} ${QUANTITIES[this.what.box.value][0]}`;
  }

  // Every cell with every quantity that the frame lets one know.
  saveCsv() {
    if (!this.field) return;
    const { grid, sums } = this.field, stride = sums.length / grid.cells, origin = this.insight.app.info.origin ?? [0, 0, 0];
    const cells = Array.from({ length: grid.cells }, (_, c) => c), [nx, ny] = grid.n;
    const number3 = c => [c % nx, Math.floor(c / nx) % ny, Math.floor(c / (nx * ny))];
    const places = NAMES.map((n, q) => ({ label: n, unit: 'm', values: cells.map(c => origin[q] + grid.lo[q] + (number3(c)[q] + 0.5) * grid.step[q]) }));
    const rest = Object.entries(QUANTITIES).map(([name, [unit, value]]) => ({ label: name, unit, values: cells.map(c => value(sums, stride * c, grid.volume)) }));
    saveText(csvOf([...places, ...rest]), this.insight.file('grid', 'csv'));
  }
}
