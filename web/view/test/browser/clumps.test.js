// SPDX-License-Identifier: Apache-2.0
// Clumps in the live page: a click on a sphere selects its body, whose place, velocity and orientation are told, and marks show how bodies have turned.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { SOURCE, ask, endAll, frames, launch, nearest, open, pause, picture, startTsubu, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startTsubu('-in', `${SOURCE}tests/browser/in.clumps`, '-log', 'none', '-view');
  page = await open(browser, run.url, { viewport: { width: 1400, height: 800 } });
  await frames(page);
  await page.waitForFunction(() => window.tsubu.frame.count === 120);
  await pause(page);
});
after(async () => {
  await browser?.close();
  endAll();
});

const values = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#selection-values .values > div')].map(d => [d.dataset.key, [...d.children].map(c => c.textContent)])));

test('a click on a sphere selects its clump', async () => {
  const { id, x, y } = await nearest(page);
  await page.mouse.click(x, y);
  await page.waitForSelector('[data-key="clump id"]');
  const told = await ask(page, `particle?id=${id}`);
  assert.equal(told.clump.spheres.length, 3);
  assert.ok(told.clump.spheres.includes(id));
  assert.equal(Math.ceil(id / 3), told.clump.id); // as they were inserted
  const shown = await values();
  assert.deepEqual(shown['clump id'].slice(1), [String(told.clump.id), '3 spheres']);
  assert.equal(shown['clump turn'][0], 'Orientation (quaternion w x y z)');
  assert.equal(shown['clump turn'][2].split(', ').length, 4);
  // rings: its spheres, then what they touch
  const marked = await page.evaluate(() => window.tsubu.view.rings.rows.slice(0, window.tsubu.view.rings.chosen).map(r => window.tsubu.frame.data('id')[r]));
  assert.equal(marked[0], id);
  assert.deepEqual([...marked].sort((a, b) => a - b), told.clump.spheres);
});

test('marks show how bodies have turned', async () => {
  await page.waitForFunction(() => window.tsubu.frame.data('orientation'));
  const marked = await picture(page);
  const id = await page.evaluate(() => window.tsubu.selected);
  const { turn, spheres } = (await ask(page, `particle?id=${id}`)).clump;
  for (const sphere of spheres) {
    const own = await page.evaluate(n => { const { frame } = window.tsubu; return [...frame.data('orientation').subarray(4 * frame.rowOf(n), 4 * frame.rowOf(n) + 4)]; }, sphere);
    own.forEach((v, k) => assert.ok(Math.abs(v - turn[k]) < 1e-6, `${own} ${turn}`));
  }
  await page.evaluate(() => window.tsubu.settings.set('marks', false));
  await until('the marks are gone', async () => (await picture(page)).hash !== marked.hash);
  await page.evaluate(() => window.tsubu.settings.set('marks', true));
  await until('the marks are back', async () => (await picture(page)).hash === marked.hash);
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
});

test('nothing went wrong on the page', () => assert.deepEqual(page.errors, []));
