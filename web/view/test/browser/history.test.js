// SPDX-License-Identifier: Apache-2.0
// Going back in a run that goes on, and what charts can do.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ask, endAll, frames, launch, open, pause, picture, startGrains, state, step, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startGrains();
  page = await open(browser, run.url);
  await frames(page, 8);
});
after(async () => {
  await browser?.close();
  endAll();
});

const kept = () => page.evaluate(() => window.tsubu.history.count);
const tool = async (nth, name) => {
  await page.locator('.chart').nth(nth).locator('.menu > summary').click();
  await page.locator('.chart').nth(nth).locator(`.chart-${name}`).click();
};
const live = async () => {
  await page.click('#live');
  await state(page, 'running');
};

test('a run that nobody records can be looked through while it goes on', async () => {
  await until('some history', async () => (await kept()) > 8);
  assert.equal(await page.evaluate(() => window.tsubu.recording), null);
  await page.focus('#scrub');
  await page.keyboard.press('Home');
  await state(page, 'replay');
  const first = await page.evaluate(() => window.tsubu.history.step(0));
  await until('the first frame', async () => (await step(page)) === first);
  assert.match(await page.textContent('#read-left'), /^\d+ %$/); // how long it took from there on is known
  const then = await picture(page), { count } = { count: await kept() };
  await until('frames go on coming', async () => (await kept()) > count);
  assert.equal(await step(page), first); // and do not disturb
  assert.equal((await picture(page)).hash, then.hash);
  await page.click('#next');
  await until('the next one', async () => (await step(page)) === (await page.evaluate(() => window.tsubu.history.step(1))));
  await live();
  await until('live again', async () => (await step(page)) > first);
});

test('what is shown stays shown when older frames go', async () => {
  await page.focus('#scrub');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await state(page, 'replay');
  const at = await step(page);
  const went = await page.evaluate(() => new Promise(done => { // with the next frame; once, so that what is shown does not grow old meanwhile
    const { history, live, player } = window.tsubu, before = history.count, { mostFrames } = history, { onFrame } = live;
    history.mostFrames = Math.ceil(before * 0.75);
    live.onFrame = frame => {
      Object.assign(live, { onFrame });
      onFrame(frame);
      history.mostFrames = mostFrames;
      done({ before, count: history.count, shown: history.step(player.index) });
    };
  }));
  assert.ok(went.count < went.before, JSON.stringify(went));
  assert.equal(went.shown, at);
  await live();
});

test('playing the history follows simulated time', async () => {
  await page.focus('#scrub');
  await page.keyboard.press('Home');
  await state(page, 'replay');
  const speeds = await page.$$eval('#speed option', all => all.map(o => o.textContent));
  assert.ok(speeds.includes('1×'), String(speeds));
  const from = await page.evaluate(() => ({ time: window.tsubu.frame.header.time, wall: performance.now() }));
  const all = await page.evaluate(() => { const { history } = window.tsubu; return history.time(history.count - 1) - history.time(0); });
  const speed = speeds.map(text => Number(text.replace('×', '').replace('10⁻', '1e-'))).filter(v => v > 0 && v < all / 2).at(-1); // takes over two seconds
  await page.evaluate(v => { window.tsubu.player.speed = v; }, speed);
  await page.click('#toggle');
  await page.waitForFunction(() => window.tsubu.player.index >= 3);
  const to = await page.evaluate(() => ({ time: window.tsubu.frame.header.time, wall: performance.now(), at: window.tsubu.player.index }));
  const rate = (to.time - from.time) / ((to.wall - from.wall) / 1000);
  assert.ok(to.at > 0 && rate <= 1.05 * speed, `${rate} of ${speed}`);
  await live();
});

test('a click in a chart goes to that moment', async () => {
  await until('rows', () => page.evaluate(() => window.tsubu.layout.charts.charts[1].plot?.data[0].length > 50));
  await pause(page);
  await page.waitForFunction(s => window.tsubu.layout.charts.charts[1].steps.at(-1) === s, await step(page)); // the row of the last step has come
  await page.evaluate(() => {
    const { charts } = window.tsubu.layout, { onPick } = charts;
    charts.onPick = row => { window.picked = row; onPick(row); };
  });
  const over = page.locator('.chart').nth(1).locator('.u-over'), { width, height } = await over.boundingBox();
  await over.click({ position: { x: 0.6 * width, y: 0.5 * height } });
  await state(page, 'replay');
  const { picked, around } = await page.evaluate(part => {
    const { plot, steps } = window.tsubu.layout.charts.charts[1];
    return { picked: window.picked, around: [-2, 2].map(d => steps[plot.posToIdx(part * plot.over.clientWidth + d)]) };
  }, 0.6);
  assert.ok(picked >= around[0] && picked <= around[1] && around[0] > 0, `${picked} ${around}`);
  const nearest = await page.evaluate(w => Math.min(...window.tsubu.history.frames.map(f => Math.abs(f.header.step - w))), picked);
  await until('the frame', async () => Math.abs((await step(page)) - picked) === nearest);
  assert.equal(await page.evaluate(() => window.tsubu.layout.charts.moment), await page.evaluate(() => window.tsubu.frame.header.time));
  await page.click('#live');
  await state(page, 'paused');
});

test('the bar tells of the frame that came last', async () => {
  await page.evaluate(() => {
    const { tsubu } = window, { frame } = tsubu;
    window.soon = [1, 2, 3].map(n => Object.assign(Object.create(Object.getPrototypeOf(frame)), frame, { header: { ...frame.header, step: frame.header.step + n } }));
    for (const one of window.soon) tsubu.remember(one); // soon after one another
  });
  await page.waitForFunction(() => { const { count } = window.tsubu.history; return document.getElementById('where').textContent.startsWith(`${count} / ${count} `); });
  await page.evaluate(() => {
    const { history } = window.tsubu;
    history.frames = history.frames.filter(one => !window.soon.includes(one));
    history.bytes = history.frames.reduce((sum, one) => sum + one.bytes, 0);
  });
});

test('what one has zoomed to in a chart stays while rows come, and a double-click shows all of it again', async () => {
  await page.click('#toggle');
  await state(page, 'running');
  const chart = () => page.evaluate(() => { const { plot } = window.tsubu.layout.charts.charts[1], [places] = plot.data; return { min: plot.scales.x.min, max: plot.scales.x.max, first: places[0], last: places.at(-1) }; });
  const over = page.locator('.chart').nth(1).locator('.u-over'), { x, y, width, height } = await over.boundingBox();
  await page.mouse.move(x + 0.3 * width, y + 0.4 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.6 * width, y + 0.5 * height, { steps: 4 });
  await page.mouse.up();
  const zoomed = await until('a part of it', async () => { const c = await chart(); return c.min > c.first && c.max < c.last && c; });
  const later = await until('more rows', async () => { const c = await chart(); return c.last > zoomed.last && c; });
  assert.deepEqual([later.min, later.max], [zoomed.min, zoomed.max]);
  await page.evaluate(() => window.tsubu.layout.charts.rebuild());
  const { min, max } = await chart();
  assert.deepEqual([min, max], [zoomed.min, zoomed.max]);
  await page.evaluate(() => {
    const { charts } = window.tsubu.layout, { onPick } = charts;
    window.picks = 0;
    charts.onPick = row => { window.picks++; onPick(row); };
  });
  await over.dblclick({ position: { x: 0.5 * width, y: 0.5 * height } });
  await until('all of it', async () => { const c = await chart(); return c.min === c.first && c.max === c.last; });
  await page.waitForTimeout(600); // longer than a click waits for a second one
  assert.equal(await page.evaluate(() => window.picks), 0); // it is no two clicks at a moment
  assert.equal(await page.evaluate(() => window.tsubu.replay), false);
  await pause(page);
  await page.waitForFunction(s => window.tsubu.layout.charts.charts[1].steps.at(-1) === s, await step(page));
});

test('the values under the pointer are those of the rows', async () => {
  const over = page.locator('.chart').first().locator('.u-over'), { width, height } = await over.boundingBox();
  await over.hover({ position: { x: 0.5 * width, y: 0.4 * height } });
  await page.waitForSelector('.tip:visible');
  const text = await page.locator('.tip:visible').textContent();
  assert.match(text, /Step \d+/);
  assert.match(text, /Kinetic energy.*J/);
  const row = await page.evaluate(() => { const { plot, steps } = window.tsubu.layout.charts.charts[0]; return steps[plot.cursor.idx]; });
  assert.ok(text.includes(`Step ${row}`), text);
  await page.mouse.move(5, 5);
  await until('no tip', async () => (await page.locator('.tip:visible').count()) === 0);
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('.chart .menu > summary')].every(e => e.getBoundingClientRect().right <= e.closest('.chart').getBoundingClientRect().right)));
});

test('an axis can be logarithmic', async () => {
  const range = () => page.evaluate(() => { const { plot } = window.tsubu.layout.charts.charts[1]; return [plot.scales.y.distr, plot.scales.y.min]; });
  await tool(1, 'log');
  const [distribution, least] = await range();
  assert.equal(distribution, 3);
  assert.ok(least > 0);
  await tool(1, 'log');
  assert.equal((await range())[0], 1);
});

test('a chart is saved as CSV with all its rows, and as a picture', async () => {
  const [csv] = await Promise.all([page.waitForEvent('download'), tool(1, 'csv')]);
  assert.equal(csv.suggestedFilename(), 'in.grains_energy_kinetic.csv');
  const lines = readFileSync(await csv.path(), 'utf8').trim().split('\n');
  assert.equal(lines[0], 'Step,Time [s],Kinetic energy [J]');
  const { tables: [energy] } = await ask(page, 'series'), [s, kinetic] = ['step', 'kinetic'].map(n => energy.columns.indexOf(n));
  assert.equal(lines.length - 1, energy.rows.length);
  energy.rows.forEach((row, n) => {
    const [a, , c] = lines[n + 1].split(',').map(Number);
    assert.deepEqual([a, c], [row[s], row[kinetic]]);
  });
  const [png] = await Promise.all([page.waitForEvent('download'), tool(0, 'png')]);
  const bytes = readFileSync(await png.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(bytes.readUInt32BE(16) > 100 && bytes.readUInt32BE(20) > 100);
});

test('a film of a run that goes on has the moments of when it was begun, though older frames go, and leads back', async () => {
  const { first, last, most } = await page.evaluate(() => {
    const { history } = window.tsubu;
    window.filmed = [];
    window.VideoEncoder = class { // encodes nothing
      encodeQueueSize = 0;
      configure() {}
      encode() {
        window.filmed.push(window.tsubu.frame.header.step);
        history.mostFrames = 12;
        history.thin();
      }
      async flush() { window.left = history.frames.map(f => f.header.step); }
      close() {}
    };
    return { first: history.step(0), last: history.step(history.count - 1), most: history.mostFrames };
  });
  await page.click('#film-open');
  await page.selectOption('#film-size', '0');
  await page.selectOption('#film-count', '25');
  await page.click('#film-start');
  await page.waitForSelector('#film', { state: 'hidden' });
  await state(page, 'paused');
  const { filmed, left } = await page.evaluate(m => { window.tsubu.history.mostFrames = m; return { filmed: window.filmed, left: window.left }; }, most);
  assert.ok(filmed.length === 25 && left.length <= 12, JSON.stringify([filmed, left]));
  assert.deepEqual([filmed[0], filmed.at(-1)], [first, last]);
  const gap = Math.max(...left.slice(1).map((s, k) => s - left[k]));
  filmed.forEach((s, k) => assert.ok(Math.abs(s - (first + ((last - first) * k) / 24)) <= gap, JSON.stringify([k, filmed, left])));
});

// What frames, textures and objects hold after garbage is collected [byte], without the rows of the series, which the program bounds and which come at their
// own pace: they are let go when an answer has just come, and fetched anew. Buffers are given back while the next garbage is collected.
async function held() {
  await page.evaluate(() => new Promise(done => {
    const { series, layout } = window.tsubu;
    series.add = () => {
      series.tables.clear();
      layout.charts.update();
      done();
      return false;
    };
  }));
  const cdp = await page.context().newCDPSession(page);
  for (let k = 0; k < 3; k++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  await page.evaluate(() => { delete window.tsubu.series.add; });
  return { heap: usedSize, buffers: backingStorageSize };
}

// What stands on the stage, and what the renderer keeps of things that stand there no more. It counts a geometry or a texture when that is drawn for the
// first time, and lines are made anew with each frame: how many it has depends on when one asks, so all that still stands there is taken from it first.
const onStage = () => page.evaluate(() => {
  const { view } = window.tsubu, geometries = new Set(), textures = new Set();
  view.drawNow();
  const drawn = { ...view.renderer.info.memory };
  view.scene.traverse(({ geometry, material }) => {
    if (geometry) geometries.add(geometry);
    for (const { value } of Object.values(material?.uniforms ?? {})) if (value?.isTexture) textures.add(value);
  });
  for (const one of [...geometries, ...textures]) one.dispose();
  const { memory: left } = view.renderer.info;
  const counts = { objects: geometries.size, left: left.geometries + left.textures, drawn: drawn.geometries * drawn.textures };
  view.drawNow();
  return counts;
});

test('memory is flat once its bounds are reached, with all switched on that grows', async () => {
  const usual = await page.evaluate(() => {
    const { tsubu } = window, { settings, insight, history } = tsubu, { mostFrames } = history, { most } = insight.tracks;
    Object.assign(history, { mostFrames: 12 });
    insight.tracks.most = 16;
    for (const id of ['statistics', 'grains', 'measure', 'grid']) document.getElementById(id).open = true;
    for (const [key, value] of [['chains', true], ['arrows', 'velocity']]) settings.set(key, value);
    for (const id of [5, 77]) insight.track(id);
    insight.flowThrough([0.05, 0.05, 0], [0.05, 0.05, 0.05]);
    tsubu.order({ do: 'resume' });
    window.count = 0;
    const { onFrame } = tsubu.live;
    tsubu.live.onFrame = frame => { window.count++; onFrame(frame); };
    return { mostFrames, most };
  });
  const came = n => page.waitForFunction(k => window.count >= k, n, { timeout: 240000 });
  await came(24); // all is full
  const all = [await held()], stage = await onStage(), frame = await page.evaluate(() => window.tsubu.frame.bytes);
  const grows = (a, b) => b.buffers - a.buffers >= 15 * frame || b.heap - a.heap >= 1e6; // 40 came
  do { // what the browser compiles when it is first needed takes room, too, but not time and again
    await came(24 + 40 * all.length);
    all.push(await held());
  } while (all.length < 5 && grows(...all.slice(-2)));
  assert.ok(!grows(...all.slice(-2)), JSON.stringify([all, frame]));
  assert.ok((await kept()) <= 13);
  assert.ok(frame > 20000, String(frame));
  assert.ok(stage.drawn > 0 && stage.left === 0, JSON.stringify(stage));
  const { objects, left } = await onStage();
  assert.deepEqual({ objects, left }, { objects: stage.objects, left: 0 });
  assert.ok(await page.evaluate(() => [...window.tsubu.insight.tracks.grains.values()].every(g => g.rows.length <= 17)));
  await page.evaluate(({ mostFrames, most }) => {
    const { settings, insight, history } = window.tsubu;
    Object.assign(history, { mostFrames });
    insight.tracks.most = most;
    for (const [key, value] of [['chains', false], ['arrows', '']]) settings.set(key, value);
    insight.clearMeasures();
  }, usual);
});

test('a phone in Japanese and in the dark goes back too', async () => {
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await page.evaluate(() => window.tsubu.order({ do: 'resume' }));
  await frames(phone, 5);
  await until('some history', () => phone.evaluate(() => window.tsubu.history.count > 4));
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  await phone.focus('#scrub');
  await phone.keyboard.press('Home');
  await state(phone, 'replay');
  assert.equal(await phone.textContent('#state'), '再生表示');
  assert.equal(await phone.locator('.chart-csv').first().textContent(), '値を CSV で保存');
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));
