// SPDX-License-Identifier: Apache-2.0
// The section: a plane, a slab or a box, along an axis or as the reader turns it.
import { normalOf, reach } from '../data/clip.js';
import { number } from '../data/format.js';
import { el, section, selectBox, slider, toggle } from './dom.js';

const NAMES = ['x', 'y', 'z'];
const percent = v => `${Math.round(100 * v)} %`;

export class SectionPanel {
  // facing(): the direction from which the reader looks
  constructor(settings, facing) {
    this.settings = settings;
    this.box = null;
    const bind = (key, row, set) => { settings.on([key], set); return row; };
    const on = toggle('section.on', settings.get('cut'), v => settings.set('cut', v));
    const flip = toggle('section.flip', settings.get('cutFlip'), v => settings.set('cutFlip', v));
    this.kind = selectBox('section.kind', [['plane', 'section.plane'], ['slab', 'section.slab'], ['box', 'section.box']], 'plane', v => settings.set('cutKind', v), 'cut-kind');
    this.axis = selectBox('section.axis', [...NAMES.map((n, k) => [String(k), { text: n }]), ['3', 'section.free']], '0', v => settings.set('cutAxis', Number(v)), 'cut-axis');
    this.at = slider('section.at', { min: 0, max: 1, step: 0.005, value: 0.5, format: v => this.place(v) }, v => settings.set('cutAt', v));
    this.thick = slider('section.thick', { min: 0.01, max: 1, step: 0.01, value: 0.2, format: v => this.width(v) }, v => settings.set('cutThick', v));
    this.normal = NAMES.map((n, k) => el('input', { type: 'number', step: 'any', 'aria-label': n, onchange: e => this.turn(k, Number(e.target.value)) }));
    this.facing = el('button', { type: 'button', class: 'plain', id: 'cut-facing', onclick: () => settings.set('cutNormal', facing()) }, el('span', { t: 'section.facing' }));
    this.free = el('div', { class: 'under' }, el('div', { class: 'triple' }, ...this.normal), this.facing);
    this.sides = NAMES.flatMap((n, q) => ['cutLow', 'cutHigh'].map(key => this.side(n, q, key)));
    this.flat = el('div', {}, this.axis.row, this.free, this.at.row, this.thick.row);
    this.room = el('div', {}, ...this.sides.map(s => s.row));
    this.more = el('div', { class: 'under' }, this.kind.row, this.flat, this.room, flip.row);
    this.root = section('panel.section', false, bind('cut', on.row, v => { on.box.checked = v; }), bind('cutFlip', this.more, v => { flip.box.checked = v; }));
    settings.on(['cut', 'cutKind', 'cutAxis', 'cutNormal', 'cutAt', 'cutThick', 'cutLow', 'cutHigh'], () => this.sync());
    this.sync();
  }

  // The ends of the box along an axis.
  side(name, q, key) {
    const words = key === 'cutLow' ? 'section.from' : 'section.to';
    const made = slider(words, { min: 0, max: 1, step: 0.005, value: this.settings.get(key)[q], format: v => `${name} ${this.along(q, v)}` }, v => {
      const ends = [...this.settings.get(key)];
      ends[q] = v;
      this.settings.set(key, ends);
    });
    return { ...made, q, key };
  }

  turn(k, value) {
    const normal = [...this.settings.get('cutNormal')];
    normal[k] = value;
    this.settings.set('cutNormal', normal);
  }

  along(q, part) {
    return this.box ? `${number(this.box.lo[q] + part * (this.box.hi[q] - this.box.lo[q]), 3)} m` : percent(part);
  }

  span() {
    return reach(this.box, normalOf(this.settings.values));
  }

  place(part) {
    if (!this.box) return percent(part);
    const [from, to] = this.span();
    return `${number(from + part * (to - from), 3)} m`;
  }

  width(part) {
    if (!this.box) return percent(part);
    const [from, to] = this.span();
    return `${number(part * (to - from), 3)} m`;
  }

  sync() {
    const s = this.settings.values;
    this.more.hidden = !s.cut;
    this.kind.box.value = s.cutKind;
    this.axis.box.value = String(s.cutAxis);
    this.flat.hidden = s.cutKind === 'box';
    this.room.hidden = s.cutKind !== 'box';
    this.thick.row.hidden = s.cutKind !== 'slab';
    this.free.hidden = s.cutAxis !== 3;
    this.normal.forEach((input, k) => { input.value = Number(s.cutNormal[k].toPrecision(4)); });
    this.at.set(s.cutAt);
    this.thick.set(s.cutThick);
    for (const side of this.sides) side.set(s[side.key][side.q]);
  }

  setInfo(info) {
    this.box = info.box;
    this.sync();
  }
}
