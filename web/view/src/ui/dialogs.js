// SPDX-License-Identifier: Apache-2.0
import { el } from './dom.js';

const HELP = ['drag', 'pan', 'wheel', 'click', 'space', 'frame', 'arrows', 'views', 'parts', 'keep', 'escape'];

export function helpDialog() {
  const rows = HELP.flatMap(key => [el('dt', {}, el('kbd', { t: `help.${key}` })), el('dd', { t: `help.${key}.is` })]);
  const dialog = el('dialog', { class: 'card help', id: 'help-dialog', 'aria-labelledby': 'help-title' }, el('h2', { id: 'help-title', t: 'help.title' }), el('dl', { class: 'keys' }, ...rows),
    el('form', { method: 'dialog' }, el('button', { class: 'primary', t: 'do.close' })));
  dialog.addEventListener('click', e => { if (e.target === dialog) dialog.close(); });
  return dialog;
}

// Asks before something that cannot be undone; true when the reader agrees.
export function confirmDialog() {
  const text = el('p', { t: 'say.stop' });
  const yes = el('button', { type: 'submit', value: 'yes', class: 'danger', id: 'confirm-yes', t: 'do.stop' });
  const no = el('button', { type: 'submit', value: 'no', class: 'plain', autofocus: true, t: 'do.cancel' });
  const dialog = el('dialog', { class: 'card ask', id: 'confirm' }, el('form', { method: 'dialog' }, text, el('div', { class: 'buttons' }, no, yes)));
  return {
    root: dialog,
    ask() {
      dialog.returnValue = 'no';
      dialog.showModal();
      return new Promise(done => dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true }));
    },
  };
}
