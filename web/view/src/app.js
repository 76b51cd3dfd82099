// SPDX-License-Identifier: Apache-2.0
// The page as a whole: who shows what when frames arrive, keys are pressed, the run ends.
import { setDarkGround } from './data/colors.js';
import { ApiError, control, getInfo, getParticle, getSeries } from './data/api.js';
import { FrameError } from './data/frame.js';
import { Beside } from './beside.js';
import { Insight } from './insight.js';
import { History } from './data/history.js';
import { LiveFrames, isOver } from './data/live.js';
import { Pace } from './data/pace.js';
import { pickLink, pickSphere } from './data/pick.js';
import { Series } from './data/series.js';
import { RecordedRun } from './data/timeline.js';
import { Player } from './player.js';
import { replay } from './replay.js';
import { Stage } from './scene/stage.js';
import { Address } from './ui/address.js';
import { css } from './ui/axes.js';
import { Layout } from './ui/layout.js';
import { Settings, keep } from './ui/settings.js';
import { listenToKeys } from './ui/keys.js';
import { savePicture } from './ui/snapshot.js';
import { languageCode, otherLanguage, setLanguage } from './ui/text.js';

const VECTOR = /^velocity$|^stress$|^orientation$|_vector$/; // no single number to colour by
const SERIES_EVERY = 700; // ms
const PARTICLE_EVERY = 500;
const WAITING_EVERY = 500;
const CLICK = 5; // pixels a pointer may move within a click
const RECORD_ALL = 2 << 20; // bytes up to which a recorded frame holds every field
const KEEP_ALL = 1 << 18; // the same of the history

export class App {
  constructor(body) {
    this.settings = new Settings();
    this.series = new Series();
    this.pace = new Pace();
    this.info = null;
    this.frame = null;
    this.status = 'waiting';
    this.connected = true;
    this.history = new History(); // recent frames
    this.recording = null; // frames kept because the reader wants them
    this.isRecording = false;
    this.replay = false;
    this.insight = new Insight(this, this.settings);
    this.layout = new Layout(body, this);
    this.message = this.layout.message;
    this.view = this.layout.view;
    if (this.view?.software) Settings.usually('occlusion', false); // a graphics processor does it in passing
    if (this.view?.software) this.settings.set('occlusion', false);
    this.stage = new Stage(this.view, this.settings);
    this.address = new Address({ settings: this.settings, view: this.view });
    this.layout.kept.show();
    this.stage.derive = (frame, text) => this.insight.derive(frame, text);
    this.stage.onRange = () => this.updateLegend();
    this.player = new Player({ show: k => this.seek(k), changed: () => this.updateTransport() });
    this.layout.color.current = () => this.stage.range;
    this.setTheme(keep.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    this.listen();
    this.address.applySettings();
  }

  listen() {
    const { settings, view } = this;
    settings.on(['field', 'chains', 'limit', 'surfaceField', 'marks'], () => this.wishesChanged());
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
      this.insight.drawn();
      this.countPicture();
      if (this.address.moved) this.address.later();
    };
    view.onMove = () => this.address.touched();
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
    if (this.info.beside && this.view) this.startBeside();
  }

  async startBeside() {
    const beside = new Beside(this);
    try {
      await beside.begin();
      this.beside = beside;
      if (this.frame) await beside.show(this.frame);
      this.view.resize(); // it has half of the room now
      if (this.frame && !this.address.moved) this.lookFirst();
    } catch (error) {
      this.lost(error);
    }
  }

  // index: of the frame of a recorded run
  async loadInfo(index) {
    this.info = await getInfo(index);
    this.layout.header.setTitle(this.info.title);
    this.layout.header.setState(this.info.mode === 'live' ? this.info.status ?? 'waiting' : this.info.mode);
    if (this.info.box) this.layout.setInfo(this.info, this.fields());
    if (this.info.box) this.insight.setInfo();
    this.stage.setInfo(this.info);
    if (this.info.box && !this.looked) this.firstLook();
    this.updateLegend();
  }

  firstLook() {
    this.looked = true;
    if (!this.fields().some(f => f.name === this.settings.get('field'))) this.settings.set('field', 'type');
    this.lookFirst();
  }

  // As the address says, or at its best.
  lookFirst() {
    if (!this.address.applyCamera()) this.look(this.bestView(), true);
  }

  // Very thin scenes are looked at along their thin side, others obliquely.
  bestView() {
    const size = this.info.box.hi.map((v, c) => v - this.info.box.lo[c]);
    const thin = size.map((s, c) => s * 6 < Math.min(size[(c + 1) % 3], size[(c + 2) % 3]));
    return thin.includes(true) ? ['right', 'front', 'top'][thin.indexOf(true)] : 'iso';
  }

  fields() {
    const served = (this.info.fields ?? []).filter(f => !VECTOR.test(f.name));
    return [...served, { name: 'type' }, { name: 'radius', unit: 'm' }, { name: 'id' }, ...this.insight.fields()];
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
    const fields = new Set([...this.stage.wishes(), ...this.insight.wishes()]);
    if (this.frame) {
      const all = (this.info.fields ?? []).filter(f => f.width === 1);
      if (this.frame.count * 4 * all.length <= (this.isRecording ? RECORD_ALL : KEEP_ALL)) for (const f of all.slice(0, Math.max(0, 15 - fields.size))) fields.add(f.name);
    }
    return { fields: [...fields], max: this.settings.get('limit') || undefined };
  }

  wishesChanged() {
    if (this.looksBack()) this.seek(this.player.index);
    this.live?.wishesChanged();
    this.beside?.again();
  }

  liveFrame(frame) {
    const { scene, status, failure } = frame.header;
    if (scene !== this.info.scene) this.loadInfo().catch(() => {});
    if (status && status !== this.status) this.setStatus(status, failure);
    this.remember(frame);
    this.insight.came(frame);
    if (!this.replay) this.showFrame(frame, status === 'running');
  }

  showFrame(frame, moving) {
    const first = !this.frame?.count && frame.count > 0;
    this.frame = frame;
    this.history.note(frame);
    this.insight.prepare(frame);
    this.stage.show(frame, moving);
    if (first && this.view && !this.address.moved) this.lookFirst();
    this.insight.shown(frame);
    this.beside?.show(frame);
    this.layout.header.setFrame(frame, this.looksBack());
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
    if (this.stopping && !isOver(this.status)) this.setStatus('stopped'); // as this reader has ordered: the last frame did not come in time
    if (this.status === 'done' || this.status === 'stopped') this.message.say('say.ended');
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

  // ---- steering ------------------------------------------------------------------------------------------------
  toggle() {
    if (this.looksBack()) this.player.toggle();
    else if (this.status === 'running') this.order({ do: 'pause' });
    else if (this.status === 'paused') this.order({ do: 'resume' });
    else if (isOver(this.status)) this.playAgain();
  }

  step(steps) {
    if (this.status === 'running' || this.status === 'paused') this.order({ do: 'step', steps });
  }

  async stopRun() {
    if (await this.layout.confirm.ask() && !isOver(this.status)) this.order({ do: 'stop' });
  }

  async order(order) {
    this.stopping ||= order.do === 'stop';
    try {
      const answer = await control(order);
      if (answer.status && !isOver(this.status)) this.setStatus(answer.status); // what frames have told meanwhile is newer
    } catch (error) {
      if (this.stopping && !(error instanceof ApiError)) return; // it has ended before it could answer
      this.stopping = false;
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
    if (!this.frame || this.insight.click(x, y)) return;
    const ray = this.view.rayAt(x, y);
    const { particles, size, types, chains, dim, threshold, width, opacity } = this.settings.values;
    const kinds = this.frame.data('type');
    const { mask } = this.view.spheres;
    const shown = row => (!mask || Boolean(mask[row])) && (!kinds || Boolean((types >>> Math.min(31, kinds[row])) & 1));
    if (chains && (!particles || dim || opacity < 1 || size < 1)) {
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
    this.insight.grains.update();
    this.stage.select(id);
    this.layout.selection.root.open = true;
    await this.fetchParticle();
    this.layout.revealSelection();
  }

  deselect() {
    if (this.insight.mode) this.insight.setMode(this.insight.mode);
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
    const partners = (particle.contacts ?? []).filter(c => c.kind === 'particle').map(c => c.id);
    this.stage.select(particle.id ?? this.selected, partners, particle.clump?.spheres);
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
  // by itself: nobody has asked for it
  look(preset, byItself = false) {
    if (!byItself) this.address.touched();
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
    await savePicture(this.pictureParts(), `${this.pictureName()}_${this.frame.header.step}.png`);
  }

  pictureName() {
    return (this.info.title ?? 'tsubu').replace(/[^\w.-]+/g, '_');
  }

  pictureParts(title = this.info.title) {
    const caption = `${title}   ${this.layout.header.readings.time.textContent}`;
    return { view: this.view, legend: this.layout.legend, triad: this.layout.triad, axes: this.settings.get('axes'), caption };
  }

  film() {
    this.layout.film.open();
  }

  updateLegend() {
    if (!this.info?.box) return;
    const { field, map, log } = this.settings.values;
    this.layout.legend.update({
      field: this.fields().find(f => f.name === field), chains: this.settings.get('chains') ? this.stage.chainTop : null, map, log, range: this.stage.range, types: this.info.types ?? 1,
      surface: this.surfaceLegend(),
      missing: Boolean(this.frame && field && this.frame.count > 0 && !this.stage.values), past: this.looksBack(),
    });
  }

  surfaceLegend() {
    const field = (this.info.surface_fields ?? []).find(f => f.name === this.settings.get('surfaceField'));
    return field && this.stage.surfaceRange ? { field, map: this.settings.get('surfaceMap'), range: this.stage.surfaceRange } : null;
  }

  countPicture() {
    const rate = this.pace.add(performance.now());
    if (rate !== undefined) this.layout.header.setPictures(rate);
  }

  setTheme(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    setDarkGround(theme === 'dark');
    this.stage.recolor();
    this.stage.resetSurfaceColors();
    this.updateLegend();
    this.view?.setTheme(theme === 'dark', css('--stage'), css('--stage-low'));
    this.beside?.setTheme();
    this.layout.charts.rebuild();
    this.layout.contact.rebuild();
    if (this.info?.box) this.insight.rebuild();
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
      this.insight.rebuild();
      this.updateLegend();
      this.showParticle();
    }
  }
}

Object.assign(App.prototype, replay);
