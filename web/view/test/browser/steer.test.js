// SPDX-License-Identifier: Apache-2.0
// A run that a reader changes while it goes on, and the journal of that.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, ask, endAll, frames, launch, open, startGrains, state, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startGrains();
  page = await open(browser, run.url, { viewport: { width: 1200, height: 800 } });
  await frames(page, 2);
  await page.evaluate(() => { document.getElementById('steer').open = true; document.getElementById('steer').scrollIntoView(); });
});
after(async () => {
  await browser?.close();
  endAll();
});

const steer = async () => (await ask(page, 'info')).steer;
const fill = async (id, values) => {
  for (let k = 0; k < values.length; k++) await page.locator(`#${id} input`).nth(k).fill(String(values[k]));
  await page.locator(`#${id} button`).click();
};
const changes = count => until(`${count} changes`, async () => (await steer()).changes === count);

test('gravity, friction and the speed of a mesh are changed on the page', async () => {
  assert.deepEqual((await steer()).gravity, [0, 0, -9.81]);
  assert.match(await page.textContent('#steer-note'), /journal/);
  await fill('steer-gravity', [2, 0, -5]);
  await changes(1);
  assert.deepEqual((await steer()).gravity, [2, 0, -5]);
  await until('the page tells of it', async () => /\(2, 0, −5\)/.test(await page.textContent('#panels')));
  await fill('steer-friction', [0.1]);
  await changes(2);
  assert.deepEqual((await steer()).friction, [0.1, 0.1, 0.1, 0.1]);
  await fill('steer-spin', [3]);
  await changes(3);
  assert.ok(Math.abs((await steer()).meshes[0].spin - 3) < 1e-12);
  assert.match(await page.textContent('#steer-note'), /Changes: 3 → in\.grains\.journal/);
});

test('a mesh is drawn through the picture', async () => {
  await fill('steer-spin', [0]);
  await changes(4);
  await page.evaluate(() => { window.tsubu.look('front'); window.tsubu.settings.set('particles', false); window.tsubu.settings.set('walls', false); });
  await page.fill('#steer-time', '0.01');
  const stopped = (await ask(page, 'info')).step;
  await page.waitForFunction(s => window.tsubu.frame.header.step > s, stopped); // and it stands still in the picture, too
  const lift = () => page.evaluate(() => window.tsubu.frame.header.meshes[0].pose[14]);
  const before_ = await lift();
  const spot = await page.evaluate(() => { // a place on the paddle, as it stands
    const { view } = window.tsubu, part = view.surfaces.parts.get('mesh:paddle'), at = part.children[0].geometry.getAttribute('position'), middle = [0, 0, 0];
    for (let k = 0; k < 3; k++) for (let q = 0; q < 3; q++) middle[q] += at.array[3 * k + q] / 3;
    const p = view.controls.target.clone().fromArray(middle).applyMatrix4(part.matrix), box = view.canvas.getBoundingClientRect();
    view.drawNow();
    const [x, y] = view.project(p.toArray());
    return { x: box.left + x, y: box.top + y };
  });
  await page.click('#steer-drag');
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x, spot.y - 60, { steps: 4 });
  await page.mouse.up();
  await changes(6); // it begins and ends
  await until('the mesh is higher', async () => (await lift()) > before_ + 0.002);
  assert.equal(await page.getAttribute('#steer-drag', 'aria-pressed'), 'false');
  assert.ok(await page.evaluate(() => window.tsubu.view.controls.enabled));
});

test('what makes no sense is refused with a sentence, and changes nothing', async () => {
  await fill('steer-friction', [-1]);
  await page.waitForFunction(() => /must not be negative/.test(document.getElementById('message').textContent));
  assert.equal((await steer()).changes, 6);
});

test('the journal has every change, and whoever looks again sees what holds', async () => {
  const lines = readFileSync(join(FOLDER, 'in.grains.journal'), 'utf8').trim().split('\n').slice(1);
  assert.deepEqual(lines.map(l => l.split(' ')[1]), ['gravity', 'friction', 'spin', 'spin', 'move', 'move']);
  assert.match(lines[0], /^\d+ gravity 2 0 -5$/);
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await frames(phone);
  await phone.evaluate(() => { document.getElementById('steer').open = true; });
  assert.equal(await phone.locator('#steer-gravity input').first().inputValue(), '2');
  assert.match(await phone.textContent('#steer'), /計算の操作[\s\S]*重力加速度/);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('nothing of all this was an error of the page', async () => {
  await state(page, 'running');
  assert.deepEqual(page.errors.filter(e => !/400 \(Bad Request\)/.test(e)), []);
});
