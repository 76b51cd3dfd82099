// SPDX-License-Identifier: Apache-2.0
// Values and contacts of the particle that was clicked.
import { number } from '../data/format.js';
import { el, iconButton, section } from './dom.js';
import { nameOf, t } from './text.js';

const SCALARS = [['radius', 'm'], ['mass', 'kg'], ['density', 'kg/m³']];
const VECTORS = [['position', 'm'], ['velocity', 'm/s'], ['spin', 'rad/s'], ['force', 'N'], ['torque', 'N m']];
const size = v => Math.hypot(...v);
const vector = (v, digits = 3) => `(${v.map(c => number(c, digits)).join(', ')})`;

export class SelectionPanel {
  // actions: contact(i, j), center(), deselect(), goto(id)
  constructor(actions) {
    this.actions = actions;
    this.body = el('div', { id: 'selection' });
    this.root = section('panel.selection', true, this.body);
    this.clear();
  }

  clear() {
    this.particle = null;
    this.body.replaceChildren(el('p', { class: 'hint', t: 'say.pick' }));
  }

  say(key) {
    this.body.replaceChildren(this.head(), el('p', { class: 'hint', t: key }));
  }

  head() {
    const { id, type } = this.particle;
    return el('div', { class: 'selected-head' }, el('strong', {}, el('span', { t: 'p.particle' }), ` ${id}`), el('span', { class: 'soft' }, el('span', { t: 'p.type' }), ` ${type ?? '–'}`),
      el('span', { class: 'spring' }), iconButton('target', 'p.center', () => this.actions.center()), iconButton('close', 'p.deselect', () => this.actions.deselect()));
  }

  show(particle, { recordable, contact, labels }) {
    this.particle = particle;
    const rows = [];
    const row = (label, text) => rows.push(el('dt', {}, label), el('dd', {}, text));
    for (const [key, unit] of SCALARS) if (particle[key] !== undefined && particle[key] !== null) row(t(`p.${key}`), `${number(particle[key])} ${unit}`);
    for (const [key, unit] of VECTORS) {
      if (!particle[key]) continue;
      if (key === 'position') row(`${t('p.position')} [${unit}]`, el('small', {}, vector(particle[key], 4)));
      else row(t(`p.${key}`), `${number(size(particle[key]))} ${unit}`);
      if (key !== 'position') rows.at(-1).append(el('small', {}, vector(particle[key])));
    }
    for (const [name, value] of Object.entries(particle.values ?? {})) {
      row(nameOf('f', { name }), `${Array.isArray(value) ? vector(value) : number(value)} ${labels[name]?.unit ?? ''}`);
    }
    this.body.replaceChildren(this.head(), el('dl', { class: 'values' }, ...rows), this.contacts(particle, recordable, contact));
  }

  contacts({ id, contacts = [] }, recordable, open) {
    const title = el('h3', {}, el('span', { t: 'p.contacts' }), ` ${contacts.length}`);
    if (contacts.length === 0) return el('div', {}, title, el('p', { class: 'hint', t: 'say.nocontacts' }));
    const head = el('tr', {}, ...[['p.partner', ''], ['p.overlap', 'm'], ['p.fn', 'N'], ['p.ft', 'N']].map(([key, unit]) =>
      el('th', { scope: 'col' }, el('span', { t: key }), unit ? el('small', {}, unit) : null)));
    const lines = contacts.map(c => {
      const partner = c.kind === 'wall' ? `wall:${c.wall}` : String(c.id);
      const name = c.kind === 'wall' ? `${t('p.wall')} ${c.wall}` : partner;
      const first = recordable ? el('button', { type: 'button', class: 'link', tip: 'p.plot', onclick: () => this.actions.contact(id, partner) }, name) : name;
      const line = el('tr', { 'aria-selected': String(open === partner) }, el('td', {}, first), ...[c.overlap, c.fn, c.ft].map(v => el('td', {}, number(v, 3))));
      if (recordable) line.addEventListener('click', e => { if (e.target.tagName !== 'BUTTON') this.actions.contact(id, partner); });
      return line;
    });
    return el('div', {}, title, el('table', { class: 'contact-table' }, el('thead', {}, head), el('tbody', {}, ...lines)), recordable ? el('p', { class: 'hint', t: 'p.hint' }) : null);
  }
}
