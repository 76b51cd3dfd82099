// SPDX-License-Identifier: Apache-2.0
// Time series below the picture: a few charts, each shows the energies or a column of the reader's choice.
import uPlot from 'uplot';
import { number } from '../data/format.js';
import { beginOfRun, rowAt } from '../data/series.js';
import { axisX, axisY, css, rightPadding } from './axes.js';
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
    this.box = el('div', { class: 'plot' });
    this.key = el('div', { class: 'key' });
    this.root = el('figure', { class: 'chart' }, el('figcaption', {}, this.picked, this.now), el('div', { class: 'chart-body' }, this.box, this.key));
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.box);
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
    this.plot?.destroy();
    this.plot = null;
    this.update();
  }

  update() {
    const { table, columns } = columnsOf(this.charts.series, this.choice);
    const x = table?.column('time') ?? table?.column('step');
    const names = columns.map(c => c.name).join();
    if (!x || columns.length === 0) {
      this.plot?.destroy();
      this.plot = null;
      this.box.replaceChildren(el('p', { class: 'hint', t: 'say.empty' }));
      return;
    }
    const begin = beginOfRun(x.values);
    const data = [x.values.slice(begin), ...columns.map(c => c.values.slice(begin))];
    if (!this.plot || this.names !== names) this.build(x, columns, data, names);
    else this.plot.setData(data);
    this.readNow(x, columns);
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
    this.now.textContent = columns.length === 1 ? `${number(columns[0].values[k])} ${columns[0].unit}` : columns[0].unit;
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
      scales: { x: { time: false } },
      padding: [null, rightPadding(x.unit), null, null],
      axes: [axisX('', x.unit), axisY()],
      series: [{}, ...columns.map((c, i) => ({ label: c.text, stroke: colors[i % 8], width: 1.5, points: { show: false } }))],
      hooks: { draw: [u => this.markNow(u)], setCursor: [u => this.readAt(u, columns, x)] },
    }, data, this.box);
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
    if (k === null || k === undefined || columns.length !== 1) return;
    const [times, values] = u.data;
    this.now.textContent = `${number(values[k])} ${columns[0].unit}${k < times.length - 1 ? ` @ ${number(times[k])} ${x.unit}` : ''}`;
  }
}

export class Charts {
  constructor(series) {
    this.series = series;
    this.moment = null;
    this.charts = FIRST.map(choice => new Chart(this, choice));
    this.root = el('section', { class: 'charts', id: 'charts', 'aria-label': t('chart.name') }, ...this.charts.map(c => c.root));
  }

  // Rows are new, or the choices are.
  update() {
    const groups = choicesOf(this.series);
    const key = JSON.stringify(groups);
    if (key !== this.groups) for (const chart of this.charts) chart.fill(groups);
    this.groups = key;
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
    this.update();
  }
}

