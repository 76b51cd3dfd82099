// SPDX-License-Identifier: Apache-2.0
// Asks for one frame after the other while a run goes on. A frame is asked for only when the last one has been drawn, so
// that a slow page gets fewer of them and neither it nor the run has to wait.
import { getFrame } from './api.js';

const pause = ms => new Promise(done => setTimeout(done, ms));
const repaint = () => new Promise(done => requestAnimationFrame(done));

// No steps will come any more.
export const isOver = status => ['done', 'failed', 'stopped'].includes(status);

export class LiveFrames {
  // wishes(): {fields, max}; onFrame(frame); onLost(error) once and at the end, onBack() when answers come again; ended(): nothing more will come
  constructor({ wishes, onFrame, onLost, onBack, ended, load = getFrame, wait = pause, drawn = repaint }) {
    Object.assign(this, { wishes, onFrame, onLost, onBack, ended, load, wait, drawn });
    this.after = 0;
    this.failures = 0;
    this.stopped = false;
  }

  // Other fields are wanted: ends the waiting for a frame without them. The newest frame may come once more, with them.
  wishesChanged() {
    this.after = Math.max(0, this.after - 1);
    this.request?.abort();
  }

  stop() {
    this.stopped = true;
    this.request?.abort();
  }

  async run() {
    while (!this.stopped) {
      try {
        await this.one();
        if (this.failures > 0) this.onBack();
        this.failures = 0;
      } catch (error) {
        if (error.name === 'AbortError') continue;
        const over = this.ended();
        if (this.failures++ === 0 || over) this.onLost(error); // that it is over may become known only now
        if (over) return;
        await this.wait(Math.min(3000, 250 * 2 ** this.failures));
      }
    }
  }

  async one() {
    this.request = new AbortController();
    const frame = await this.load({ after: this.after, ...this.wishes(), signal: this.request.signal });
    if (!frame) return;
    this.after = frame.header.frame;
    this.onFrame(frame);
    await this.drawn();
  }
}
