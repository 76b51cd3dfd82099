// SPDX-License-Identifier: Apache-2.0
// The examples that can be started.
import { checkDeck, control, getDeck, getFiles, pictureAddress } from '../data/api.js';
import { describe } from '../data/deck.js';
import { KeptRuns } from './kept_runs.js';
import { el, setAlt } from './dom.js';
import { withWayBack } from './back.js';
import { addText, languageCode, t } from './text.js';
import { Workbench, tellTime } from './workbench.js';

// What an example without a picture shows: the sign of the program, as large as a picture, so that the cards line up.
const emblem = () => el('div', { class: 'picture none', 'aria-hidden': 'true' }, '粒');

function pictureOf(name, title) {
  const image = el('img', { class: 'picture', loading: 'lazy', decoding: 'async', width: 800, height: 533 });
  setAlt(image, 'gallery.picture', title);
  image.addEventListener('error', () => image.replaceWith(emblem()));
  image.src = pictureAddress(name);
  return image;
}

// What an example is about, the first paragraph of its README in either language; its deck.
async function tellAbout(name, place) {
  const deck = await getDeck(name), first = text => describe(text ?? '').split('\n\n')[0];
  const key = `about.${name}`;
  addText(key, [first(deck.about), first(deck.about_ja) || first(deck.about)]);
  place.dataset.t = key;
  place.textContent = t(key);
  return deck;
}

export class Gallery {
  constructor({ onError }) {
    this.seen = new IntersectionObserver(all => {
      for (const { target, isIntersecting } of all) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        this.fill(target).catch(() => {}); // a card without it is a card, too
      }
    }, { rootMargin: '200px' });
    this.timed = Promise.resolve(); // the decks are looked over one after the other
    this.onError = onError;
    this.list = el('div', { class: 'gallery-list' });
    this.workbench = new Workbench({ started: url => this.go(url), onError });
    this.kept = new KeptRuns({ started: url => this.go(url), onError });
    this.root = el('main', { class: 'gallery', id: 'gallery' }, this.kept.root, el('h2', { t: 'gallery.title' }), el('p', { class: 'soft', t: 'gallery.lead' }), this.list, this.workbench.root);
  }

  // Once a card comes into view: what the example is about, and how long it runs on this machine.
  async fill(card) {
    const { example: name } = card.dataset, { text, editable } = await tellAbout(name, card.querySelector('.card-about'));
    if (!editable) return; // nor can it be looked over
    this.timed = this.timed.then(async () => tellTime(card.querySelector('.card-time'), `time.${name}`, (await checkDeck(name, text, languageCode())).check)).catch(() => {});
  }

  async load() {
    this.kept.load();
    try {
      const files = await getFiles();
      this.list.replaceChildren(...(files.length ? files.map(f => this.card(f)) : [el('p', { class: 'hint', t: 'gallery.none' })]));
    } catch (error) {
      this.onError(error);
    }
  }

  card({ name, title, title_ja: japanese, folder, deck, picture }) {
    const words = `example.${name}`;
    addText(words, [title || name, japanese || title || name]);
    const start = el('button', { type: 'button', class: 'primary', 'data-name': name }, el('span', { t: 'do.start' }));
    const open = el('button', { type: 'button', class: 'plain', 'data-open': name, onclick: () => this.workbench.open(name, t(words)) }, el('span', { t: 'work.open' }));
    const card = el('article', { class: 'card example', 'data-example': name }, picture ? pictureOf(name, words) : emblem(),
      el('div', { class: 'about' }, el('h3', { t: words }), el('code', {}, `${folder ?? name}/${deck}`), el('p', { class: 'soft card-about' }), el('div', { class: 'card-buttons' }, start, open, el('span', { class: 'soft card-time' }))));
    start.addEventListener('click', () => this.start(name, start));
    this.seen.observe(card);
    return card;
  }

  async start(name, button) {
    button.disabled = true;
    button.firstChild.dataset.t = 'say.starting';
    button.firstChild.textContent = '…';
    try {
      const { url } = await control({ do: 'start', name });
      this.go(url);
    } catch (error) {
      button.disabled = false;
      button.firstChild.dataset.t = 'do.start';
      this.onError(error);
    }
  }

  // To the page of a run, which leads back here.
  go(url) {
    const address = new URL(url, location.href);
    if (address.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(address.hostname)) location.href = withWayBack(address.href);
    else throw new Error(`${url} is not on this machine`);
  }
}
