// SPDX-License-Identifier: Apache-2.0
// Pictures a second, over the last few seconds in which some were drawn. A picture is drawn when something has changed, so a long time without one
// tells nothing of how fast they can be drawn: counting begins anew.
const WINDOW = 3000, REST = 10000, REFRESH = 500, LEAST = 300; // ms

export class Pace {
  #drawn = [];
  #told = -Infinity;

  // A picture was drawn at this time [ms]; returns the rate when there is a new one to show, else undefined.
  add(now) {
    if (this.#drawn.length && now - this.#drawn.at(-1) > REST) this.#drawn = [];
    this.#drawn.push(now);
    while (this.#drawn.length > 2 && this.#drawn[0] < now - WINDOW) this.#drawn.shift();
    const span = now - this.#drawn[0];
    if (now - this.#told < REFRESH || span < LEAST) return undefined;
    this.#told = now;
    return (1000 * (this.#drawn.length - 1)) / span;
  }
}
