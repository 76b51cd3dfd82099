// SPDX-License-Identifier: Apache-2.0
// The line at the top: what runs, how it stands, language and light.
import { duration, number, seconds, whole } from '../data/format.js';
import { backLink } from './back.js';
import { el, iconButton, setText } from './dom.js';
import { t } from './text.js';

const READINGS = ['step', 'time', 'left', 'particles', 'contacts', 'rate', 'residual', 'pictures'];

export class Header {
  constructor({ onLanguage, onTheme, onHelp, onPanel }) {
    this.state = el('span', { class: 'state', id: 'state', role: 'status' });
    this.title = el('h1', { id: 'title' });
    this.readings = Object.fromEntries(READINGS.map(name => [name, el('dd', { id: `read-${name}` }, '–')]));
    const list = el('dl', { class: 'readings' }, ...READINGS.map(name => el('div', { class: `reading ${name}`, ...(name === 'residual' && { tip: 'read.residual.tip' }) }, el('dt', { t: `read.${name}` }), this.readings[name])));
    this.progress = el('div', { class: 'progress', role: 'presentation' }, el('i'));
    this.language = el('button', { type: 'button', class: 'plain', id: 'language', lang: 'ja', tip: 'top.language.tip', onclick: onLanguage }, el('span', { t: 'top.language' }));
    const mark = backLink() ?? el('span', { class: 'mark', 'aria-hidden': 'true' }, '粒');
    const tools = el('div', { class: 'tools' }, this.language, iconButton('sun', 'top.theme', onTheme, { id: 'theme' }),
      iconButton('help', 'top.help', onHelp, { id: 'help' }), iconButton('panel', 'panel.toggle', onPanel, { id: 'panel-toggle', 'aria-controls': 'panels' }));
    this.root = el('header', { class: 'top' }, mark, this.title, this.state, list, tools, this.progress);
  }

  setState(name) {
    this.state.dataset.state = name;
    setText(this.state, `state.${name}`);
  }

  setTitle(text) {
    this.title.textContent = text;
    document.title = text ? `${text} – tsubu` : 'tsubu';
  }

  // past: one looks back at it
  setFrame({ header, count }, past = false) {
    const r = this.readings;
    r.step.textContent = whole(header.step);
    r.time.textContent = seconds(header.time);
    const total = header.total ?? count;
    r.particles.textContent = total > count ? `${whole(count)} / ${whole(total)}` : whole(total);
    r.contacts.textContent = header.contacts === undefined ? '–' : whole(header.contacts);
    r.rate.textContent = header.rate ? number(header.rate, 3) : '–';
    r.residual.textContent = header.residual === undefined || header.residual === null ? '–' : number(header.residual, 2);
    const { begin = 0, end = 0 } = header.run ?? {}, { deck } = header;
    const part = deck ? deck.part : end > begin ? Math.min(1, Math.max(0, (header.step - begin) / (end - begin))) : 0;
    this.progress.firstChild.style.width = `${100 * part}%`;
    r.left.textContent = this.timeLeft(header, part, past);
    r.left.title = deck ? `${t('read.run')} ${deck.run} / ${deck.runs}` : '';
    r.left.parentElement.hidden = r.left.textContent === '–';
  }

  // How much of the deck is done, and how long the rest will take at the pace since the run began: the program's count of particle-steps a second. Of the
  // present run, where the program does not know the whole deck.
  timeLeft({ step, total, rate, run, status, deck }, part, past) {
    if (!run || !(run.end > run.begin) || (status !== 'running' && status !== 'paused')) return '–';
    const percent = `${Math.floor(100 * part)} %`;
    const left = deck ? deck.left ?? NaN : rate > 0 && total > 0 ? ((run.end - step) * total) / rate : NaN;
    return Number.isFinite(left) && status === 'running' && !past ? `${percent}, ${duration(left)}` : percent;
  }

  setPictures(rate) {
    this.readings.pictures.textContent = number(rate, 2);
  }
}

export function messageBar() {
  const text = el('span');
  const root = el('div', { class: 'message', id: 'message', role: 'alert', hidden: true }, text);
  const close = iconButton('close', 'do.close', () => { root.hidden = true; });
  root.append(close);
  let timer = 0;
  return {
    root,
    // key: what to say; more: details of the program; passing: goes away by itself
    say(key, { more = '', passing = false, kind = 'info' } = {}) {
      clearTimeout(timer);
      root.dataset.kind = kind;
      setText(text, key);
      if (more) text.append(`: ${more}`);
      root.hidden = false;
      if (passing) timer = setTimeout(() => { root.hidden = true; }, 5000);
    },
    clear(key) {
      if (!key || text.dataset.t === key) root.hidden = true;
    },
  };
}
