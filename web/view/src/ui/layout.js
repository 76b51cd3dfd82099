// SPDX-License-Identifier: Apache-2.0
// Where everything stands on the page.
import { Vector3 } from 'three';
import { VIEWS, View } from '../scene/view.js';
import { Charts } from './charts.js';
import { ContactPlot } from './contact_plot.js';
import { confirmDialog, helpDialog } from './dialogs.js';
import { el, iconButton, translate } from './dom.js';
import { FilmDialog } from './film.js';
import { Gallery } from './gallery.js';
import { Header, messageBar } from './header.js';
import { KeptViews } from './kept_views.js';
import { Legend } from './legend.js';
import { ColorPanel, RunPanel, ShowPanel } from './panels.js';
import { SectionPanel } from './section.js';
import { SteerPanel } from './steer.js';
import { SurfacePanel } from './surfaces.js';
import { SelectionPanel } from './selection.js';
import { Transport } from './transport.js';
import { Triad } from './triad.js';

const NARROW = 560; // CSS pixels

function makeView(canvas) {
  try {
    return new View(canvas);
  } catch {
    return null; // no WebGL 2; said by the caller
  }
}

export class Layout {
  constructor(body, app) {
    const { settings } = app;
    this.body = body;
    this.header = new Header({ onLanguage: () => app.switchLanguage(), onTheme: () => app.switchTheme(), onHelp: () => app.help(), onPanel: () => this.togglePanels() });
    this.message = messageBar();
    this.legend = new Legend({ onClick: () => this.revealColors() });
    this.triad = new Triad();
    this.color = new ColorPanel(settings);
    this.show = new ShowPanel(settings);
    this.surfaces = new SurfacePanel(settings);
    this.cut = new SectionPanel(settings, () => app.view.camera.getWorldDirection(new Vector3()).negate().toArray());
    this.run = new RunPanel();
    this.steer = new SteerPanel(app);
    this.selection = new SelectionPanel({ contact: (i, j) => app.openContact(i, j), center: () => app.centerSelected(), deselect: () => app.deselect() });
    this.charts = new Charts(app.series, { onPick: step => app.seekStep(step), name: () => app.info?.title ?? 'tsubu', own: () => app.info?.file ?? app.info?.title ?? '' });
    this.contact = new ContactPlot({
      onClose: () => app.closeContact(),
      onError: error => { app.closeContact(); this.message.say('say.refused', { more: error.message, kind: 'error', passing: true }); },
    });
    this.transport = new Transport({
      toggle: () => app.toggle(), step: n => app.step(n), stop: () => app.stopRun(), record: () => app.record(), snapshot: () => app.snapshot(), film: () => app.film(), seek: k => app.seek(k),
      previous: () => app.previous(), next: () => app.next(), live: () => app.goLive(), discard: () => app.discard(), speed: v => { app.player.speed = v; },
    });
    this.gallery = new Gallery({ onError: error => this.message.say('say.refused', { more: error.message, kind: 'error' }) });
    this.film = new FilmDialog(app);
    this.help = helpDialog();
    this.confirm = confirmDialog();
    this.place(app);
    this.view = makeView(this.canvas);
  }

  place(app) {
    this.canvas = el('canvas', { class: 'scene', id: 'scene', tabindex: 0, role: 'img', tip: 'scene.label' });
    this.canvas.title = '';
    this.stage = el('div', { class: 'stage', id: 'stage' }, this.canvas, this.cameras(app), this.legend.root, this.triad.root, this.message.root, this.contact.root, app.insight.bar.root, app.insight.tag);
    this.panels = el('aside', { class: 'panels', id: 'panels', tip: 'panel.name' }, this.selection.root, this.color.root, this.show.root, this.surfaces.root, this.cut.root, ...app.insight.panels, this.steer.root, this.run.root);
    this.panels.title = '';
    this.workspace = el('main', { class: 'workspace' }, this.stage, this.transport.root, this.charts.root, this.panels);
    this.body.append(this.header.root, this.workspace, this.help, this.film.root, this.confirm.root);
  }

  cameras(app) {
    const views = VIEWS.map(name => el('button', { type: 'button', class: 'plain', id: `view-${name}`, tip: `cam.${name}`, onclick: () => app.look(name) }, el('span', { t: `cam.short.${name}` })));
    this.ortho = iconButton('cube', 'cam.ortho', () => app.settings.flip('ortho'), { id: 'ortho', 'aria-pressed': 'false' });
    this.kept = new KeptViews(app);
    this.cameraBar = el('div', { class: 'cameras card', role: 'toolbar', tip: 'cam.name' }, iconButton('fit', 'cam.fit', () => app.look(null), { id: 'fit' }), ...views, this.ortho, this.kept.root);
    return this.cameraBar;
  }

  // On a narrow picture the views and the legend lie across it: how much of its upper and lower edge [px].
  covered() {
    if (this.stage.clientWidth > NARROW) return { top: 0, bottom: 0 };
    return { top: this.cameraBar.offsetTop + this.cameraBar.offsetHeight, bottom: this.legend.root.offsetHeight };
  }

  setInfo(info, fields) {
    this.color.setFields(fields);
    for (const panel of [this.show, this.surfaces, this.cut, this.steer, this.run]) panel.setInfo(info);
  }

  // The picture of another run beside that of this one, each with what it is.
  showBeside(root, title) {
    this.ownTag = el('div', { class: 'beside-tag card', id: 'own-tag' }, title);
    this.stage.append(this.ownTag);
    this.stage.after(root);
    this.body.toggleAttribute('data-beside', true);
  }

  showGallery() {
    this.workspace.replaceWith(this.gallery.root);
    this.body.dataset.mode = 'gallery';
    this.gallery.root.prepend(this.message.root);
    this.gallery.load();
  }

  togglePanels() {
    this.body.toggleAttribute('data-panels-hidden');
  }

  // On narrow pages the panels lie below the picture.
  revealSelection() {
    this.selection.root.scrollIntoView({ block: 'nearest' });
  }

  revealColors() {
    this.body.removeAttribute('data-panels-hidden');
    this.color.root.open = true;
    this.color.root.scrollIntoView({ block: 'center' });
    this.color.root.querySelector('select').focus({ preventScroll: true });
  }

  translate() {
    translate(document);
    this.canvas.title = this.panels.title = '';
    this.charts.rebuild();
    this.contact.rebuild();
  }
}
