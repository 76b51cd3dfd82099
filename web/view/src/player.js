// SPDX-License-Identifier: Apache-2.0
// Goes through the frames of a timeline at a steady pace, as fast as they can be had.

const RATE = 15; // frames a second at speed 1

export class Player {
  // show(k): promise that is done when frame k is shown
  constructor({ show, changed, wait = ms => new Promise(done => setTimeout(done, ms)) }) {
    Object.assign(this, { show, changed, wait });
    this.timeline = null;
    this.index = 0;
    this.speed = 1;
    this.playing = false;
  }

  setTimeline(timeline) {
    this.stop();
    this.timeline = timeline;
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
    while (this.playing && this.index < this.timeline.count - 1) {
      const begun = performance.now();
      await this.show(this.index + Math.max(1, Math.round(this.speed / 4)));
      const pace = (1000 * Math.max(1, Math.round(this.speed / 4))) / (RATE * this.speed);
      await this.wait(Math.max(0, pace - (performance.now() - begun)));
    }
    this.stop();
  }
}
