// SPDX-License-Identifier: Apache-2.0
// The bar below the picture: steer the run, or go through recorded frames.
import { number, seconds, whole } from '../data/format.js';
import { isOver } from '../data/live.js';
import { el, iconButton, setIcon, setTip } from './dom.js';

export class Transport {
  // actions: toggle(), step(n), stop(), record(), snapshot(), seek(k), previous(), next(), live(), speed(v), discard()
  constructor(actions) {
    this.actions = actions;
    this.main = iconButton('pause', 'do.pause', () => actions.toggle(), { id: 'toggle', class: 'icon main' });
    this.steps = el('input', { type: 'number', min: 1, max: 1e9, step: 1, value: 1, id: 'steps', tip: 'do.steps' });
    this.stepButton = iconButton('step', 'do.step', () => actions.step(this.stepCount()), { id: 'step' });
    this.stop = iconButton('stop', 'do.stop', () => actions.stop(), { id: 'stop' });
    this.steer = el('div', { class: 'group steer' }, this.stepButton, this.steps, this.stop);
    this.previous = iconButton('back', 'do.previous', () => actions.previous(), { id: 'previous' });
    this.next = iconButton('step', 'do.next', () => actions.next(), { id: 'next' });
    this.scrub = el('input', { type: 'range', min: 0, max: 0, step: 1, value: 0, id: 'scrub', tip: 'do.scrub', oninput: e => actions.seek(Number(e.target.value)) });
    this.where = el('output', { class: 'where', id: 'where', for: 'scrub' });
    this.speed = el('select', { id: 'speed', tip: 'do.speed', onchange: e => actions.speed(Number(e.target.value)) });
    this.frames = el('div', { class: 'group frames' }, this.previous, this.next, this.scrub, this.where, this.speed);
    this.live = el('button', { type: 'button', class: 'plain live', id: 'live', tip: 'do.golive', onclick: () => actions.live() }, el('span', { t: 'do.live' }));
    this.record = iconButton('record', 'do.record', () => actions.record(), { id: 'record', 'aria-pressed': 'false' });
    this.kept = el('span', { class: 'kept', id: 'kept' });
    this.discard = iconButton('close', 'do.discard', () => actions.discard(), { id: 'discard', hidden: true });
    this.film = iconButton('film', 'do.film', () => actions.film(), { id: 'film-open' });
    this.snapshot = iconButton('camera', 'do.snapshot', () => actions.snapshot(), { id: 'snapshot' });
    this.root = el('div', { class: 'transport', role: 'toolbar' }, this.main, this.steer, this.frames, el('span', { class: 'spring' }), this.live, this.kept, this.discard, this.record, this.film, this.snapshot);
  }

  // Of playing, in simulated seconds a second: those to choose from, and the chosen one.
  setSpeeds(all, chosen) {
    this.speed.replaceChildren(...all.map(v => el('option', { value: v }, `${number(v)}×`)));
    this.speed.value = chosen;
  }

  stepCount() {
    return Math.min(1e9, Math.max(1, Math.round(Number(this.steps.value)) || 1));
  }

  // state: {mode: 'live' | 'recorded', replay, playing, status, timeline, index, recording, recorded, connected}
  update({ mode, replay, playing, status, timeline, index, recording, recorded, connected }) {
    const frames = mode === 'recorded' || replay;
    const steerable = mode === 'live' && connected && !isOver(status) && status !== 'waiting';
    const going = frames ? playing : status === 'running';
    setIcon(this.main, going ? 'pause' : 'play');
    const plays = frames || isOver(status); // a run that is over can be looked at again
    setTip(this.main, plays ? (going ? 'do.hold' : 'do.play') : going ? 'do.pause' : 'do.resume');
    this.main.disabled = plays ? !(timeline?.count > 1) : !steerable;
    this.steer.hidden = frames;
    for (const b of [this.stepButton, this.steps, this.stop]) b.disabled = !steerable;
    this.frames.hidden = !(timeline && timeline.count > 0);
    for (const b of [this.previous, this.next, this.speed]) b.hidden = !frames;
    this.live.hidden = mode === 'recorded' || !replay;
    this.record.hidden = mode === 'recorded';
    this.record.disabled = !recording && (isOver(status) || !connected);
    this.record.setAttribute('aria-pressed', String(recording));
    setTip(this.record, recording ? 'do.unrecord' : 'do.record');
    this.discard.hidden = !recorded || recording;
    this.frames.classList.toggle('at-end', mode === 'live' && !replay);
    if (!this.frames.hidden) this.place(timeline, index);
    this.kept.textContent = mode === 'live' && timeline?.count ? `${whole(timeline.count)} · ${number(timeline.bytes / 1048576, 2)} MB` : '';
  }

  place(timeline, index) {
    this.scrub.max = timeline.count - 1;
    this.scrub.value = index;
    const time = timeline.time(index);
    this.where.textContent = `${index + 1} / ${timeline.count}${time === undefined || time === null ? '' : `  ${seconds(time)}`}`;
    this.scrub.setAttribute('aria-valuetext', this.where.textContent);
  }
}
