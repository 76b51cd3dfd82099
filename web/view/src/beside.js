// SPDX-License-Identifier: Apache-2.0
// Another run beside the one of the page: a picture of its own, seen by the same camera, at the same time, in the same colours.
import { getInfo, getSeries } from './data/api.js';
import { nearestTime, RecordedRun } from './data/timeline.js';
import { seconds } from './data/format.js';
import { Series } from './data/series.js';
import { Stage } from './scene/stage.js';
import { View } from './scene/view.js';
import { css } from './ui/axes.js';
import { el } from './ui/dom.js';

const near = (a, b) => a.every((v, k) => Math.abs(v - b[k]) <= 1e-9 * (Math.abs(v) + Math.abs(b[k])));

function eyeOf({ camera, controls, orthographic }) {
  return [...camera.position.toArray(), ...controls.target.toArray(), ...camera.up.toArray(), orthographic.top, camera.zoom];
}

// Copies the eye of one view to another whose places are relative to another origin.
function copyEye(from, to, shift) {
  const { camera, controls } = to;
  camera.up.copy(from.camera.up);
  camera.position.copy(from.camera.position).add({ x: shift[0], y: shift[1], z: shift[2] });
  controls.target.copy(from.controls.target).add({ x: shift[0], y: shift[1], z: shift[2] });
  to.orthographic.top = from.orthographic.top;
  camera.zoom = from.camera.zoom;
  camera.lookAt(controls.target);
  to.draw();
}

export class Beside {
  constructor(app) {
    this.app = app;
    this.series = new Series();
    this.canvas = el('canvas', { class: 'scene', id: 'scene-beside', tabindex: 0, role: 'img', tip: 'scene.label' });
    this.canvas.title = '';
    this.tag = el('div', { class: 'beside-tag card', id: 'beside-tag' });
    this.root = el('div', { class: 'stage beside', id: 'stage-beside' }, this.canvas, this.tag);
  }

  async begin() {
    const { app } = this;
    this.info = await getInfo(undefined, 1);
    this.timeline = new RecordedRun(this.info.frames ?? { count: 0 }, undefined, 1);
    this.name = this.info.file ?? this.info.title;
    app.layout.showBeside(this.root, app.info.file ?? app.info.title);
    this.view = new View(this.canvas);
    this.stage = new Stage(this.view, app.settings);
    this.stage.derive = (frame, text) => app.insight.valuesIn(frame, text, this.info.origin);
    this.stage.leader = app.stage;
    app.stage.follower = this.stage;
    this.setTheme();
    this.stage.setInfo(this.info);
    this.stage.apply();
    this.view.setOrthographic(app.settings.get('ortho'));
    this.shareEye();
    this.series.add(await getSeries({}, 1));
    app.layout.charts.setOther(this.series, this.name);
    if (app.frame) this.show(app.frame);
  }

  setTheme() {
    this.view.setTheme(this.app.theme === 'dark', css('--stage'), css('--stage-low'));
    this.stage.recolor();
    this.stage.resetSurfaceColors();
  }

  // Whichever view has moved leads the other.
  shareEye() {
    const ours = this.app.view, theirs = this.view, before = ours.afterDraw, known = new Map();
    const origin = info => info.origin ?? [0, 0, 0];
    const lead = (from, to, sign) => {
      const eye = eyeOf(from);
      if (known.has(from) && near(eye, known.get(from))) return;
      copyEye(from, to, origin(this.app.info).map((v, q) => sign * (v - origin(this.info)[q])));
      known.set(from, eye).set(to, eyeOf(to));
    };
    ours.afterDraw = () => {
      before();
      lead(ours, theirs, 1);
    };
    theirs.afterDraw = () => lead(theirs, ours, -1);
    theirs.onMove = () => this.app.address.touched();
    ours.draw();
  }

  // The frame of the other run that is nearest in time to one of ours; nearest in steps where frames have no time.
  async show(frame) {
    this.wanted = frame;
    if (this.busy || !this.timeline?.count) return;
    this.busy = true;
    while (this.wanted) {
      const { time, step } = this.wanted.header;
      this.wanted = null;
      await this.showFrame(nearestTime(this.timeline, time, step)).catch(error => this.app.lost(error));
    }
    this.busy = false;
  }

  async showFrame(k) {
    const { app } = this, { fields, max } = app.wishes();
    const frame = await this.timeline.get(k, fields, max);
    if (frame.header.scene !== this.info.scene) {
      this.info = await getInfo(k, 1);
      this.stage.setInfo(this.info);
    }
    if (frame === this.frame) return;
    this.frame = frame;
    this.view.spheres.mask = app.insight.hiddenIn(frame, this.info.origin);
    this.stage.show(frame, app.player.playing || app.status === 'running');
    app.stage.rerange(!app.player.playing && app.status !== 'running');
    this.tell();
  }

  // Wishes have changed: the same moment once more.
  again() {
    if (!this.frame || !this.app.frame) return;
    this.frame = null;
    this.show(this.app.frame);
  }

  tell() {
    this.tag.textContent = `${this.name}   ${this.frame ? seconds(this.frame.header.time) : ''}`;
  }
}
