// SPDX-License-Identifier: Apache-2.0
// Views that the reader keeps; they stand in the address of the page.
import { KEPT_MOST, cameraOf, setCamera } from './address.js';
import { el } from './dom.js';
import { t } from './text.js';

export class KeptViews {
  constructor(app) {
    this.app = app;
    this.list = el('span', { class: 'kept-views' });
    this.add = el('button', { type: 'button', class: 'plain', id: 'keep-view', tip: 'cam.keep', onclick: () => this.set([...app.address.kept, cameraOf(app.view)]) }, '+');
    this.forget = el('button', { type: 'button', class: 'plain', id: 'forget-views', tip: 'cam.forget', hidden: true, onclick: () => this.set([]) }, '×');
    this.root = el('span', { class: 'kept-bar' }, this.list, this.add, this.forget);
  }

  set(views) {
    this.app.address.kept = views;
    this.app.address.later();
    this.show();
  }

  show() {
    const { address, view } = this.app;
    this.forget.hidden = address.kept.length === 0;
    this.add.disabled = address.kept.length >= KEPT_MOST || !view;
    this.list.replaceChildren(...address.kept.map((numbers, k) => {
      const button = el('button', { type: 'button', class: 'plain', title: `${t('cam.kept')} ${k + 1}`, onclick: () => this.go(numbers) }, `★${k + 1}`);
      button.setAttribute('aria-label', `${t('cam.kept')} ${k + 1}`);
      return button;
    }));
  }

  go(numbers) {
    setCamera(this.app.view, numbers);
    this.app.address.touched();
  }
}
