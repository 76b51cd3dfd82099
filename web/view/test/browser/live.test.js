// SPDX-License-Identifier: Apache-2.0
// A run that goes on, as a reader sees it.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, agreed, ask, drawn, endAll, frames, launch, nearest, open, pause, picture, resume, startGrains, startTsubu, state, step, stirred, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startGrains();
  page = await open(browser, run.url);
});
after(async () => {
  await browser?.close();
  endAll();
});

test('the page loads and shows every particle', async () => {
  assert.equal(page.answer.status(), 200);
  await frames(page);
  await state(page, 'running');
  const { count, meshes } = await page.evaluate(() => ({ count: window.tsubu.frame.count, meshes: window.tsubu.view.surfaces.parts.size }));
  assert.equal(count, 384);
  assert.equal(meshes, 6); // five walls and the paddle
  assert.match(await page.title(), /in\.grains/);
  assert.ok((await picture(page)).part > 0.02);
});

test('frames arrive and the picture moves', async () => {
  const first = { step: await step(page), picture: await picture(page) };
  await frames(page, 4);
  await until('a later step', async () => (await step(page)) > first.step);
  assert.notEqual((await picture(page)).hash, first.picture.hash);
});

test('pause holds the run, step advances it by as many steps as asked, resume lets it go', async () => {
  await pause(page);
  const held = (await ask(page, 'info')).step;
  await new Promise(done => setTimeout(done, 400));
  assert.equal((await ask(page, 'info')).step, held);
  await page.fill('#steps', '37');
  await page.click('#step');
  await until('37 steps more', async () => (await ask(page, 'info')).step === held + 37);
  await until('the page shows them', async () => (await step(page)) === held + 37);
  await state(page, 'paused');
  await resume(page);
  await until('steps go on', async () => (await step(page)) > held + 37);
});

test('colours follow the field; the same field gives the same picture', async () => {
  await pause(page);
  await page.selectOption('#field', 'speed');
  await page.waitForFunction(() => window.tsubu.stage.values !== null && !window.tsubu.layout.legend.note.textContent);
  const speed = await picture(page);
  assert.match(await page.textContent('#legend'), /Speed \[m\/s\]/);
  await page.selectOption('#field', 'type');
  const type = await picture(page);
  assert.notEqual(type.hash, speed.hash);
  assert.equal(type.drawn, speed.drawn); // only the colours are others
  assert.match(await page.textContent('#legend'), /Type/);
  await page.selectOption('#field', 'overlap'); // a frame with this field must come although the run is paused
  await page.waitForFunction(() => window.tsubu.frame.data('overlap') !== null);
  assert.notEqual((await picture(page)).hash, type.hash);
  await page.selectOption('#field', 'speed');
  await page.waitForFunction(() => window.tsubu.frame.data('speed') !== null);
  assert.equal((await picture(page)).hash, speed.hash);
});

test('the range is that of the field at once, and the legend leads to the colours', async () => {
  await resume(page);
  for (const [field, most] of [['rank', 384], ['coordination', 20], ['rank', 384], ['speed', 20]]) { // far from one another
    await page.selectOption('#field', field);
    await page.waitForFunction(f => window.tsubu.stage.ranged === f, field);
    const high = await page.evaluate(() => window.tsubu.stage.range[1]);
    assert.ok(high > 0 && high <= most, `${field} up to ${high}`);
  }
  await page.selectOption('#field', 'speed');
  await page.click('#legend');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'field');
});

test('parts of the scene can be hidden, cut and seen through', async () => {
  await stirred(page);
  await pause(page);
  const seen = new Set();
  const changes = async what => {
    const { hash } = await picture(page);
    assert.ok(!seen.has(hash), `${what} changes the picture`);
    seen.add(hash);
  };
  const set = (key, value) => page.evaluate(([k, v]) => window.tsubu.settings.set(k, v), [key, value]);
  await changes('the start');
  for (const [key, value] of [['cut', true], ['cutFlip', true], ['cut', false], ['meshes', false], ['walls', false], ['box', false], ['opacity', 0.4], ['size', 0.5], ['ortho', true]]) {
    if (key === 'cut' && value === false) seen.clear();
    await set(key, value);
    await changes(key);
  }
  await set('chains', true);
  await page.waitForFunction(() => window.tsubu.frame.data('chain_force')?.length > 0);
  await changes('force chains');
  await set('particles', false);
  await changes('particles');
  assert.ok((await picture(page)).drawn > 0, 'chains without particles');
  for (const [key, value] of [['particles', true], ['chains', false], ['size', 1], ['opacity', 1], ['box', true], ['walls', true], ['meshes', true], ['ortho', false]]) await set(key, value);
});

test('a click shows the values of a particle as the program knows them', async () => {
  await pause(page);
  const { id, x, y } = await nearest(page);
  await page.mouse.click(x, y);
  await page.waitForSelector('#selection-values', { state: 'visible' });
  const truth = await ask(page, `particle?id=${id}`);
  const text = await page.textContent('#selection');
  assert.match(text, new RegExp(`Particle ${id}(?!\\d)`));
  assert.match(text, new RegExp(`type ${truth.type}`));
  assert.match(text, new RegExp(`Contacts ${truth.contacts.length}(?!\\d)`));
  assert.ok(text.includes(`Radius${truth.radius} m`), text);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#selection-values', { state: 'hidden' });
});

test('a contact of a run that goes on shows its force over its displacement', async () => {
  await resume(page);
  await plotContact(page);
  const { overlap, fn } = await page.evaluate(() => Object.fromEntries(['overlap', 'fn'].map(n => [n, window.tsubu.layout.contact.columns[n].values])));
  assert.ok(overlap.length === fn.length && fn.every(Number.isFinite));
  const key = () => page.$$eval('#contact-plot .key-entry', all => all.map(e => [e.textContent, e.firstChild.style.background !== '']));
  assert.deepEqual(await key(), []);
  await page.selectOption('#contact-plot select', 'time');
  assert.deepEqual(await key(), [['Normal force', true], ['Tangential force', true]]);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#contact-plot', { state: 'hidden' });
});

// Opens the curve of a contact on `reader`. In a run that goes on a contact may end, or another begin above it, under the
// pointer, and one that ends after a few steps has no curve: then another one is taken.
async function plotContact(reader) {
  await until('the plot of a contact', async () => {
    await reader.evaluate(n => window.tsubu.select(n), await until('a particle that touches another', touching));
    await reader.click('.contact-table tbody tr button', { timeout: 10000 }).catch(() => {});
    return reader.waitForFunction(() => window.tsubu.layout.contact.columns?.step.values.length > 20, null, { timeout: 10000 }).catch(() => null);
  }, 180000);
  await reader.waitForSelector('#contact-plot canvas');
}

// A particle with a contact to another one, if there is one now.
async function touching() {
  for (let id = 1; id <= 384; id += 7) {
    const { contacts } = await ask(page, `particle?id=${id}`);
    if (contacts.length > 1) return id;
  }
  return null;
}

test('time series grow', async () => {
  const last = () => page.evaluate(() => window.tsubu.series.tables.get('energy')?.column('step').values.at(-1)); // rows are thinned: their number may fall
  const before_ = await until('rows', last);
  await until('later rows', async () => (await last()) > before_);
  const names = await page.evaluate(() => [...document.querySelectorAll('.chart select')].map(s => s.selectedOptions[0]?.textContent));
  assert.deepEqual(names.slice(0, 3), ['Energies', 'Kinetic energy', 'Residual']);
  const colors = () => page.evaluate(() => [...document.querySelectorAll('.chart canvas')].map(c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size));
  await until('curves', async () => { const all = await colors(); return all.length >= 3 && all.every(n => n > 2); });
  await page.locator('.chart select').nth(1).selectOption('thermo/ke');
});

// What is written on charts since they were last cleared, with the place of each text on its canvas [pixels].
const writing = reader => reader.evaluate(() => {
  window.writing = [];
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function clear(...all) { window.writing = window.writing.filter(w => w.canvas !== this.canvas); return clearRect.apply(this, all); };
  CanvasRenderingContext2D.prototype.fillText = function write(text, x, y, ...more) {
    const { e, f, a, b } = this.getTransform(), { width } = this.measureText(text), upright = Math.abs(b) < 0.5;
    const left = { left: 0, start: 0, center: -width / 2, right: -width, end: -width }[this.textAlign] * Math.abs(a || 1);
    if (upright && text) window.writing.push({ canvas: this.canvas, text, left: e + x * a + left, right: e + x * a + left + width * a, y: f + y * a, align: this.textAlign });
    return fillText.call(this, text, x, y, ...more);
  };
});

test('labels of charts are whole, apart and distinct', async () => {
  await page.setViewportSize({ width: 1300, height: 800 });
  await until('a curve', () => page.evaluate(() => window.tsubu.series.tables.get('energy')?.rows > 12 && window.tsubu.series.tables.get('thermo')?.rows > 12));
  await writing(page);
  for (const choice of ['energy/residual', 'energy/step_error', 'energy/particles', 'energy/audit', 'thermo/ke']) {
    await page.locator('.chart select').nth(2).selectOption(choice);
    await page.evaluate(() => window.tsubu.layout.charts.rebuild());
    await drawn(page);
    const charts = await page.evaluate(() => [...document.querySelectorAll('.chart canvas')].map(canvas => ({ width: canvas.width, texts: window.writing.filter(w => w.canvas === canvas).map(({ canvas: _, ...w }) => w) })));
    for (const { width, texts } of charts) {
      const bottom = texts.filter(t => t.align === 'center').sort((p, q) => p.left - q.left), side = texts.filter(t => t.align !== 'center');
      assert.ok(bottom.length >= 1 && side.length >= 2, JSON.stringify(charts));
      for (const t of texts) assert.ok(t.left >= 0 && t.right <= width, `${choice}: ${t.text} from ${t.left} to ${t.right} of ${width}`);
      for (let k = 1; k < bottom.length; k++) assert.ok(bottom[k].left > bottom[k - 1].right + 2, `${choice}: ${bottom[k - 1].text} and ${bottom[k].text}`);
      for (const row of [bottom, side]) assert.equal(new Set(row.map(t => t.text)).size, row.length, `${choice}: ${row.map(t => t.text)}`);
    }
  }
  await page.locator('.chart select').nth(2).selectOption('energy/residual');
  await page.setViewportSize({ width: 900, height: 640 });
});

test('a key means the same after a field was chosen, and after a switch', async () => {
  const get = key => page.evaluate(k => window.tsubu.settings.get(k), key);
  await page.focus('#field');
  const before_ = await get('field');
  await page.keyboard.press('ArrowDown');
  const field = await get('field');
  assert.notEqual(field, before_);
  await page.keyboard.press('c');
  assert.deepEqual([await get('chains'), await get('field')], [true, field]);
  await page.keyboard.press('ArrowUp'); // the list still has its own keys
  assert.equal(await get('field'), before_);
  await page.locator('input[role=switch]').first().focus();
  await page.keyboard.press('c');
  assert.equal(await get('chains'), false);
  await page.focus('#steps');
  await page.keyboard.press('c'); // a field for numbers keeps all
  assert.equal(await get('chains'), false);
  await page.fill('#steps', '1');
});

test('a fixed range with its ends the wrong way round colours as the right way round', async () => {
  await pause(page);
  const set = values => page.evaluate(v => { for (const [k, x] of Object.entries(v)) window.tsubu.settings.set(k, x); }, values);
  await set({ field: 'speed', range: 'fixed', low: 0.1, high: 0.6 });
  await page.waitForFunction(() => window.tsubu.frame.data('speed') !== null);
  const right = [(await picture(page)).hash, await page.textContent('#legend')];
  await set({ low: 0.6, high: 0.1 });
  assert.deepEqual([(await picture(page)).hash, await page.textContent('#legend')], right);
  await set({ range: 'robust' });
  await resume(page);
});

test('keys steer', async () => {
  await resume(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(' ');
  await agreed(page, ['paused']);
  await page.keyboard.press('x');
  assert.equal(await page.evaluate(() => window.tsubu.settings.get('cut')), true);
  await page.keyboard.press('x');
  const eye = () => page.evaluate(() => window.tsubu.view.camera.position.toArray().join());
  const from = await eye();
  await page.keyboard.press('5');
  const above = await eye();
  assert.notEqual(above, from);
  await page.focus('#scene');
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await eye(), above);
  await page.keyboard.press('0');
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(' ');
  await agreed(page, ['running']);
});

test('frames are recorded, looked through, and left again', async () => {
  await page.click('#record');
  await page.waitForFunction(() => window.tsubu.recording?.count >= 5);
  await page.click('#record');
  const kept = await page.evaluate(() => window.tsubu.recording.frames.map(f => f.header.step));
  await page.focus('#scrub');
  await page.keyboard.press('Home');
  await state(page, 'replay');
  await page.waitForFunction(first => window.tsubu.frame.header.step === first, kept[0]);
  await page.click('#next');
  await page.waitForFunction(second => window.tsubu.frame.header.step === second, kept[1]);
  await page.locator('#speed').selectOption({ index: await page.locator('#speed option').count() - 1 });
  await page.click('#toggle');
  const player = () => page.evaluate(() => { const { frame, player: { index, playing, speed, timeline }, recording } = window.tsubu; return { step: frame.header.step, index, playing, speed, count: timeline?.count, recorded: recording?.count }; });
  await until('the last frame', async () => (await player()).step === kept.at(-1)).catch(async error => { error.message += ` of ${kept}: ${JSON.stringify(await player())}`; throw error; });
  await page.click('#live');
  await state(page, 'running');
  await until('live again', async () => (await step(page)) > kept.at(-1));
});

test('a snapshot is a PNG', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#snapshot')]);
  assert.match(download.suggestedFilename(), /^in\.grains_\d+\.png$/);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(bytes.length > 5000);
});

test('the language can be switched', async () => {
  await page.click('#language');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
  assert.equal(await page.textContent('#state'), '計算中');
  assert.equal(await page.getAttribute('#toggle', 'aria-label'), '一時停止（スペース）');
  assert.match(await page.textContent('#panels'), /着色[\s\S]*力鎖（接触力）/);
  assert.match(await page.textContent('#charts'), /運動エネルギー/);
  assert.match(await page.textContent('#legend'), /速さ \[m\/s\]/);
  await page.click('#language');
  assert.equal(await page.textContent('#state'), 'Running');
});

test('light and dark, as the system says or as the reader does', async () => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  assert.notEqual(await paper(), light);
  await page.click('#theme');
  assert.equal(await paper(), light);
});

test('a second reader, on a Japanese phone in the dark, sees the same run', async () => {
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await frames(phone, 2);
  assert.equal(await phone.evaluate(() => document.documentElement.lang), 'ja');
  assert.equal(await phone.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  await pause(page, phone);
  const { id, x, y } = await nearest(phone);
  await phone.touchscreen.tap(x, y);
  await phone.waitForFunction(n => document.getElementById('selection').textContent.includes(`粒子 ${n}`), id);
  await phone.click('#toggle');
  await agreed(page, ['running']);
  await plotContact(phone); // the table is below the picture, the curve on it
  await phone.waitForFunction(() => document.getElementById('contact-plot').getBoundingClientRect().bottom > 0);
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('a wrong token shows nothing', async () => {
  const wrong = run.url.replace(/[0-9a-f]{32}/, t => t.replace(/./, c => (c === '0' ? '1' : '0')));
  for (const path of ['', 'info', 'frame?after=0', 'series']) {
    const answer = await fetch(wrong + path);
    assert.equal(answer.status, 404);
    assert.ok((await answer.text()).length < 200);
  }
  assert.equal((await fetch(`${wrong}control`, { method: 'POST', body: '{"do":"stop"}' })).status, 404);
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));

test('stop asks first, ends the run and its server, and the page says so', async () => {
  await page.click('#stop');
  await page.waitForSelector('#confirm[open]');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => window.tsubu.status), 'running');
  await page.click('#stop');
  await page.click('#confirm-yes');
  await state(page, 'stopped');
  assert.equal(await run.ended, 130); // as after Ctrl-C
  await page.waitForFunction(() => document.getElementById('message').textContent.includes('The run has ended'));
  await assert.rejects(fetch(run.url));
  assert.equal(await page.textContent('#state'), 'Stopped');
  assert.ok(await page.isDisabled('#step'));
  // what the page has kept can be played, and the server is still said to be gone
  await page.click('#discard'); // what was recorded
  const kept = await page.evaluate(() => window.tsubu.history.frames.map(f => f.header.step));
  assert.ok(kept.length > 5);
  assert.equal(await page.getAttribute('#toggle', 'aria-label'), 'Play (space)');
  await page.evaluate(() => {
    const { tsubu } = window, { showFrame } = tsubu;
    window.shown = [];
    tsubu.showFrame = (frame, moving) => { window.shown.push(frame.header.step); showFrame.call(tsubu, frame, moving); };
  });
  await page.click('#toggle');
  await page.evaluate(() => { window.tsubu.player.speed *= 10; });
  await page.waitForFunction(last => window.shown.at(-1) === last && !window.tsubu.player.playing, kept.at(-1));
  const steps = await page.evaluate(() => window.shown);
  assert.equal(steps[0], kept[0]);
  assert.ok(steps.every((s, k) => k === 0 || s > steps[k - 1]), String(steps));
  await state(page, 'replay');
  assert.match(await page.textContent('#message'), /The run has ended/);
  await page.click('#live');
  await state(page, 'stopped');
});

test('who has stopped a run is told so although its last frame does not come', async () => {
  const other = await startGrains(), watcher = await open(browser, other.url);
  await frames(watcher);
  await watcher.evaluate(() => {
    const { tsubu } = window, { live, order } = tsubu, ask = window.fetch;
    window.fetch = async (path, options) => { // the answer to the order, of when the run still went on, comes late
      const answer = await ask(path, options);
      while (path === 'control' && tsubu.status !== 'stopped') await new Promise(done => setTimeout(done, 10));
      if (path === 'control') window.answered = true;
      return answer;
    };
    tsubu.order = what => {
      live.load = () => Promise.reject(new TypeError('the connection is gone'));
      live.request.abort();
      return order.call(tsubu, what).then(() => { window.obeyed = window.answered; });
    };
  });
  await watcher.click('#stop');
  await watcher.click('#confirm-yes');
  await watcher.waitForFunction(() => window.obeyed);
  await state(watcher, 'stopped');
  assert.match(await watcher.textContent('#message'), /The run has ended/);
  assert.equal(await other.ended, 130);
  await watcher.context().close();
});

test('a run that fails says why, on the page and at once where it was started', async () => {
  const lines = ['units si', 'boundary f f f', 'region box block 0 1 0 1 0 1', 'create_box 1 box', 'read_dat x'];
  for (const deck of [lines, lines.slice(-1)]) { // with a box and without
    const path = join(FOLDER, `in.wrong_${deck.length}`);
    writeFileSync(path, deck.join('\n'));
    const other = await startTsubu(path, '-view-keep', '-log', 'none');
    const watcher = await open(browser, other.url);
    await state(watcher, 'failed');
    await watcher.waitForFunction(() => /stopped with an error.*no command `read_dat`/.test(document.getElementById('message').textContent));
    assert.ok(await watcher.isDisabled('#toggle'));
    await until('the program has said it', async () => /read_dat/.test(other.text()));
    other.stop();
    assert.equal(await other.ended, 1);
    await watcher.context().close();
  }
});

test('a run that dies is a lost connection, which the page says', async () => {
  const other = await startGrains();
  const watcher = await open(browser, other.url);
  await frames(watcher);
  other.kill();
  await state(watcher, 'lost');
  assert.match(await watcher.textContent('#message'), /connection to the run is lost/);
  await watcher.context().close();
});
