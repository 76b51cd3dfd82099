// SPDX-License-Identifier: Apache-2.0
// Statistics: which particles are meant, what is counted of them, and the distribution.
import { number, tickLabels, ticks, whole } from '../data/format.js';
import { csvOf, saveText } from '../data/save.js';
import { histogram, statistics } from '../data/statistics.js';
import { css } from './axes.js';
import { el, fillSelect, section, selectBox, setText, toggle } from './dom.js';
import { nameOf, t } from './text.js';

const BINS = 40, HEIGHT = 120, FOOT = 18;
const ROWS = ['count', 'mean', 'deviation', 'min', 'median', 'max', 'sum'];

// A field for an expression, with what is wrong with it below.
export function expressionField(key, id, onText) {
  const note = el('p', { class: 'hint wrong', id: `${id}-note`, role: 'status' });
  const input = el('input', { type: 'text', id, class: 'expression', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': `${id}-note`, onchange: e => onText(e.target.value.trim()) });
  const row = el('div', { class: 'row column' }, el('label', { for: id, t: key }), input, note);
  const say = error => {
    note.textContent = error ? `${t(error.key)}${error.what ? `: ${error.what}` : ''}${error.at >= 0 ? ` (${t('x.at')} ${error.at + 1})` : ''}` : '';
    input.toggleAttribute('aria-invalid', Boolean(error));
  };
  return { row, input, say, write: text => { input.value = text; } };
}

export class StatisticsPanel {
  constructor(insight) {
    this.insight = insight;
    const { settings } = insight;
    this.filter = expressionField('stat.filter', 'filter', text => insight.setFilter(text));
    this.own = expressionField('stat.own', 'expression', text => insight.setOwn(text));
    this.region = selectBox('stat.region', [], '', v => settings.set('region', v), 'stat-region');
    this.hide = toggle('stat.hide', settings.get('hide'), on => settings.set('hide', on));
    this.cut = toggle('stat.cut', false, () => this.update());
    this.field = selectBox('stat.of', [], '', v => { this.chosen = v; insight.wishesChanged(); this.update(); }, 'stat-field');
    this.canvas = el('canvas', { class: 'histogram', role: 'img', tip: 'stat.histogram' });
    this.canvas.title = '';
    this.read = el('p', { class: 'hint', id: 'stat-read' });
    this.list = el('dl', { class: 'values', id: 'stat-values' });
    this.save = el('button', { type: 'button', class: 'plain', onclick: () => this.saveCsv() }, el('span', { t: 'chart.csv' }));
    this.root = section('panel.statistics', false, this.filter.row, this.region.row, this.hide.row, this.cut.row, this.own.row, this.field.row, this.canvas, this.read, this.list, this.save);
    this.root.id = 'statistics';
    this.root.addEventListener('toggle', () => { insight.wishesChanged(); this.update(); }, 'stat-field');
    this.canvas.addEventListener('pointermove', e => this.point(e.offsetX / this.canvas.clientWidth));
    this.canvas.addEventListener('pointerleave', () => this.point(null));
  }

  setFields(fields) {
    const options = fields.map(f => [f.name, { text: nameOf('f', f) + (f.unit ? ` [${f.unit}]` : '') }]);
    this.units = new Map(fields.map(f => [f.name, f.unit ?? '']));
    this.chosen ??= fields.some(f => f.name === 'speed') ? 'speed' : fields[0]?.name;
    fillSelect(this.field.box, options, this.chosen);
    const regions = fields.filter(f => f.name.startsWith('region:')).map(f => f.name.slice(7));
    fillSelect(this.region.box, [['', 'stat.anywhere'], ...regions.map(name => [name, { text: name }])], this.insight.settings.get('region'));
    this.region.row.hidden = regions.length === 0;
  }

  wish() {
    return this.root.open ? this.chosen : '';
  }

  update() {
    const { frame } = this.insight.app;
    if (!this.root.open || !frame) return;
    const values = this.insight.valuesOf(frame, this.chosen), mask = this.insight.maskOf(frame, this.cut.box.checked);
    this.list.replaceChildren();
    if (!values) {
      setText(this.read, 'say.nofield');
      return;
    }
    this.result = statistics(values, mask);
    this.bins = histogram(values, { ...this.ends(), bins: BINS, mask });
    this.showList(frame);
    this.draw();
    this.point(this.pointed ?? null);
  }

  ends() {
    const { min, max } = this.result;
    return max > min ? { low: min, high: max } : { low: (Number.isFinite(min) ? min : 0) - 0.5, high: (Number.isFinite(min) ? min : 0) + 0.5 };
  }

  showList(frame) {
    const unit = this.units.get(this.chosen) ?? '';
    const text = { count: `${whole(this.result.count)} / ${whole(frame.header.total ?? frame.count)}` };
    this.list.replaceChildren(...ROWS.flatMap(row => [el('dt', { t: `stat.${row}` }), el('dd', { 'data-row': row }, text[row] ?? `${number(this.result[row], 5)} ${unit}`)]));
  }

  draw() {
    const ratio = window.devicePixelRatio || 1, width = Math.max(120, this.canvas.clientWidth), context = this.canvas.getContext('2d');
    this.canvas.width = width * ratio;
    this.canvas.height = HEIGHT * ratio;
    context.scale(ratio, ratio);
    const { counts, edges } = this.bins, top = Math.max(...counts) || 1, tall = HEIGHT - FOOT;
    context.fillStyle = css('--s0');
    counts.forEach((n, k) => context.fillRect((k / BINS) * width + 0.5, tall - (n / top) * (tall - 4), width / BINS - 1, (n / top) * (tall - 4)));
    context.fillStyle = css('--soft');
    context.font = '11px system-ui, sans-serif';
    const marks = ticks(edges[0], edges.at(-1), 4), texts = tickLabels(marks);
    marks.forEach((v, k) => {
      const part = (v - edges[0]) / (edges.at(-1) - edges[0]);
      context.textAlign = part < 0.08 ? 'left' : part > 0.92 ? 'right' : 'center';
      context.fillText(texts[k], part * width, HEIGHT - 5);
    });
  }

  // The bin under the pointer, or nothing.
  point(part) {
    this.pointed = part;
    if (part === null || !this.bins) {
      this.read.textContent = '\u00a0';
      return;
    }
    const k = Math.min(BINS - 1, Math.max(0, Math.floor(part * BINS))), { edges, counts } = this.bins;
    this.read.textContent = `${number(edges[k])} – ${number(edges[k + 1])} ${this.units.get(this.chosen) ?? ''}: ${whole(counts[k])}`;
  }

  saveCsv() {
    if (!this.bins) return;
    const { edges, counts } = this.bins, unit = this.units.get(this.chosen) ?? '';
    saveText(csvOf([{ label: t('section.from'), unit, values: edges.slice(0, -1) }, { label: t('section.to'), unit, values: edges.slice(1) }, { label: t('stat.count'), unit: '', values: [...counts] }]),
      this.insight.file('histogram', 'csv'));
  }
}
