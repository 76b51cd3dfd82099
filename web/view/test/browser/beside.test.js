// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: one camera, one clock, one range of colours; a recorded run beside another, and beside one that goes on.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECK, FOLDER, SOURCE, ask, endAll, frames, launch, open, startGrains, startTsubu, until } from './helpers.js';

let browser, run, page;
const files = ['slow.run', 'fast.run'].map(name => join(FOLDER, name));

before(async () => {
  const faster = join(FOLDER, 'in.faster');
  writeFileSync(faster, readFileSync(`${SOURCE}tests/browser/in.grains`, 'utf8').replace('period 0.5', 'period 0.2'));
  const record = (deck, file, every, steps) => execFileSync(process.env.TSUBU, ['-in', deck, ...DECK.slice(1), '-screen', 'none', '-var', 'steps', steps, '-record', file, '-record-every', every]);
  record(DECK[0], files[0], '100', '3000');
  record(faster, files[1], '150', '4500');
  browser = await launch();
  run = await startTsubu('view', files[0], '--beside', files[1]);
  page = await open(browser, run.url, { viewport: { width: 1100, height: 700 } });
  await frames(page);
  await page.waitForFunction(() => window.tsubu.beside?.frame);
});
after(async () => {
  await browser?.close();
  endAll();
});

const steps = reader => reader.evaluate(() => [window.tsubu.frame.header.step, window.tsubu.beside.frame.header.step]);
const settled = (reader, wanted) => until(`steps ${wanted}`, async () => String(await steps(reader)) === String(wanted));

test('both are there, told apart by the names of their files', async () => {
  assert.equal(await page.textContent('#own-tag'), 'slow.run');
  assert.match(await page.textContent('#beside-tag'), /^fast\.run/);
  const [a, b] = await page.evaluate(() => ['#scene', '#scene-beside'].map(name => document.querySelector(name).getBoundingClientRect().toJSON()));
  assert.ok(Math.abs(a.width - b.width) <= 2 && a.right <= b.left + 2 && Math.abs(a.height - b.height) <= 1, JSON.stringify([a, b]));
  await page.waitForFunction(() => { // once it has taken over the camera
    const { view } = window.tsubu.beside, gl = view.renderer.getContext(), { drawingBufferWidth: w, drawingBufferHeight: h } = gl, bytes = new Uint8Array(4 * w * h);
    view.drawNow();
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return new Set(new Uint32Array(bytes.buffer)).size > 500; // colours
  });
});

test('one clock: each moment is the nearest in time of the other run', async () => {
  for (const [k, wanted] of [[10, [1000, 1050]], [22, [2200, 2250]], [30, [3000, 3000]], [0, [1, 1]]]) {
    await page.evaluate(n => window.tsubu.seek(n), k);
    await settled(page, wanted);
  }
});

test('one camera: whichever picture is turned, the other turns with it', async () => {
  const eyes = () => page.evaluate(() => [window.tsubu.view, window.tsubu.beside.view].map(v => [...v.camera.position.toArray(), ...v.controls.target.toArray()].map(x => Number(x.toPrecision(6)))));
  const drag = async name => {
    const { x, y, width, height } = await page.locator(name).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2 - 25, { steps: 4 });
    await page.mouse.up();
  };
  let [before_] = await eyes();
  for (const name of ['#scene', '#scene-beside']) {
    await drag(name);
    await until('the same eye', async () => { const [a, b] = await eyes(); return String(a) === String(b) && String(a) !== String(before_); });
    [before_] = await eyes();
  }
  await page.keyboard.press('5');
  await until('from above', async () => { const [a, b] = await eyes(); return String(a) === String(b) && String(a) !== String(before_); });
});

test('one range of colours holds the values of both', async () => {
  await page.evaluate(() => { window.tsubu.settings.set('range', 'all'); window.tsubu.seek(30); });
  await settled(page, [3000, 3000]);
  const { ranges, tops } = await page.evaluate(() => {
    const runs = [window.tsubu, window.tsubu.beside];
    return { ranges: runs.map(r => r.stage.view.spheres.uniforms.uRange.value), tops: runs.map(r => Math.max(...r.frame.data('speed'))) };
  });
  assert.deepEqual(ranges[0], ranges[1]);
  assert.ok(Math.abs(ranges[0][1] / Math.max(...tops) - 1) < 1e-6, JSON.stringify([ranges, tops]));
  assert.notEqual(tops[0], tops[1]);
});

test('charts have a curve of each', async () => {
  await page.waitForFunction(() => window.tsubu.layout.charts.charts[1].plot?.series.length === 3);
  const chart = await page.evaluate(() => {
    const [, kinetic] = window.tsubu.layout.charts.charts;
    return { names: kinetic.plot.series.slice(1).map(s => s.label), last: kinetic.plot.data.slice(1).map(d => d.at(-1)) };
  });
  assert.deepEqual(chart.names, ['slow.run', 'fast.run']);
  const { tables } = await ask(page, 'series?run=1'), [energy] = tables, at = energy.columns.indexOf('kinetic');
  const there = energy.rows.find(r => r[0] === 3000)?.[at];
  assert.ok(there === undefined || Math.abs(chart.last[1] / there - 1) < 1e-9, JSON.stringify([chart, there]));
  assert.ok(chart.last.every(Number.isFinite) && chart.last[0] !== chart.last[1]);
});

test('beside a run that goes on, on a Japanese phone in the dark', async () => {
  const live = await startGrains('-beside', files[0]);
  const phone = await open(browser, live.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await phone.waitForFunction(() => window.tsubu.beside?.frame && window.tsubu.frame);
  await until('the last frame of the recorded run', async () => (await steps(phone))[1] === 3000, 180000);
  assert.ok((await steps(phone))[0] >= 2950);
  const [a, b] = await phone.evaluate(() => ['#scene', '#scene-beside'].map(name => document.querySelector(name).getBoundingClientRect().toJSON()));
  assert.ok(a.bottom <= b.top + 2 && Math.abs(a.width - b.width) <= 1 && b.bottom < 800, JSON.stringify([a, b]));
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
  live.stop();
  await live.ended;
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));
