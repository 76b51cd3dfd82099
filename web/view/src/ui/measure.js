// SPDX-License-Identifier: Apache-2.0
// Ruler, angle of repose, flow through a plane, arrows.
import { number, whole } from '../data/format.js';
import { csvOf, saveText } from '../data/save.js';
import { css } from './axes.js';
import { el, section, selectBox, slider, toggle } from './dom.js';
import { LinePlot } from './plot_line.js';
import { t } from './text.js';

const line = (key, text) => [el('dt', { t: key }), el('dd', {}, text)];

export class MeasurePanel {
  constructor(insight) {
    this.insight = insight;
    const { settings } = insight, mode = (id, key, call) => el('button', { type: 'button', class: 'plain', id, 'aria-pressed': 'false', onclick: call }, el('span', { t: key }));
    this.bar = toggle('measure.bar', settings.get('scaleBar'), on => settings.set('scaleBar', on));
    settings.on(['scaleBar'], on => { this.bar.box.checked = on; });
    this.ruler = mode('ruler', 'measure.ruler', () => insight.setMode('ruler'));
    this.repose = mode('repose', 'measure.repose', () => insight.measureRepose());
    this.flow = mode('flow', 'measure.flow', () => insight.setMode('flow'));
    this.section = mode('flow-section', 'measure.section', () => insight.flowThroughSection());
    this.clear = mode('measure-clear', 'measure.clear', () => insight.clearMeasures());
    for (const b of [this.repose, this.section, this.clear]) b.removeAttribute('aria-pressed');
    this.hint = el('p', { class: 'hint', id: 'measure-hint', role: 'status' });
    this.values = el('dl', { class: 'values', id: 'measure-values' });
    this.plot = new LinePlot(130);
    this.save = el('button', { type: 'button', class: 'plain', onclick: () => this.saveCsv() }, el('span', { t: 'chart.csv' }));
    this.chart = el('div', { hidden: true }, this.plot.root, this.save);
    this.root = section('panel.measure', false, this.bar.row, el('div', { class: 'modes' }, this.ruler, this.repose, this.flow, this.section, this.clear), this.hint, this.values, this.chart);
    this.root.id = 'measure';
  }

  // mode: null, 'ruler' or 'flow'; hint: what to do next
  setMode(mode, hint) {
    this.ruler.setAttribute('aria-pressed', String(mode === 'ruler'));
    this.flow.setAttribute('aria-pressed', String(mode === 'flow'));
    this.hint.textContent = hint ? t(hint) : '';
    if (hint) this.hint.dataset.t = hint;
    else delete this.hint.dataset.t;
  }

  update() {
    const { ruler, repose, flow } = this.insight, rows = [];
    if (ruler?.length === 2) {
      const [a, b] = ruler, d = b.map((v, q) => v - a[q]);
      rows.push(...line('measure.distance', `${number(Math.hypot(...d), 5)} m`), el('dd', { class: 'vector' }, `(${d.map(v => number(v)).join(', ')}) m`));
    }
    if (repose) {
      rows.push(...line('measure.angle', `${repose.angle.toFixed(1)}° ± ${repose.deviation.toFixed(1)}°`), ...line('measure.sides', repose.sides.map(s => `${s.angle.toFixed(1)}°`).join(' ')));
    }
    if (flow) this.addFlow(flow, rows);
    this.values.replaceChildren(...rows);
    this.chart.hidden = !flow || flow.rows.length < 2;
    if (!this.chart.hidden) this.plot.draw([flow.rows.map(r => r[0]), flow.rows.map(r => r[1])], [{ label: t('measure.rate'), color: css('--s0') }], this.unit(), 's');
  }

  unit() {
    return this.insight.massive ? 'kg/s' : '1/s';
  }

  addFlow(flow, rows) {
    const mass = this.insight.massive ? 'kg' : '', span = flow.rows.length > 1 ? 0.1 * (flow.rows.at(-1)[0] - flow.rows[0][0]) : Infinity;
    rows.push(...line('measure.rate', `${number(flow.mean(span))} ${this.unit()}`), ...line('measure.forth', `${number(flow.total.forth)} ${mass}`), ...line('measure.back', `${number(flow.total.back)} ${mass}`),
      ...line('measure.count', whole(flow.total.count)));
  }

  saveCsv() {
    const { flow } = this.insight;
    if (flow) saveText(csvOf([{ label: t('read.time'), unit: 's', values: flow.rows.map(r => r[0]) }, { label: t('measure.rate'), unit: this.unit(), values: flow.rows.map(r => r[1]) }]), this.insight.file('flow', 'csv'));
  }
}

const percent = v => `${number(v, 3)} d`;

export class ArrowsPanel {
  constructor(insight) {
    const { settings } = insight;
    this.what = selectBox('arrow.what', [['', 'arrow.none'], ['velocity', 'f.velocity'], ['force_vector', 'f.force'], ['spin_vector', 'p.spin']], settings.get('arrows'), v => settings.set('arrows', v), 'arrows');
    this.length = slider('arrow.length', { min: 0.5, max: 12, step: 0.5, value: settings.get('arrowLength'), format: percent }, v => settings.set('arrowLength', v));
    this.note = el('p', { class: 'hint', id: 'arrow-note' });
    settings.on(['arrows'], v => { this.what.box.value = v; });
    settings.on(['arrowLength'], this.length.set);
    this.root = section('panel.arrows', false, this.what.row, this.length.row, this.note);
    this.root.id = 'arrows-panel';
  }

  // top: of the vectors of full length; null: there are none in this frame
  say(top, unit) {
    this.note.textContent = top === undefined ? '' : top === null ? t('say.nofield') : `${t('arrow.top')}: ${number(top)} ${unit}`;
  }
}
