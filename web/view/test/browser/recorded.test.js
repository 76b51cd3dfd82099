// SPDX-License-Identifier: Apache-2.0
// A recorded run, and the gallery of examples.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECK, FOLDER, SOURCE, ask, endAll, frames, launch, nearest, open, picture, startTsubu, state, step, until } from './helpers.js';

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  endAll();
});

const shows = (page, wanted) => until(`step ${wanted}`, async () => (await step(page)) === wanted);

test('a recorded run can be looked through, played and asked', async () => {
  const file = join(FOLDER, 'grains.run');
  execFileSync(process.env.TSUBU, ['-in', ...DECK, '-screen', 'none', '-var', 'steps', '3000', '-record', file, '-record-every', '100']);
  const run = await startTsubu('view', file);
  const page = await open(browser, run.url);
  await frames(page);
  await state(page, 'recorded');
  const { steps } = (await ask(page, 'info')).frames;
  assert.ok(steps.length > 30 && steps.at(-1) === 3000);
  await shows(page, steps[0]);
  assert.equal(Number(await page.getAttribute('#scrub', 'max')), steps.length - 1);
  assert.ok(await page.isHidden('#record') && await page.isHidden('#stop'));
  const first = await picture(page);

  await page.focus('#scrub');
  await page.keyboard.press('End');
  await shows(page, 3000);
  assert.notEqual((await picture(page)).hash, first.hash);
  await page.keyboard.press('Home');
  await shows(page, steps[0]);
  assert.equal((await picture(page)).hash, first.hash); // the same moment is the same picture

  await page.click('#next');
  await shows(page, steps[1]);
  const speeds = await page.$$eval('#speed option', all => all.map(o => o.textContent));
  assert.ok(speeds.includes('1×'), String(speeds));
  await page.selectOption('#speed', '1'); // true time: 3000 steps of 2e-5 s
  await page.click('#toggle');
  await shows(page, 3000);
  await page.waitForFunction(() => !window.tsubu.player.playing);

  await page.selectOption('#field', 'coordination');
  await page.waitForFunction(() => window.tsubu.frame.data('coordination') !== null);
  assert.match(await page.textContent('#legend'), /Coordination number/);
  const { id, x, y } = await nearest(page);
  await page.mouse.click(x, y);
  await page.waitForFunction(n => document.getElementById('selection').textContent.includes(`Particle ${n}`), id);
  await page.waitForFunction(() => window.tsubu.series.rows > 3);
  const touching = await page.evaluate(async last => {
    for (const n of window.tsubu.frame.data('id')) {
      const { contacts } = await (await fetch(`particle?id=${n}&index=${last}`)).json();
      if (contacts.some(k => k.kind === 'wall')) return n;
    }
    return 0;
  }, steps.length - 1);
  assert.ok(touching > 0);
  await page.evaluate(n => window.tsubu.select(n), touching);
  const cells = () => page.$$eval('.contact-table tbody tr', all => all.map(line => [...line.children].map(cell => cell.textContent)));
  await until('contacts', async () => (await cells()).length > 0);
  assert.ok((await cells()).flat().every(text => text && text !== '–'), JSON.stringify(await cells())); // as of a live run: overlap and both forces, also at walls
  assert.deepEqual(page.errors, []);
  run.stop();
  assert.equal(await run.ended, 0);
});

// What a browser makes of a film half a second from its begin: its size, length and colours, and how much ink is where the title and the legend stand.
async function decoded(bytes) {
  const player = await browser.newPage(); // pages of a run play nothing
  const found = await player.evaluate(data => new Promise((done, fail) => {
    const video = document.createElement('video');
    video.onerror = () => fail(new Error(video.error.message));
    video.onloadeddata = () => { video.currentTime = 0.6; };
    video.muted = true;
    video.onseeked = async () => {
      await new Promise(drawn => setTimeout(drawn, 300));
      const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      context.drawImage(video, 0, 0);
      const pixels = (x, y, w, h) => context.getImageData(x, y, w, h).data;
      const ink = (...place) => { const p = pixels(...place), ground = p[0] + p[1] + p[2]; let n = 0; for (let k = 0; k < p.length; k += 4) n += Math.abs(p[k] + p[k + 1] + p[k + 2] - ground) > 120; return n; };
      done({ size: [video.videoWidth, video.videoHeight], duration: video.duration, colors: new Set(new Uint32Array(pixels(0, 0, canvas.width, canvas.height).buffer)).size, title: ink(10, 10, 200, 26), legend: ink(10, canvas.height - 70, 240, 60) });
    };
    video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(data), c => c.charCodeAt(0))], { type: 'video/webm' }));
  }), bytes.toString('base64'));
  await player.close();
  return found;
}

test('a film of a recorded run', async () => {
  const file = join(FOLDER, 'film.run');
  execFileSync(process.env.TSUBU, ['-in', ...DECK, '-screen', 'none', '-var', 'steps', '1000', '-record', file, '-record-every', '100']);
  const run = await startTsubu('view', file);
  const page = await open(browser, run.url);
  await frames(page);
  const before_ = await page.evaluate(() => window.tsubu.view.camera.position.toArray());
  await page.click('#film-open');
  assert.equal(await page.inputValue('#film-name'), 'in.grains');
  assert.ok(!(await page.$$eval('#film-camera option', all => all.map(o => o.value))).includes('views')); // none are kept
  await page.fill('#film-name', '箱の中の粒');
  await page.selectOption('#film-size', '0');
  await page.selectOption('#film-count', '25');
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120000 }), page.click('#film-start')]);
  assert.match(download.suggestedFilename(), /^in\.grains\.webm$/);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(0, 4).toString('hex'), '1a45dfa3');
  await page.waitForSelector('#film', { state: 'hidden' });
  assert.equal(await page.evaluate(() => window.tsubu.player.index), 0); // as before
  (await page.evaluate(() => window.tsubu.view.camera.position.toArray())).forEach((v, k) => assert.ok(Math.abs(v - before_[k]) < 1e-6, 'the camera is back'));
  assert.deepEqual(page.errors, []);
  const shown = await decoded(bytes);
  assert.deepEqual(shown.size, [640, 400]);
  assert.ok(Math.abs(shown.duration - 25 / 20) < 0.1, String(shown.duration));
  assert.ok(shown.colors > 100, String(shown.colors));

  // through two views that were kept, without a title and a legend
  for (const side of ['front', 'left']) {
    await page.click(`#view-${side}`);
    await page.click('#keep-view');
  }
  await page.click('#film-open');
  assert.equal(await page.inputValue('#film-name'), '箱の中の粒');
  await page.fill('#film-name', '');
  await page.locator('#film-legend').uncheck();
  await page.selectOption('#film-size', 'own');
  await page.fill('#film-side-0', '99999');
  await page.fill('#film-side-1', '404');
  await page.click('#film-start');
  assert.deepEqual(await page.$$eval('#film input:invalid', all => all.map(e => e.id)), ['film-side-0']);
  assert.ok(await page.isVisible('#film') && await page.isEnabled('#film-start'), 'nothing is made of that size');
  await page.fill('#film-side-0', '648');
  await page.selectOption('#film-camera', 'views');
  await page.evaluate(() => {
    const { view } = window.tsubu, draw = view.drawNow.bind(view);
    window.eyes = [];
    view.drawNow = () => {
      if (document.getElementById('film-start').disabled) window.eyes.push(view.camera.position.clone().sub(view.controls.target).toArray());
      draw();
    };
  });
  const [second] = await Promise.all([page.waitForEvent('download', { timeout: 120000 }), page.click('#film-start')]);
  const bare = await decoded(readFileSync(await second.path()));
  assert.deepEqual(bare.size, [648, 404]);
  assert.ok(shown.title > bare.title + 100, JSON.stringify([shown, bare]));
  assert.ok(shown.legend > bare.legend + 2000, JSON.stringify([shown, bare]));
  const eyes = await page.evaluate(() => window.eyes), angle = v => Math.atan2(v[0], -v[1]); // from the front, about z
  const ends = [angle(eyes[0]), angle(eyes.at(-1))];
  assert.ok(Math.abs(ends[0]) < 1e-3 && Math.abs(Math.abs(ends[1]) - Math.PI / 2) < 1e-3, String(ends));
  assert.ok(eyes.some(v => Math.abs(Math.abs(angle(v)) - Math.PI / 4) < 0.05), 'halfway');
  run.stop();
  await run.ended;
});

// In front of its own folder of examples: one that is over soon.
test('a run of the gallery stays on its page when it has ended', async () => {
  const folder = join(FOLDER, 'examples/short');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'in.short'), readFileSync(DECK[0], 'utf8').replace(/\$\{folder\}/g, `${SOURCE}tests/browser`).replace(/\$\{steps\}/g, '3000'));
  const gallery = await startTsubu('view', '--examples', join(FOLDER, 'examples'));
  const page = await open(browser, gallery.url);
  await page.click('button[data-name="short"]');
  await page.waitForURL(url => url.href !== gallery.url);
  await state(page, 'done');
  await page.waitForTimeout(4000); // longer than the page takes to find out that nobody answers
  assert.equal(await page.getAttribute('#state', 'data-state'), 'done');
  await page.selectOption('#field', 'pressure'); // it still answers
  await page.waitForFunction(() => window.tsubu.frame.data('pressure') !== null);
  assert.notEqual(await page.getAttribute('#message', 'data-kind'), 'error');
  assert.deepEqual(page.errors, []);
  gallery.stop();
  await gallery.ended;
});

test('the gallery lists the examples and starts one', async () => {
  const gallery = await startTsubu('view', '--examples', `${SOURCE}examples`);
  const page = await open(browser, gallery.url, { locale: 'ja-JP' });
  await page.waitForSelector('.example');
  assert.equal(await page.textContent('#gallery > h2'), '例題');
  const shown = await page.evaluate(async () => {
    const cards = [...document.querySelectorAll('.example')].map(card => ({ name: card.querySelector('button').dataset.name, image: card.querySelector('img') }));
    const drum = cards.find(c => c.name === '02_rotating_drum').image, { width, height } = drum.getBoundingClientRect();
    drum.scrollIntoView();
    await drum.decode();
    return { wide: drum.naturalWidth, alt: drum.alt, lazy: drum.loading, ratio: width / height, listed: await (await fetch('files')).json(),
      with: cards.filter(c => c.image).map(c => c.name), none: document.querySelectorAll('.picture.none').length };
  });
  assert.ok(shown.wide > 0);
  assert.ok(Math.abs(shown.ratio - 1.5) < 0.02);
  assert.deepEqual([shown.lazy, shown.alt], ['lazy', '計算の様子: 回転ドラム']);
  assert.deepEqual(shown.with, shown.listed.filter(f => f.picture).map(f => f.name));
  assert.equal(shown.none, shown.listed.filter(f => !f.picture).length);
  const titles = () => page.$$eval('.example h3', all => all.map(e => e.textContent));
  assert.deepEqual(await titles(), shown.listed.map(f => f.title_ja));
  await page.click('#language');
  assert.deepEqual(await titles(), shown.listed.map(f => f.title));
  assert.equal(await page.getAttribute('.example img', 'alt'), `Picture of the run: ${shown.listed[0].title}`);
  await page.click('button[data-name="demo"]');
  await page.waitForURL(url => url.href !== gallery.url);
  await frames(page);
  assert.equal(await page.textContent('#title'), 'in.demo');
  assert.deepEqual(page.errors, []);
  await page.evaluate(() => fetch('control', { method: 'POST', body: '{"do":"stop"}' })); // the run is a program of its own
  gallery.stop();
  await gallery.ended;
});
