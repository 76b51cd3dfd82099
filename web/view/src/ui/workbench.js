// SPDX-License-Identifier: Apache-2.0
// A deck in the page: what it is, its text with the messages of `check` beside the lines, sliders for its variables, start.
import { checkDeck, getDeck, runDeck } from '../data/api.js';
import { describe, grouped, rangeOf, variablesOf, withVariable } from '../data/deck.js';
import { duration, number } from '../data/format.js';
import { el, iconButton, setText } from './dom.js';
import { addText, filled, languageCode, t } from './text.js';

const LINE = 18; // CSS pixels
const MESSAGE = 260; // of a message beside a line, at least
const QUIET = 900; // ms after the last key before the deck is checked

const FOLDER = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,39}$/; // as the server takes it

// How long a run will take, as `check` has found; nothing where it does not know.
export function tellTime(place, key, check) {
  if (check?.seconds === undefined) {
    delete place.dataset.t;
    place.textContent = '';
    return;
  }
  addText(key, filled('work.takes', { t: check.seconds < 10 ? `${number(check.seconds, 2)} s` : duration(check.seconds), n: check.threads }));
  setText(place, key);
}

const NOW = 'now'; // of the deck as it is edited

const stamp = () => new Date().toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');

export class Workbench {
  // started(url): a run can be seen there
  constructor({ started, onError }) {
    Object.assign(this, { started, onError });
    this.title = el('h2', { id: 'work-title' });
    this.about = el('p', { class: 'soft about-text', id: 'work-about' });
    this.numbers = el('pre', { class: 'numbers', 'aria-hidden': 'true' });
    this.text = el('textarea', { id: 'deck-text', spellcheck: 'false', wrap: 'off', autocapitalize: 'off', tip: 'work.deck', oninput: () => this.edited() });
    this.text.title = '';
    this.beside = el('div', { class: 'beside', id: 'work-messages' });
    this.paper = el('div', { class: 'paper' }, this.numbers, this.text, this.beside);
    this.sliders = el('div', { class: 'deck-sliders' });
    this.found = el('ul', { class: 'found', id: 'work-found' });
    this.report = el('dl', { class: 'report', id: 'work-report' });
    this.verdict = el('p', { class: 'soft', id: 'work-verdict', role: 'status' });
    this.keep = el('input', { type: 'text', id: 'work-keep', class: 'expression', maxlength: 40, spellcheck: 'false', autocomplete: 'off' });
    this.where = el('span', { class: 'soft' });
    this.check = el('button', { type: 'button', class: 'plain', id: 'work-check', onclick: () => this.examine() }, el('span', { t: 'work.check' }));
    this.start = el('button', { type: 'button', class: 'primary', id: 'work-start', onclick: () => this.run() }, el('span', { t: 'do.start' }));
    this.takes = el('span', { class: 'soft takes', id: 'work-takes' });
    this.wrong = el('p', { class: 'hint wrong', id: 'work-wrong', role: 'status' });
    this.sheet = el('div', { class: 'sheet' }, this.paper);
    const side = el('div', { class: 'work-side' }, el('div', { class: 'work-read' }, this.about, this.sliders, this.verdict, this.found, this.report),
      el('div', { class: 'work-foot' }, el('label', { for: 'work-keep', t: 'work.keep' }), el('div', { class: 'work-keep' }, this.where, this.keep), this.wrong, el('div', { class: 'buttons' }, this.takes, this.check, this.start)));
    this.root = el('dialog', { class: 'card workbench', id: 'workbench', 'aria-labelledby': 'work-title' },
      el('div', { class: 'work-head' }, this.title, iconButton('close', 'do.close', () => this.root.close())), el('div', { class: 'work-body' }, this.sheet, side));
  }

  async open(name, title) {
    try {
      const deck = await getDeck(name);
      this.name = name;
      this.title.textContent = title;
      tellTime(this.takes, NOW, null);
      this.verdict.textContent = '';
      for (const part of [this.beside, this.found, this.report]) part.replaceChildren();
      this.about.textContent = describe((languageCode() === 'ja' && deck.about_ja) || deck.about);
      this.text.value = deck.text;
      this.where.textContent = `${deck.work}/`;
      this.keep.value = `${name.slice(0, 24).replace(/[^\w-]/g, '_')}-${stamp()}`;
      this.start.disabled = this.check.disabled = !deck.editable;
      this.wrong.textContent = deck.editable ? '' : t('work.fixed');
      this.root.showModal();
      this.edited();
    } catch (error) {
      this.onError(error);
    }
  }

  edited() {
    const lines = this.text.value.split('\n').length;
    this.numbers.textContent = Array.from({ length: lines }, (_, k) => k + 1).join('\n');
    this.paper.style.height = `${LINE * lines + 12}px`;
    this.showSliders();
    clearTimeout(this.timer);
    if (!this.check.disabled) this.timer = setTimeout(() => this.examine(), QUIET);
  }

  showSliders() {
    const found = variablesOf(this.text.value), key = found.map(v => `${v.name}:${v.line}`).join();
    if (key === this.key && this.sliders.contains(document.activeElement)) return; // while one is drawn it stays
    this.key = key;
    this.sliders.replaceChildren(...found.map(v => this.slider(v)));
  }

  slider(variable) {
    const { low, high, step } = rangeOf(variable), out = el('output', {}, String(variable.value));
    const box = el('input', { type: 'range', min: low, max: high, step, value: variable.value, 'aria-label': variable.name, 'data-variable': variable.name });
    box.addEventListener('input', () => {
      out.textContent = box.value;
      this.text.value = withVariable(this.text.value, variable.line, box.value);
      this.edited();
    });
    return el('div', { class: 'row range' }, el('span', {}, variable.name), box, out);
  }

  async examine() {
    const text = this.text.value;
    try {
      const { whole, deck, check } = await checkDeck(this.name, text, languageCode());
      if (this.text.value !== text) return;
      const findings = check?.findings ?? [];
      const here = findings.filter(f => f.file === deck && f.line > 0), lines = [...new Set(here.map(f => f.line))];
      this.beside.replaceChildren(...lines.map(line => this.note(line, here.filter(f => f.line === line))));
      this.found.replaceChildren(...findings.map(f => this.finding(f, deck)));
      tellTime(this.takes, NOW, check);
      this.verdict.textContent = check ? check.verdict : t(whole ? 'work.unread' : 'work.long');
      this.report.replaceChildren(...grouped(check?.report ?? []).map(([label, lines]) => el('div', {}, el('dt', {}, label), el('dd', {}, lines.join('\n')))));
    } catch (error) {
      this.wrong.textContent = error.message;
    }
  }

  // The messages of a line beside it: behind its text, or over the end of it where that is long; as much of them as the line holds, and all under the
  // pointer. The first is the worst.
  note(line, all) {
    const [{ kind }] = all, text = all.map(f => f.text).join('\n');
    const note = el('div', { class: `note ${kind}`, 'data-line': line, title: text }, text), wide = this.sheet.clientWidth;
    const begin = this.numbers.offsetWidth + 8, behind = begin + this.letter() * (this.text.value.split('\n')[line - 1].length + 2);
    const left = Math.max(begin, Math.min(behind, wide - Math.min(MESSAGE, 0.5 * wide)));
    note.style.top = `${LINE * (line - 1) + 6}px`;
    note.style.left = `${left}px`;
    note.style.maxWidth = `${wide - left - 8}px`;
    return note;
  }

  // How wide a letter of the deck is.
  letter() {
    const probe = el('span', { class: 'probe' }, '0'.repeat(100));
    this.paper.append(probe);
    const wide = probe.getBoundingClientRect().width / 100;
    probe.remove();
    return wide;
  }

  // The same in full beside the deck; a click leads to the line.
  finding({ file, line, kind, text }, deck) {
    const here = file === deck && line > 0, place = here ? String(line) : line > 0 ? `${file}:${line}` : file;
    const where = here ? el('button', { type: 'button', class: 'link', onclick: () => this.goTo(line) }, place) : el('span', {}, place);
    return el('li', { class: kind }, where, ' ', text);
  }

  goTo(line) {
    const lines = this.text.value.split('\n'), begin = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(begin, begin + lines[line - 1].length);
    const { sheet } = this;
    sheet.scrollTop = LINE * (line - 1) - sheet.clientHeight / 2;
    sheet.scrollLeft = 0;
  }

  async run() {
    const keep = this.keep.value.trim();
    this.wrong.textContent = FOLDER.test(keep) ? '' : t('work.badname');
    if (this.wrong.textContent) return;
    this.start.disabled = true;
    try {
      const { url } = await runDeck(this.name, keep, this.text.value);
      this.started(url);
    } catch (error) {
      this.wrong.textContent = error.message;
    }
    this.start.disabled = false;
  }
}
