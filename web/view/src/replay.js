// SPDX-License-Identifier: Apache-2.0
// Going through frames: those of a recorded run, those that the reader has recorded, and the history that is always kept. Methods of the page.
import { nearestFrame } from './data/history.js';
import { isOver } from './data/live.js';
import { Recording } from './data/timeline.js';
import { speedsOf } from './player.js';

const BAR_EVERY = 250; // ms between two looks of the bar while frames come

export const replay = {
  // The moments one can go to now.
  moments() {
    if (this.info?.mode === 'recorded') return this.timeline;
    return this.recording ?? this.history;
  },

  // A frame has come from a run that goes on.
  remember(frame) {
    const looking = this.replay && this.moments() === this.history ? this.frame : null;
    const moved = this.history.add(frame);
    if (this.isRecording) this.recording.add(frame);
    if (looking && moved) this.player.index = Math.max(0, nearestFrame(this.history, looking.header.step));
    this.updateBar();
  },

  // Not at each of many frames, but after the last one.
  updateBar() {
    const now = performance.now(), wait = BAR_EVERY - (now - (this.barAt ?? -Infinity));
    if (wait > 0 && !this.replay) {
      this.barLater ??= setTimeout(() => {
        this.barLater = null;
        this.updateBar();
      }, wait);
      return;
    }
    this.barAt = now;
    this.updateTransport();
  },

  async seek(index) {
    const timeline = this.moments();
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
      if (!this.connected && this.info.mode === 'recorded') this.back();
    } catch (error) {
      this.player.stop();
      this.lost(error);
    }
    this.updateTransport();
  },

  // To the frame nearest to a step, as when somebody clicks into a chart.
  seekStep(step) {
    const timeline = this.moments();
    if (!timeline?.count) return;
    this.player.stop();
    this.seek(nearestFrame(timeline, step));
  },

  enterReplay() {
    this.replay = true;
    this.setTimeline(this.moments());
    this.layout.header.setState('replay');
  },

  // The moments of a run that is over, from the first one on.
  async playAgain() {
    if (!(this.moments()?.count > 1)) return;
    await this.seek(0);
    this.player.play();
  },

  setTimeline(timeline) {
    this.player.setTimeline(timeline);
    this.layout.transport.setSpeeds(speedsOf(timeline).all, this.player.speed);
  },

  goLive() {
    const back = this.replay;
    this.replay = false;
    this.player.stop();
    this.layout.charts.setMoment(null);
    this.layout.header.setState(this.connected || isOver(this.status) ? this.status : 'lost');
    this.live?.wishesChanged();
    const last = this.history.count - 1;
    if (back && last >= 0) this.history.get(last).then(frame => { if (!this.replay) this.showFrame(frame, false); }); // at once; the next one follows
    this.updateTransport();
  },

  record() {
    if (this.info?.mode !== 'live' || (!this.isRecording && isOver(this.status))) return;
    this.isRecording = !this.isRecording;
    if (this.isRecording) {
      this.recording = new Recording();
      this.goLive();
    }
    this.updateTransport();
  },

  // Lets the frames go that the reader has recorded: the history is gone through again.
  discard() {
    if (this.isRecording || !this.recording) return;
    this.recording = null;
    if (this.replay) this.goLive();
    this.updateTransport();
  },

  looksBack() {
    return this.replay || this.info?.mode === 'recorded';
  },

  next() {
    if (this.looksBack()) this.seek(this.player.index + 1);
    else this.step(this.layout.transport.stepCount());
  },

  previous() {
    const timeline = this.moments();
    if (timeline?.count) this.seek((this.looksBack() ? this.player.index : timeline.count) - 1);
  },

  updateTransport() {
    if (!this.info || this.info.mode === 'gallery') return;
    const timeline = this.moments();
    this.layout.transport.update({
      mode: this.info.mode, replay: this.replay, playing: this.player.playing, status: this.status, timeline, recording: this.isRecording, connected: this.connected,
      recorded: Boolean(this.recording), index: this.looksBack() ? this.player.index : Math.max(0, (timeline?.count ?? 1) - 1),
    });
  },
};
