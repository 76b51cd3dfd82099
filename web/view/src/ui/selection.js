// SPDX-License-Identifier: Apache-2.0
// Values and contacts of the particle that was clicked. They change while one looks at them, so lines are kept and only
// their numbers are written anew: whoever is about to click or reads with the keyboard does not lose the place.
import { number } from '../data/format.js';
import { el, iconButton, section } from './dom.js';
import { nameOf, t } from './text.js';

const SCALARS = [['radius', 'm'], ['mass', 'kg'], ['density', 'kg/m³']];
const VECTORS = [['velocity', 'm/s'], ['spin', 'rad/s'], ['force', 'N'], ['torque', 'N m']];
const COLUMNS = [['p.partner', ''], ['p.overlap', 'm'], ['p.fn', 'N'], ['p.ft', 'N']];
const BODY = [['velocity', 'm/s'], ['spin', 'rad/s'], ['inertia', 'kg m²']];
const vector = (v, digits = 3) => `(${v.map(c => number(c, digits)).join(', ')})`;

// Lines of a particle: [key, label, text, components]
function valueLines(particle, labels) {
  const lines = [];
  for (const [key, unit] of SCALARS) if (Number.isFinite(particle[key])) lines.push([key, t(`p.${key}`), `${number(particle[key])} ${unit}`, '']);
  if (particle.position) lines.push(['position', `${t('p.position')} [m]`, '', vector(particle.position, 4)]);
  for (const [key, unit] of VECTORS) if (particle[key]) lines.push([key, t(`p.${key}`), `${number(Math.hypot(...particle[key]))} ${unit}`, vector(particle[key])]);
  for (const [name, value] of Object.entries(particle.values ?? {})) {
    lines.push([`value ${name}`, nameOf('f', { name }), `${Array.isArray(value) ? vector(value) : number(value)} ${labels[name]?.unit ?? ''}`, '']);
  }
  return lines;
}

// Lines of the clump that a sphere belongs to.
function clumpLines(clump) {
  if (!clump) return [];
  const line = (key, text, components) => [`clump ${key}`, t(`p.clump.${key}`), text, components];
  return [
    line('id', `${clump.id}`, `${clump.spheres.length} ${t('p.clump.spheres')}`), line('mass', `${number(clump.mass)} kg`, ''), line('centre', 'm', vector(clump.centre, 4)),
    ...BODY.map(([key, unit]) => line(key, unit, vector(clump[key]))), line('turn', '', vector(clump.turn)),
  ];
}

// Shows `items` in `parent`: elements with the same key stay, others come and go. make(item) gives an element, fill(element, item) its content.
function keep(parent, items, keyOf, make, fill) {
  const old = new Map([...parent.children].map(e => [e.dataset.key, e]));
  items.forEach((item, place) => {
    const key = keyOf(item);
    const element = old.get(key) ?? make(item);
    old.delete(key);
    element.dataset.key = key;
    fill(element, item);
    if (parent.children[place] !== element) parent.insertBefore(element, parent.children[place] ?? null);
  });
  for (const element of old.values()) element.remove();
}

const partnerOf = c => (c.kind === 'wall' ? `wall:${c.wall}` : String(c.id));
const inOrder = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export class SelectionPanel {
  // actions: contact(i, j), center(), deselect()
  constructor(actions) {
    this.actions = actions;
    this.hint = el('p', { class: 'hint' });
    this.name = el('strong');
    this.type = el('span', { class: 'soft' });
    this.head = el('div', { class: 'selected-head' }, this.name, this.type, el('span', { class: 'spring' }),
      iconButton('target', 'p.center', () => actions.center()), iconButton('close', 'p.deselect', () => actions.deselect()));
    this.values = el('dl', { class: 'values' });
    this.count = el('h3');
    this.lines = el('tbody');
    this.table = el('table', { class: 'contact-table' }, el('thead', {}, el('tr', {}, ...COLUMNS.map(([key, unit]) => el('th', { scope: 'col' }, el('span', { t: key }), unit ? el('small', {}, unit) : null)))), this.lines);
    this.clickHint = el('p', { class: 'hint', t: 'p.hint' });
    this.details = el('div', { id: 'selection-values' }, this.values, this.count, this.table, this.clickHint);
    this.root = section('panel.selection', true, el('div', { id: 'selection' }, this.head, this.details, this.hint));
    this.clear();
  }

  clear() {
    this.particle = null;
    this.head.hidden = this.details.hidden = true;
    this.say('say.pick');
  }

  say(key) {
    this.hint.dataset.t = key;
    this.hint.textContent = t(key);
    this.hint.hidden = false;
  }

  // The particle is no longer there.
  gone(id) {
    this.particle = { id };
    this.showHead();
    this.details.hidden = true;
    this.say('say.gone');
  }

  showHead() {
    const { id, type } = this.particle;
    this.head.hidden = false;
    this.name.textContent = `${t('p.particle')} ${id}`;
    this.type.textContent = type === undefined ? '' : `${t('p.type')} ${type}`;
  }

  show(particle, { recordable, contact, labels }) {
    this.particle = particle;
    this.showHead();
    this.details.hidden = false;
    this.hint.hidden = true;
    keep(this.values, [...valueLines(particle, labels), ...clumpLines(particle.clump)], line => line[0], () => el('div', {}, el('dt'), el('dd'), el('dd', { class: 'vector' })), (element, line) => {
      [...element.children].forEach((part, k) => { part.textContent = line[k + 1]; });
    });
    this.showContacts(particle, recordable, contact);
  }

  showContacts({ contacts = [] }, recordable, open) {
    this.count.textContent = `${t('p.contacts')} ${contacts.length}`;
    this.table.hidden = contacts.length === 0;
    this.clickHint.hidden = contacts.length === 0 || !recordable;
    const sorted = [...contacts].sort((a, b) => inOrder(partnerOf(a), partnerOf(b)));
    keep(this.lines, sorted, partnerOf, c => this.contactLine(partnerOf(c)), (line, c) => {
      const button = line.querySelector('button');
      button.textContent = c.kind === 'wall' ? `${t('p.wall')} ${c.wall}` : partnerOf(c);
      button.disabled = !recordable;
      line.setAttribute('aria-selected', String(open === partnerOf(c)));
      [c.overlap, c.fn, c.ft].forEach((v, k) => { line.children[k + 1].textContent = number(v, 3); });
    });
  }

  contactLine(partner) {
    const choose = () => { if (!line.querySelector('button').disabled) this.actions.contact(this.particle.id, partner); };
    const line = el('tr', { onclick: choose }, el('td', {}, el('button', { type: 'button', class: 'link', tip: 'p.plot' })), el('td'), el('td'), el('td'));
    return line;
  }
}
