// SPDX-License-Identifier: Apache-2.0
// The page that `--plot` writes, opened from a file: charts are drawn, read by the pointer, zoomed, and sorted tables.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FOLDER, SOURCE, launch, open, until } from './helpers.js';

let browser, page;
before(async () => {
  const file = join(FOLDER, 'dragged.html');
  execFileSync(process.env.TSUBU, ['slider', `${SOURCE}examples/44_dragged_sphere/in.slider`, '--plot', file], { cwd: FOLDER });
  browser = await launch();
  page = await open(browser, `file://${file}`);
});
after(() => browser?.close());

// How many colours the data canvas and the cursor canvas of the first chart have.
const colors = () => page.evaluate(() => [...document.querySelector('.plot').querySelectorAll('canvas')].map(c =>
  new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size));
// Keeps the first chart as it is; then the part of its pixels that has changed clearly (browsers may smooth lines differently from time to time).
const keep = () => page.evaluate(() => {
  window.look = () => { const c = document.querySelector('.plot canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data; };
  window.changed = () => { const now = window.look(); let n = 0; for (let k = 0; k < now.length; k += 4) n += Math.abs(now[k + 3] - window.kept[k + 3]) > 96; return (4 * n) / now.length; };
  window.kept = window.look();
});
const SAME = 0.001;

test('charts are drawn, without an error', async () => {
  await page.waitForSelector('.plot canvas');
  await until('a chart with curves', async () => (await colors())[0] > 10);
  assert.deepEqual(page.errors, []);
});

test('the pointer reads values, a drag zooms, a double-click shows all again', async () => {
  const { x, y, width, height } = await page.locator('.plot').first().boundingBox();
  await page.mouse.move(x + 0.5 * width, y + 0.4 * height);
  await until('a tip', async () => (await colors())[1] > 10);
  await keep();
  await page.mouse.down();
  await page.mouse.move(x + 0.7 * width, y + 0.8 * height, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(same => window.changed() > 3 * same, SAME);
  await page.mouse.dblclick(x + 0.5 * width, y + 0.5 * height);
  await page.waitForFunction(same => window.changed() < same, SAME);
  assert.deepEqual(page.errors, []);
});

test('a legend entry hides its curve', async () => {
  await keep();
  await page.locator('.legend button').first().click();
  await page.waitForFunction(same => window.changed() > 3 * same, SAME);
  await page.locator('.legend button').first().click();
  await page.waitForFunction(same => window.changed() < same, SAME);
});
