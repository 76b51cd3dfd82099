// SPDX-License-Identifier: Apache-2.0
// Goes through the frames of a timeline in simulated time: frames that are twice as far apart stay twice as long. Frames that cannot be had in
// time are left out.

const RATE = 15; // frames a second where frames have no time
const USUAL = 10; // [s] the whole timeline takes, if nothing else is said
const SOON = 0.01; // ms that are nothing
const SLICE = 100; // ms after which one looks whether the reader still wants the same

const round = v => Number(v.toPrecision(1));

// Simulated time of a timeline from its first frame on: [0, ...]. Where time begins anew, or frames have none, it goes on by a usual frame.
export function clockOf(timeline) {
  const times = Array.from({ length: timeline.count }, (_, k) => timeline.time(k) ?? NaN);
  const gaps = times.slice(1).map((t, k) => t - times[k]).filter(gap => gap > 0).sort((a, b) => a - b);
  const usual = gaps.length ? gaps[gaps.length >> 1] : 1 / RATE;
  const clock = [0];
  for (let k = 1; k < times.length; k++) {
    const gap = times[k] - times[k - 1];
    clock.push(clock[k - 1] + (gap >= 0 ? gap : usual));
  }
  return clock;
}

// Speeds to choose from, in simulated seconds a second: 1, 2 and 5 of each decade around the one at which all takes the usual time, and 1 itself.
export function speedsOf(timeline) {
  const whole = clockOf(timeline).at(-1) || 1;
  const usual = whole / USUAL;
  const decade = Math.floor(Math.log10(usual));
  const around = [-1, 0, 1].flatMap(d => [1, 2, 5].map(m => round(m * 10 ** (decade + d))));
  const all = [...new Set([...around, 1])].sort((a, b) => a - b);
  const near = around.reduce((best, v) => (Math.abs(Math.log(v / usual)) < Math.abs(Math.log(best / usual)) ? v : best));
  return { all, usual: near };
}

export class Player {
  // show(k): promise that is done when frame k is shown
  constructor({ show, changed, wait = ms => new Promise(done => setTimeout(done, ms)), now = () => performance.now() }) {
    Object.assign(this, { show, changed, wait, now });
    this.timeline = null;
    this.index = 0;
    this.speed = 1; // simulated seconds a second
    this.playing = false;
  }

  setTimeline(timeline) {
    this.stop();
    this.timeline = timeline;
    if (timeline) this.speed = speedsOf(timeline).usual;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  stop() {
    this.playing = false;
    this.changed();
  }

  async play() {
    if (!this.timeline || this.timeline.count < 2) return;
    this.playing = true;
    this.changed();
    if (this.index >= this.timeline.count - 1) await this.show(0);
    let clock = [], begun = this.now(); // when the frame of now was due
    while (this.playing && this.index < this.timeline.count - 1) {
      if (clock.length !== this.timeline.count) clock = clockOf(this.timeline); // frames may still be coming
      const from = this.index, { speed } = this;
      const due = k => (1000 * (clock[k] - clock[from])) / speed, gone = this.now() - begun;
      if (gone < due(from + 1) - SOON) {
        await this.wait(Math.min(SLICE, due(from + 1) - gone));
        if (this.index !== from || this.speed !== speed) begun = this.now(); // the reader went elsewhere
        continue;
      }
      let k = from + 1;
      while (k < clock.length - 1 && due(k + 1) - SOON <= gone) k++;
      begun += due(k);
      await this.show(k);
    }
    this.stop();
  }
}
