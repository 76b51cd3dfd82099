// SPDX-License-Identifier: Apache-2.0
// The page as a whole: who shows what when frames arrive, keys are pressed, the run ends.
import { ApiError, control, getInfo, getParticle, getSeries } from './data/api.js';
import { FrameError } from './data/frame.js';
import { LiveFrames, isOver } from './data/live.js';
import { Pace } from './data/pace.js';
import { pickLink, pickSphere } from './data/pick.js';
import { Series } from './data/series.js';
import { RecordedRun, Recording } from './data/timeline.js';
import { Player, speedsOf } from './player.js';
import { Stage } from './scene/stage.js';
import { css } from './ui/axes.js';
import { Layout } from './ui/layout.js';
import { Settings, keep } from './ui/settings.js';
import { listenToKeys } from './ui/keys.js';
import { savePicture } from './ui/snapshot.js';
import { languageCode, otherLanguage, setLanguage } from './ui/text.js';

const SERIES_EVERY = 700; // ms
const PARTICLE_EVERY = 500;
const WAITING_EVERY = 500;
const CLICK = 5; // pixels a pointer may move within a click
const RECORD_ALL = 2 << 20; // bytes up to which a recorded frame holds every field

export class App {
  constructor(body) {
    this.settings = new Settings();
    this.series = new Series();
    this.pace = new Pace();
    this.info = null;
    this.frame = null;
    this.status = 'waiting';
    this.connected = true;
    this.recording = null; // frames kept by this page
    this.isRecording = false;
    this.replay = false;
    this.layout = new Layout(body, this);
    this.message = this.layout.message;
    this.view = this.layout.view;
    this.stage = new Stage(this.view, this.settings);
    this.stage.onRange = () => this.updateLegend();
    this.player = new Player({ show: k => this.seek(k), changed: () => this.updateTransport() });
    this.layout.color.current = () => this.stage.range;
    this.setTheme(keep.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    this.listen();
  }

  listen() {
    const { settings, view } = this;
    settings.on(['field', 'chains', 'limit'], () => this.wishesChanged());
    settings.on(['field', 'map', 'log', 'chains'], () => this.updateLegend());
    settings.on(['axes'], on => { this.layout.triad.root.hidden = !on; });
    settings.on(['ortho'], on => this.layout.ortho.setAttribute('aria-pressed', String(on)));
    listenToKeys({ app: this, view, settings, canvas: this.layout.canvas });
    if (!view) {
      this.message.say('say.webgl', { kind: 'error' });
      return;
    }
    view.afterDraw = () => {
      this.layout.triad.draw(view.axes());
      this.countPicture();
    };
    this.listenToClicks();
  }

  // ---- start -------------------------------------------------------------------------------------------------
  async start() {
    this.layout.header.setState('connecting');
    try {
      await this.loadInfo();
    } catch (error) {
      this.layout.header.setState('lost');
      this.message.say(error instanceof ApiError && error.status === 404 ? 'say.token' : 'say.lost', { kind: 'error' });
      setTimeout(() => this.start(), 2000);
      return;
    }
    this.message.clear();
    if (this.info.mode === 'gallery') this.layout.showGallery();
    else if (this.info.mode === 'recorded') this.startRecorded();
    else this.startLive();
  }

  // index: of the frame of a recorded run
  async loadInfo(index) {
    this.info = await getInfo(index);
    this.layout.header.setTitle(this.info.title);
    this.layout.header.setState(this.info.mode === 'live' ? this.info.status ?? 'waiting' : this.info.mode);
    if (this.info.box) this.layout.setInfo(this.info, this.fields());
    this.stage.setInfo(this.info);
    if (this.info.box && !this.looked) this.firstLook();
    this.updateLegend();
  }

  firstLook() {
    this.looked = true;
    if (!this.fields().some(f => f.name === this.settings.get('field'))) this.settings.set('field', 'type');
    this.look(this.bestView());
  }

  // Very thin scenes are looked at along their thin side, others obliquely.
  bestView() {
    const size = this.info.box.hi.map((v, c) => v - this.info.box.lo[c]);
    const thin = size.map((s, c) => s * 6 < Math.min(size[(c + 1) % 3], size[(c + 2) % 3]));
    return thin.includes(true) ? ['right', 'front', 'top'][thin.indexOf(true)] : 'iso';
  }

  fields() {
    const served = (this.info.fields ?? []).filter(f => f.name !== 'velocity');
    return [...served, { name: 'type' }, { name: 'radius', unit: 'm' }, { name: 'id' }];
  }

  startLive() {
    this.live = new LiveFrames({
      wishes: () => this.wishes(),
      onFrame: frame => this.liveFrame(frame),
      onLost: error => this.lost(error),
      onBack: () => this.back(),
      ended: () => isOver(this.status),
    });
    this.live.run();
    this.pollSeries();
    this.pollParticle();
    if (!this.info.box) this.pollInfo();
    this.updateTransport();
  }

  async pollInfo() {
    this.message.say('say.waiting');
    while (!this.info.box && !isOver(this.info.status)) {
      await new Promise(done => setTimeout(done, WAITING_EVERY));
      await this.loadInfo().catch(() => {});
    }
    this.message.clear('say.waiting');
    if (!this.info.box) this.setStatus(this.info.status, this.info.failure); // it is over without ever having had one
  }

  startRecorded() {
    this.status = 'done';
    this.timeline = new RecordedRun(this.info.frames ?? { count: 0 });
    this.setTimeline(this.timeline);
    this.pollSeries();
    if (this.timeline.count === 0) this.message.say('say.noframes', { kind: 'error' });
    else this.seek(0);
    this.updateTransport();
  }

  // ---- frames ------------------------------------------------------------------------------------------------
  wishes() {
    const fields = new Set(this.stage.wishes());
    if (this.isRecording && this.frame) {
      const all = (this.info.fields ?? []).filter(f => f.width === 1);
      if (this.frame.count * 4 * all.length <= RECORD_ALL) for (const f of all.slice(0, 15 - fields.size)) fields.add(f.name);
    }
    return { fields: [...fields], max: this.settings.get('limit') || undefined };
  }

  wishesChanged() {
    if (this.timeline === this.recording && this.replay) this.seek(this.player.index);
    else if (this.info?.mode === 'recorded') this.seek(this.player.index);
    this.live?.wishesChanged();
  }

  liveFrame(frame) {
    const { scene, status, failure } = frame.header;
    if (scene !== this.info.scene) this.loadInfo().catch(() => {});
    if (status && status !== this.status) this.setStatus(status, failure);
    if (this.isRecording) this.recording.add(frame);
    if (!this.replay) this.showFrame(frame, status === 'running');
    if (this.isRecording || this.replay) this.updateTransport();
  }

  showFrame(frame, moving) {
    const first = !this.frame?.count && frame.count > 0;
    this.frame = frame;
    this.stage.show(frame, moving);
    if (first && this.view) this.look(this.bestView());
    this.layout.header.setFrame(frame);
    this.updateLegend();
  }

  // failure: the sentence with which the program ended a run that has failed
  setStatus(status, failure) {
    this.status = status;
    if (!this.replay) this.layout.header.setState(status);
    if (status === 'done') this.message.say('say.done', { passing: true });
    if (status === 'failed') this.message.say('say.failed', { more: failure, kind: 'error' });
    this.updateTransport();
  }

  lost(error) {
    if (error instanceof FrameError) {
      this.message.say('say.badframe', { more: error.message, kind: 'error' });
      return;
    }
    this.connected = false;
    if (this.status === 'done') this.message.say('say.ended');
    else if (this.status !== 'failed') { // what is said of that stays
      this.layout.header.setState('lost');
      this.message.say(error instanceof ApiError && error.status === 404 ? 'say.token' : 'say.lost', { kind: 'error' });
    }
    this.updateTransport();
  }

  back() {
    this.connected = true;
    this.message.clear();
    this.layout.header.setState(this.replay ? 'replay' : this.status);
    this.updateTransport();
  }

  // ---- going through frames -----------------------------------------------------------------------------------
  async seek(index) {
    const timeline = this.info.mode === 'recorded' ? this.timeline : this.recording;
    if (!timeline || timeline.count === 0) return;
    if (this.info.mode === 'live' && !this.replay) this.enterReplay();
    const k = Math.max(0, Math.min(timeline.count - 1, index));
    this.player.index = k;
    const { fields, max } = this.wishes();
    try {
      const frame = await timeline.get(k, fields, max);
      if (this.player.index !== k || !frame) return;
      if (this.info.mode === 'recorded' && frame.header.scene !== this.info.scene) await this.loadInfo(k);
      this.showFrame(frame, this.player.playing);
      this.layout.charts.setMoment(timeline.time(k) ?? null);
      if (this.selected !== undefined && this.info.mode === 'recorded') this.fetchParticle();
      if (!this.connected) this.back();
    } catch (error) {
      this.player.stop();
      this.lost(error);
    }
    this.updateTransport();
  }

  enterReplay() {
    this.replay = true;
    this.setTimeline(this.recording);
    this.layout.header.setState('replay');
  }

  setTimeline(timeline) {
    this.player.setTimeline(timeline);
    this.layout.transport.setSpeeds(speedsOf(timeline).all, this.player.speed);
  }

  goLive() {
    this.replay = false;
    this.player.stop();
    this.layout.charts.setMoment(null);
    this.layout.header.setState(this.connected || isOver(this.status) ? this.status : 'lost');
    this.live?.wishesChanged();
    this.updateTransport();
  }

  record() {
    if (this.info?.mode !== 'live' || (!this.isRecording && isOver(this.status))) return;
    this.isRecording = !this.isRecording;
    if (this.isRecording) {
      this.recording = new Recording();
      this.goLive();
    }
    this.updateTransport();
  }

  // ---- steering ------------------------------------------------------------------------------------------------
  looksBack() {
    return this.replay || this.info?.mode === 'recorded';
  }

  toggle() {
    if (this.looksBack()) this.player.toggle();
    else if (this.status === 'running') this.order({ do: 'pause' });
    else if (this.status === 'paused') this.order({ do: 'resume' });
  }

  next() {
    if (this.looksBack()) this.seek(this.player.index + 1);
    else this.step(this.layout.transport.stepCount());
  }

  previous() {
    if (this.recording?.count || this.info?.mode === 'recorded') this.seek((this.looksBack() ? this.player.index : this.recording.count) - 1);
  }

  step(steps) {
    if (this.status === 'running' || this.status === 'paused') this.order({ do: 'step', steps });
  }

  async stopRun() {
    if (await this.layout.confirm.ask() && !isOver(this.status)) this.order({ do: 'stop' });
  }

  async order(order) {
    try {
      const answer = await control(order);
      if (answer.status) this.setStatus(answer.status);
    } catch (error) {
      this.message.say('say.refused', { more: error.message, kind: 'error', passing: true });
    }
  }

  // ---- time series and the selected particle --------------------------------------------------------------------
  async pollSeries() {
    for (;;) {
      try {
        if (this.series.add(await getSeries(this.series.from()))) this.layout.charts.update();
      } catch {
        if (isOver(this.status)) return; // frames tell of a lost connection
      }
      if (this.info.mode === 'recorded') return;
      await new Promise(done => setTimeout(done, SERIES_EVERY));
    }
  }

  async pollParticle() {
    for (;;) {
      await new Promise(done => setTimeout(done, PARTICLE_EVERY));
      if (this.selected !== undefined && this.connected && !this.replay && !document.hidden && this.status === 'running') await this.fetchParticle();
    }
  }

  listenToClicks() {
    let down = null;
    this.layout.canvas.addEventListener('pointerdown', e => { down = e.isPrimary && e.button === 0 ? [e.clientX, e.clientY] : null; });
    this.layout.canvas.addEventListener('pointerup', e => {
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < CLICK) this.pick(e.clientX, e.clientY);
      down = null;
    });
  }

  pick(x, y) {
    if (!this.frame) return;
    const ray = this.view.rayAt(x, y);
    const { particles, size, types, chains, threshold, width, opacity } = this.settings.values;
    const kinds = this.frame.data('type');
    const shown = row => !kinds || Boolean((types >>> Math.min(31, kinds[row])) & 1);
    if (chains && (!particles || opacity < 1 || size < 1)) {
      const k = pickLink(this.frame, ray, 0.6 * Math.max(0.2, width) * this.stage.meanRadius(), threshold * (this.stage.chainTop ?? 0));
      if (k >= 0) {
        this.pickContact(k);
        return;
      }
    }
    const row = particles ? pickSphere(this.frame, ray, { size, clip: this.stage.clip(), shown }) : -1;
    if (row >= 0) this.select(this.frame.data('id')[row]);
    else this.deselect();
  }

  async pickContact(k) {
    const [a, b] = this.frame.data('chain').subarray(2 * k, 2 * k + 2);
    const ids = this.frame.data('id');
    await this.select(ids[a]);
    if (this.canRecordContacts()) this.openContact(ids[a], String(ids[b]));
  }

  async select(id) {
    this.selected = id;
    this.stage.select(id);
    this.layout.selection.root.open = true;
    await this.fetchParticle();
    this.layout.revealSelection();
  }

  deselect() {
    this.selected = undefined;
    this.stage.select(null);
    this.layout.selection.clear();
    this.closeContact();
  }

  canRecordContacts() {
    return this.info.mode === 'live' && !isOver(this.status) && !this.replay;
  }

  async fetchParticle() {
    const id = this.selected;
    try {
      const index = this.info.mode === 'recorded' ? this.player.index : undefined;
      const particle = await getParticle(id, index);
      if (this.selected === id) this.showParticle(particle);
    } catch (error) {
      if (this.selected !== id) return;
      if (error instanceof ApiError && error.status === 404) {
        this.layout.selection.gone(id);
      } else if (!(error instanceof ApiError)) return; // frames tell of a lost connection
    }
  }

  showParticle(particle = this.layout.selection.particle) {
    if (!particle?.position) return;
    const labels = Object.fromEntries((this.info.fields ?? []).map(f => [f.name, f]));
    this.layout.selection.show(particle, { recordable: this.canRecordContacts(), contact: this.contact, labels });
  }

  openContact(i, j) {
    this.contact = j;
    this.layout.contact.open(i, j);
    this.layout.contact.root.scrollIntoView({ block: 'nearest' });
    this.showParticle();
  }

  closeContact() {
    this.contact = undefined;
    this.layout.contact.close();
  }

  centerSelected() {
    const row = this.selected === undefined || !this.frame ? -1 : this.frame.rowOf(this.selected);
    if (row < 0 || !this.view) return;
    this.view.controls.target.fromArray(this.frame.data('position'), 3 * row);
    this.view.controls.update();
    this.view.draw();
  }

  // ---- looks -----------------------------------------------------------------------------------------------------
  look(preset) {
    const { lo, hi } = this.info?.box ?? { lo: [0, 0], hi: [1, 1] };
    const flat = hi[0] - lo[0] < 0.8 * (hi[1] - lo[1]); // shows more of itself along x
    if (this.view) this.view.covered = this.layout.covered();
    this.view?.look(preset === 'iso' && flat ? 'isoAlongX' : preset, this.stage.content());
  }

  help() {
    this.layout.help.showModal();
  }

  async snapshot() {
    if (!this.view || !this.frame) return;
    const { step } = this.frame.header;
    const name = (this.info.title ?? 'tsubu').replace(/[^\w.-]+/g, '_');
    const caption = `${this.info.title}   ${this.layout.header.readings.time.textContent}`;
    await savePicture({ view: this.view, legend: this.layout.legend, triad: this.layout.triad, axes: this.settings.get('axes'), caption }, `${name}_${step}.png`);
  }

  updateLegend() {
    if (!this.info?.box) return;
    const { field, map, log } = this.settings.values;
    this.layout.legend.update({
      field: this.fields().find(f => f.name === field), chains: this.settings.get('chains') ? this.stage.chainTop : null, map, log, range: this.stage.range, types: this.info.types ?? 1,
      missing: Boolean(this.frame && field && this.frame.count > 0 && !this.stage.values), past: this.looksBack(),
    });
  }

  updateTransport() {
    if (!this.info || this.info.mode === 'gallery') return;
    const timeline = this.info.mode === 'recorded' ? this.timeline : this.recording;
    this.layout.transport.update({
      mode: this.info.mode, replay: this.replay, playing: this.player.playing, status: this.status, timeline, recording: this.isRecording, connected: this.connected,
      index: this.looksBack() ? this.player.index : Math.max(0, (timeline?.count ?? 1) - 1),
    });
  }

  countPicture() {
    const rate = this.pace.add(performance.now());
    if (rate !== undefined) this.layout.header.setPictures(rate);
  }

  setTheme(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.view?.setTheme(theme === 'dark', css('--stage'), css('--stage-low'));
    this.layout.charts.rebuild();
    this.layout.contact.rebuild();
  }

  switchTheme() {
    this.setTheme(this.theme === 'dark' ? 'light' : 'dark');
    keep.set('theme', this.theme);
  }

  switchLanguage() {
    setLanguage(otherLanguage());
    keep.set('language', languageCode());
    this.layout.translate();
    if (this.info?.box) {
      this.layout.setInfo(this.info, this.fields());
      this.updateLegend();
      this.showParticle();
    }
  }
}
