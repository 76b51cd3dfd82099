// SPDX-License-Identifier: Apache-2.0
// A film of the frames at hand: pictures at equal times of the run, drawn one by one in the chosen size, encoded by the browser.
import { nearestFrame } from '../data/history.js';
import { cameraAt } from '../data/path.js';
import { webm } from '../data/webm.js';
import { cameraOf, setCamera } from './address.js';
import { el, fillSelect, selectBox, toggle } from './dom.js';
import { composePicture, saveBlob } from './snapshot.js';

const SIZES = [[640, 400], [960, 600], [1280, 800], [1920, 1080]];
const LEAST = 64, MOST = 4096; // pixels along a side
const KEY_EVERY = 50; // pictures

// The frames of a film: for each picture the one nearest to its time; where frames have no time, or it begins anew, they are taken evenly.
export function framesAt(timeline, count) {
  const times = Array.from({ length: timeline.count }, (_, k) => timeline.time(k));
  const rising = times.every((v, k) => Number.isFinite(v) && (k === 0 || v >= times[k - 1]));
  const place = k => (rising ? times[k] : k), from = place(0), to = place(times.length - 1);
  return Array.from({ length: count }, (_, n) => {
    const at = from + ((to - from) * n) / Math.max(1, count - 1);
    return times.reduce((best, _time, k) => (Math.abs(place(k) - at) <= Math.abs(place(best) - at) ? k : best), 0);
  });
}

// Encodes `count` pictures; draw(k) gives a canvas. Resolves with the bytes of a WebM file.
export async function encode({ width, height, rate, count, draw, stopped }) {
  const pictures = [];
  let failure = null;
  const encoder = new VideoEncoder({
    output: chunk => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ data, key: chunk.type === 'key', time: chunk.timestamp / 1000 });
    },
    error: error => { failure = error; },
  });
  encoder.configure({ codec: 'vp8', width, height, framerate: rate, bitrate: Math.round(0.15 * width * height * rate) });
  for (let k = 0; k < count && !failure && !stopped(); k++) {
    const picture = new VideoFrame(await draw(k), { timestamp: Math.round((k * 1e6) / rate), duration: Math.round(1e6 / rate) });
    encoder.encode(picture, { keyFrame: k % KEY_EVERY === 0 });
    picture.close();
    while (encoder.encodeQueueSize > 3 && !failure) await new Promise(done => setTimeout(done, 5));
  }
  if (!failure) await encoder.flush();
  if (encoder.state !== 'closed') encoder.close();
  if (failure) throw failure;
  return stopped() ? null : webm(pictures, { width, height, duration: (1000 * count) / rate });
}

export class FilmDialog {
  constructor(app) {
    this.app = app;
    this.choice = { size: '1', count: '100', rate: '20', camera: '0', scale: true, legend: true };
    const pick = (key, name, options) => selectBox(key, options, this.choice[name], v => { this.choice[name] = v; }, `film-${name}`);
    const size = pick('film.size', 'size', [...SIZES.map(([w, h], k) => [String(k), { text: `${w} × ${h}` }]), ['own', 'film.own']]);
    this.sides = SIZES[1].map((value, k) => el('input', { type: 'number', id: `film-side-${k}`, min: LEAST, max: MOST, step: 2, value, required: true, tip: k ? 'film.height' : 'film.width' }));
    const own = el('div', { class: 'row', id: 'film-sides', hidden: true }, this.sides[0], '×', this.sides[1]);
    size.box.addEventListener('change', () => { own.hidden = this.choice.size !== 'own'; });
    const count = pick('film.count', 'count', [25, 50, 100, 200, 400].map(n => [String(n), { text: String(n) }]));
    const rate = pick('film.rate', 'rate', [10, 20, 30].map(n => [String(n), { text: String(n) }]));
    const camera = pick('film.camera', 'camera', []);
    const scale = toggle('film.scale', true, on => { this.choice.scale = on; });
    const legend = toggle('film.legend', true, on => { this.choice.legend = on; }, { id: 'film-legend' });
    this.camera = camera.box;
    this.name = el('input', { type: 'text', id: 'film-name', class: 'expression', maxlength: 80, autocomplete: 'off' });
    const name = el('div', { class: 'row column' }, el('label', { for: 'film-name', t: 'film.name' }), this.name);
    this.progress = el('progress', { max: 1, value: 0, hidden: true });
    this.begin = el('button', { type: 'button', class: 'primary', id: 'film-start', t: 'film.start', onclick: () => this.make() });
    const cancel = el('button', { type: 'button', class: 'plain', t: 'do.cancel', onclick: () => this.root.close() });
    this.root = el('dialog', { class: 'card ask', id: 'film' }, el('h2', { t: 'film.title' }), el('p', { class: 'hint', t: 'film.lead' }), name, size.row, own, count.row, rate.row, camera.row, legend.row, scale.row, this.progress,
      el('div', { class: 'buttons' }, cancel, this.begin));
    this.root.addEventListener('close', () => { this.stop = true; });
  }

  open() {
    const { app } = this;
    if (!app.view || !(app.moments()?.count > 1)) app.message.say('film.none', { passing: true });
    else if (!('VideoEncoder' in window)) app.message.say('film.noencoder', { kind: 'error' });
    else {
      this.name.value ||= app.info.title ?? '';
      const views = app.address.kept.length > 1 ? [['views', 'film.views']] : [];
      if (!views.length && this.choice.camera === 'views') this.choice.camera = '0';
      fillSelect(this.camera, [['0', 'film.fixed'], ...[90, 180, 360].map(n => [String(n), { text: `${n}°` }]), ...views], this.choice.camera);
      this.root.showModal();
    }
  }

  // The camera of a part of the film, from 0 to 1; `before`: that of the picture before.
  moveCamera(part, before) {
    const { app, choice } = this;
    if (choice.camera === 'views') setCamera(app.view, cameraAt(app.address.kept, part));
    else if (choice.camera !== '0') app.view.turn((Math.PI / 180) * Number(choice.camera) * (part - before), 0);
  }

  // Width and height [pixels], even as encoders like them; null where what is written is none.
  size() {
    if (this.choice.size !== 'own') return SIZES[Number(this.choice.size)];
    return this.sides.every(side => side.reportValidity()) ? this.sides.map(side => Number(side.value)) : null;
  }

  // Shows the k-th picture's frame. While a run goes on older frames go, and numbers of frames mean others.
  show(number, step) {
    const { app } = this;
    return app.seek(app.info.mode === 'live' ? nearestFrame(app.moments(), step) : number);
  }

  async make() {
    const { app, choice } = this, chosen = this.size();
    if (!chosen) return;
    const [width, height] = chosen, moments = app.moments();
    const count = Number(choice.count), frames = framesAt(moments, count), steps = frames.map(k => moments.step(k)), camera = cameraOf(app.view), { moved } = app.address;
    const live = app.info.mode === 'live' && !app.replay, before = [app.player.index, app.frame?.header.step];
    app.player.stop();
    this.stop = false;
    this.begin.disabled = true;
    this.progress.hidden = false;
    const draw = async k => {
      this.progress.value = k / count;
      if (k === 0 || frames[k] !== frames[k - 1]) await this.show(frames[k], steps[k]);
      this.moveCamera(k / (count - 1), Math.max(0, k - 1) / (count - 1));
      app.view.resize([width, height]);
      return composePicture({ ...app.pictureParts(this.name.value.trim()), scale: choice.scale, legendless: !choice.legend }, width, height, 1);
    };
    try {
      const bytes = await encode({ width, height, rate: Number(choice.rate), count, draw, stopped: () => this.stop });
      if (bytes) saveBlob(new Blob([bytes], { type: 'video/webm' }), `${app.pictureName()}.webm`);
      this.last = bytes; // for tests
    } catch (error) {
      app.message.say('film.failed', { more: error.message, kind: 'error' });
    }
    app.view.resize();
    if (live) app.goLive();
    else await this.show(...before);
    setCamera(app.view, camera);
    app.address.moved = moved;
    this.begin.disabled = false;
    this.progress.hidden = true;
    this.root.close();
  }

}
