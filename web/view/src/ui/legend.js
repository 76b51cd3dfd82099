// SPDX-License-Identifier: Apache-2.0
// The legend on the picture: what the colours mean.
import { categoryColor, cssGradient } from '../data/colors.js';
import { apart, number, shiftOf, ticks } from '../data/format.js';
import { el } from './dom.js';
import { languageCode, nameOf, t } from './text.js';
import { CATEGORICAL } from '../scene/stage.js';

function logTicks(low, high, count) {
  const found = [];
  for (let e = Math.ceil(Math.log10(low) - 1e-9); e <= Math.log10(high) + 1e-9; e++) found.push(10 ** e);
  return found.length >= 2 ? found.filter((_, i) => i % Math.ceil(found.length / count) === 0) : [low, high];
}

const WIDTH = { wide: 252, narrow: 190, margins: 36 }; // of the legend, as the style has it

let pen = null;
function widthOf(text) {
  pen ??= document.createElement('canvas').getContext('2d');
  pen.font = '11px system-ui, sans-serif';
  return pen.measureText(text).width;
}

export class Legend {
  constructor({ onClick }) {
    this.title = el('div', { class: 'legend-title' });
    this.body = el('div');
    this.note = el('div', { class: 'legend-note' });
    this.field = el('div', {}, this.title, this.body, this.note);
    this.chains = el('div', { class: 'legend-chains' });
    this.surface = el('div', { class: 'legend-surface' });
    this.root = el('button', { type: 'button', class: 'legend card', id: 'legend', tip: 'legend.tip', onclick: onClick }, this.field, this.surface, this.chains);
  }

  // What is drawn, for snapshots: {title, unit, gradient map, range, marks} or {title, types}.
  // chains: the force [N] of the thickest bars, or null. missing: the frame has no such values; of a past one they will not come.
  // surface: {field, map, range} of the meshes, or null.
  update({ field, map, log, range, types, missing, past, chains, surface }) {
    // a frame that changes nothing here builds nothing anew
    const key = [languageCode(), document.documentElement.dataset.theme, field?.name, map, log, field && number(range[0], 4), field && number(range[1], 4), types, missing, past, chains && number(chains, 3), this.wide(), surface && [surface.field.name, surface.map, number(surface.range[1], 3)]].join();
    if (this.key === key) return;
    this.key = key;
    this.root.hidden = !field && !chains && !surface;
    this.field.hidden = !field;
    this.showChains(chains);
    this.showSurface(surface);
    if (!field) return;
    const name = nameOf('f', field);
    this.content = { title: field.unit ? `${name} [${field.unit}]` : name, map, range, marks: [] };
    this.title.textContent = this.content.title;
    this.note.textContent = missing && past ? t('say.nofield') : '';
    if (CATEGORICAL.includes(field.name)) this.categories(types);
    else this.scale(map, log, range, !missing);
    this.root.setAttribute('aria-label', `${this.content.title}: ${this.content.marks.map(m => m.text).join(', ')}`);
  }

  categories(types) {
    this.content.types = Array.from({ length: Math.min(types, 12) }, (_, i) => ({ text: String(i + 1), color: categoryColor(i + 1) }));
    this.content.marks = this.content.types;
    const chips = this.content.types.map(({ text, color }) => {
      const dot = el('i');
      dot.style.background = color;
      return el('span', { class: 'legend-chip' }, dot, text);
    });
    this.body.replaceChildren(el('div', { class: 'legend-chips' }, ...chips));
  }

  showChains(top) {
    this.chains.hidden = !top;
    this.chainMarks = top ? [{ at: 0, text: '0' }, { at: 1, text: number(top, 3) }] : null;
    if (!top) return;
    const bar = el('div', { class: 'legend-bar chains' });
    this.chains.replaceChildren(el('div', { class: 'legend-title' }, `${t('show.chains')} [N]`), bar, this.tickRow(this.chainMarks));
  }

  showSurface(surface) {
    this.surface.hidden = !surface;
    this.surfaceContent = null;
    if (!surface) return;
    const { field, map, range: [low, high] } = surface;
    const bar = el('div', { class: 'legend-bar' });
    bar.style.background = cssGradient(map);
    const marks = apart(count => ticks(low, high, count).map(v => ({ at: (v - low) / (high - low), text: number(v, 3) })), this.wide(), widthOf);
    this.surfaceContent = { title: `${nameOf('s', field)} [${field.unit}]`, map, marks };
    this.surface.replaceChildren(el('div', { class: 'legend-title' }, this.surfaceContent.title), bar, this.tickRow(marks));
  }

  // Of the bar.
  wide() {
    return (this.root.clientWidth || (matchMedia('(max-width: 760px), (max-height: 520px)').matches ? WIDTH.narrow : WIDTH.wide)) - WIDTH.margins;
  }

  tickRow(marks) {
    return el('div', { class: 'legend-ticks' }, ...marks.map(mark => {
      const e = el('span', { class: 'legend-tick' }, mark.text);
      e.style.left = `${100 * mark.at}%`;
      e.style.setProperty('--shift', `${100 * shiftOf(mark.at)}%`);
      return e;
    }));
  }

  scale(map, log, [low, high], known) {
    const bar = el('div', { class: 'legend-bar' });
    bar.style.background = cssGradient(map);
    const at = v => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
    const digits = Math.min(6, Math.max(3, Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low))) + 2));
    const values = count => (log ? logTicks(low, high, count) : ticks(low, high, count));
    this.content.marks = known ? apart(count => values(count).map(v => ({ at: at(v), text: number(v, digits) })), this.wide(), widthOf) : [];
    this.body.replaceChildren(bar, this.tickRow(this.content.marks));
  }
}
