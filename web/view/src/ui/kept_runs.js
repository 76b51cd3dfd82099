// SPDX-License-Identifier: Apache-2.0
// Runs of decks that were kept: shown again, one alone or two side by side.
import { control, getKept } from '../data/api.js';
import { number } from '../data/format.js';
import { el } from './dom.js';

const MOST = 12; // at first

export class KeptRuns {
  // started(url): it can be seen there
  constructor({ started, onError }) {
    Object.assign(this, { started, onError });
    this.chosen = []; // names, at most two
    this.list = el('ul', { class: 'kept-runs', id: 'kept-runs' });
    this.both = el('button', { type: 'button', class: 'primary', id: 'kept-beside', disabled: true, onclick: () => this.open(...this.chosen) }, el('span', { t: 'kept.beside' }));
    this.more = el('button', { type: 'button', class: 'plain', onclick: () => this.show(Infinity) }, el('span', { t: 'kept.more' }));
    this.root = el('section', { class: 'kept-section', hidden: true }, el('h2', { t: 'kept.title' }), el('p', { class: 'soft', t: 'kept.lead' }), this.list, el('div', { class: 'card-buttons' }, this.both, this.more));
  }

  async load() {
    try {
      this.runs = (await getKept()).sort((a, b) => b.changed - a.changed);
    } catch {
      this.runs = []; // the examples say what is wrong
    }
    this.root.hidden = this.runs.length === 0;
    this.show(MOST);
  }

  show(most) {
    this.list.replaceChildren(...this.runs.slice(0, most).map(run => this.line(run)));
    this.more.hidden = this.runs.length <= most;
  }

  line({ name, example, bytes, changed }) {
    const box = el('input', { type: 'checkbox', 'data-kept': name, onchange: () => this.choose(name, box.checked) });
    box.checked = this.chosen.includes(name);
    const when = new Date(1000 * changed).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
    const show = el('button', { type: 'button', class: 'plain', 'data-show': name, onclick: () => this.open(name) }, el('span', { t: 'kept.show' }));
    return el('li', { class: 'kept-run card' }, el('label', {}, box, el('span', { class: 'kept-name' }, name), el('small', { class: 'soft' }, `${example}, ${when}, ${number(bytes / 1e6, 2)} MB`)), show);
  }

  // The third that is chosen takes the place of the first.
  choose(name, on) {
    this.chosen = on ? [...this.chosen, name].slice(-2) : this.chosen.filter(n => n !== name);
    for (const box of this.list.querySelectorAll('input')) box.checked = this.chosen.includes(box.dataset.kept);
    this.both.disabled = this.chosen.length !== 2;
  }

  async open(name, beside) {
    try {
      const { url } = await control({ do: 'open', name, ...(beside && { beside }) });
      this.started(url);
    } catch (error) {
      this.onError(error);
    }
  }
}
