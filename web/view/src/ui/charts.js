// SPDX-License-Identifier: Apache-2.0
// Time series below the picture: a few charts, each shows the energies or a column of the reader's choice.
import uPlot from 'uplot';
import { number } from '../data/format.js';
import { beginOfRun, resampled, rowAt } from '../data/series.js';
import { csvOf, fileName, saveText } from '../data/save.js';
import { axisX, axisY, css, rightPadding } from './axes.js';
import { Tip, logAxis, menu, onClick, positives, savePlot, zoomOf } from './chart_tools.js';
import { el } from './dom.js';
import { nameOf, t } from './text.js';

const ENERGIES = ['kinetic', 'rotational', 'gravity', 'elastic', 'dissipated', 'wall_work', 'external_work', 'residual'];
const FIRST = ['energies', 'energy/kinetic', 'energy/residual', 'energy/particles'];
const SKIP = ['step', 'time'];

const strokes = () => Array.from({ length: 8 }, (_, i) => css(`--s${i}`));

// The columns that a choice means: [{label, unit, values}].
function columnsOf(series, choice) {
  const energy = series.tables.get('energy');
  const named = (column, table) => ({ ...column, text: nameOf(table === 'energy' ? 'e' : 'th', column) });
  if (choice === 'energies') {
    const found = ENERGIES.map(n => energy?.column(n)).filter(c => c && c.values.some(v => v !== 0 && v !== null));
    return { table: energy, columns: found.map(c => named(c, 'energy')) };
  }
  const [name, column] = choice.split(/\/(.*)/);
  const table = series.tables.get(name);
  const found = table?.column(column);
  return { table, columns: found ? [named(found, name)] : [] };
}

function choicesOf(series) {
  const groups = [];
  for (const [name, table] of series.tables) {
    const columns = table.columns.filter(c => !SKIP.includes(c.name));
    const options = columns.map(c => [`${name}/${c.name}`, nameOf(name === 'energy' ? 'e' : 'th', c)]);
    if (name === 'energy') options.unshift(['energies', t('chart.energies')]);
    if (options.length) groups.push([`chart.group.${name}`, options]);
  }
  return groups;
}

class Chart {
  constructor(charts, choice) {
    this.charts = charts;
    this.choice = choice;
    this.picked = el('select', { tip: 'chart.what', onchange: e => this.choose(e.target.value) });
    this.now = el('span', { class: 'now' });
    this.tip = new Tip();
    this.log = false;
    this.logButton = this.tool('log', () => this.setLog(!this.log));
    this.logButton.setAttribute('aria-pressed', 'false');
    this.tools = menu('chart.tools', this.logButton, this.tool('csv', () => this.saveCsv()), this.tool('png', () => this.savePng()));
    this.box = el('div', { class: 'plot' });
    this.key = el('div', { class: 'key' });
    this.root = el('figure', { class: 'chart' }, el('figcaption', {}, this.picked, this.now, this.tools), el('div', { class: 'chart-body' }, this.box, this.key));
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.box);
  }

  tool(name, onclick) {
    return el('button', { type: 'button', class: `plain chart-${name}`, onclick }, el('span', { t: `chart.${name}` }));
  }

  setLog(on) {
    this.log = on;
    this.logButton.setAttribute('aria-pressed', String(on));
    this.rebuild();
  }

  // What is drawn, with the step and the time of each row; all of the run that goes on, not only what is zoomed to.
  shown() {
    const { table, columns } = columnsOf(this.charts.series, this.choice);
    const x = table?.column('time') ?? table?.column('step');
    if (!x || columns.length === 0) return null;
    const begin = beginOfRun(x.values);
    const heads = ['step', 'time'].map(n => table.column(n)).filter(Boolean);
    return [...heads, ...columns].map(c => ({ label: c.text ?? t(`read.${c.name}`), unit: c.unit, values: c.values.slice(begin) }));
  }

  file(ending) {
    return `${fileName(`${this.charts.name()}_${this.choice}`)}.${ending}`;
  }

  saveCsv() {
    const columns = this.shown();
    if (columns) saveText(csvOf(columns), this.file('csv'));
  }

  savePng() {
    if (!this.plot) return;
    const colors = strokes(), columns = columnsOf(this.charts.series, this.choice).columns;
    const unit = columns[0].unit ? ` [${columns[0].unit}]` : '';
    savePlot(this.plot, this.picked.selectedOptions[0]?.textContent + unit, columns.map((c, i) => [colors[i % 8], c.text]), this.file('png'));
  }

  size() {
    return { width: Math.max(80, this.box.clientWidth), height: Math.max(60, this.box.clientHeight) };
  }

  choose(choice) {
    this.choice = choice;
    this.rebuild();
  }

  fill(groups) {
    this.picked.replaceChildren(...groups.map(([key, options]) => {
      const group = el('optgroup', { label: t(key) });
      group.append(...options.map(([value, text]) => el('option', { value }, text)));
      return group;
    }));
    this.picked.value = this.choice;
  }

  rebuild() {
    const zoom = this.plot && zoomOf(this.plot);
    this.plot?.destroy();
    this.plot = null;
    this.update();
    if (zoom) this.plot?.setScale('x', zoom);
  }

  // Rows are new: what the reader has zoomed to stays.
  renew(data) {
    const zoom = zoomOf(this.plot);
    this.plot.setData(data, !zoom);
    if (zoom) this.plot.setScale('x', zoom);
  }

  update() {
    const { table, columns } = columnsOf(this.charts.series, this.choice);
    const x = table?.column('time') ?? table?.column('step');
    const names = columns.map(c => c.name).join();
    if (!x || columns.length === 0) {
      this.plot?.destroy();
      this.plot = null;
      this.steps = this.values = [];
      this.box.replaceChildren(el('p', { class: 'hint', t: 'say.empty' }));
      return;
    }
    const begin = beginOfRun(x.values);
    this.steps = table.column('step')?.values.slice(begin) ?? [];
    this.values = columns.map(c => c.values.slice(begin));
    if (columns.length === 1) this.addOther(columns, x.name, x.values.slice(begin));
    const data = [x.values.slice(begin), ...(this.log ? this.values.map(positives) : this.values)];
    if (!this.plot || this.names !== names) this.build(x, columns, data, names);
    else this.renew(data);
    this.readNow(x, columns);
  }

  // The same quantity of the run beside this one, where this one has rows.
  addOther(columns, along, places) {
    const { other, otherName } = this.charts, found = other ? columnsOf(other, this.choice) : { columns: [] };
    const x = found.table?.column(along), begin = x ? beginOfRun(x.values) : 0;
    if (!x || found.columns.length !== 1) return;
    columns[0] = { ...columns[0], text: this.charts.own() };
    columns.push({ ...found.columns[0], text: otherName, dash: [5, 3] });
    this.values.push(resampled(x.values.slice(begin), found.columns[0].values.slice(begin), places));
  }

  showMoment() {
    const { table, columns } = columnsOf(this.charts.series, this.choice);
    const x = table?.column('time') ?? table?.column('step');
    if (!this.plot || !x || columns.length === 0) return;
    this.plot.redraw(false);
    this.readNow(x, columns);
  }

  // The value at the moment that is shown, or else the newest.
  readNow(x, columns) {
    const k = rowAt(x.values, this.charts.moment);
    this.now.textContent = columns.length === 1 || columns[1].dash ? `${number(columns[0].values[k])} ${columns[0].unit}` : columns[0].unit;
  }

  build(x, columns, data, names) {
    this.plot?.destroy();
    this.names = names;
    const colors = strokes();
    this.box.replaceChildren();
    this.key.replaceChildren(...(columns.length > 1 ? columns.map((c, i) => this.keyEntry(c, i, colors[i % 8])) : []));
    this.plot = new uPlot({
      ...this.size(),
      legend: { show: false },
      cursor: { sync: { key: 'time' }, points: { size: 5 }, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: this.log ? { distr: 3 } : {} },
      padding: [null, rightPadding(x.unit), null, null],
      axes: [axisX('', x.unit), this.log ? logAxis() : axisY()],
      series: [{}, ...columns.map((c, i) => ({ label: c.text, stroke: colors[i % 8], width: 1.5, dash: c.dash, points: { show: false } }))],
      hooks: { draw: [u => this.markNow(u)], setCursor: [u => this.readAt(u, columns, x)] },
    }, data, this.box);
    onClick(this.plot, k => { if (this.steps[k] !== undefined) this.charts.onPick(this.steps[k]); });
    this.plot.over.addEventListener('pointerleave', () => this.tip.hide());
  }

  keyEntry(column, i, color) {
    const dot = el('i');
    dot.style.background = color;
    const button = el('button', { type: 'button', class: 'key-entry', 'aria-pressed': 'true' }, dot, column.text);
    button.addEventListener('click', () => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(on));
      this.plot.setSeries(i + 1, { show: on });
    });
    return button;
  }

  // A line at the moment that is shown, while one looks back.
  markNow(u) {
    const at = this.charts.moment;
    if (at === null) return;
    const x = Math.round(u.valToPos(at, 'x', true));
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    u.ctx.save();
    u.ctx.strokeStyle = css('--accent');
    u.ctx.lineWidth = 1.5;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  readAt(u, columns, x) {
    const k = u.cursor.idx;
    if (k === null || k === undefined || !u.over.matches(':hover')) {
      this.tip.hide();
      return;
    }
    const colors = strokes(), step = this.steps[k] === undefined ? '' : `${t('read.step')} ${this.steps[k]}`;
    const head = x.name === 'time' ? `${number(u.data[0][k], 6)} ${x.unit} · ${step}` : step;
    this.tip.show(u, head, columns.map((c, i) => [colors[i % 8], c.text, `${number(this.values[i][k])} ${c.unit}`]));
  }
}

export class Charts {
  // onPick(step): somebody has clicked there; name(): of the run, for files; own(): of the run, beside another
  constructor(series, { onPick, name, own }) {
    Object.assign(this, { series, onPick, name, own });
    this.moment = this.other = null;
    this.charts = FIRST.map(choice => new Chart(this, choice));
    this.root = el('section', { class: 'charts', id: 'charts', 'aria-label': t('chart.name') }, ...this.charts.map(c => c.root));
  }

  // Time series of the run beside this one, and its name.
  setOther(series, name) {
    this.other = series;
    this.otherName = name;
    this.rebuild();
  }

  offer() {
    const groups = choicesOf(this.series);
    const key = JSON.stringify(groups);
    if (key !== this.groups) for (const chart of this.charts) chart.fill(groups);
    this.groups = key;
  }

  // Rows are new, or the choices are.
  update() {
    this.offer();
    if (this.root.hidden) return;
    for (const chart of this.charts) chart.update();
  }

  // Time of the frame that is shown when it is not the newest, or null.
  setMoment(time) {
    if (time === this.moment) return;
    this.moment = time;
    for (const chart of this.charts) chart.showMoment();
  }

  // Colours or words have changed.
  rebuild() {
    this.groups = null;
    this.root.setAttribute('aria-label', t('chart.name'));
    for (const chart of this.charts) chart.rebuild();
    this.offer();
  }
}

