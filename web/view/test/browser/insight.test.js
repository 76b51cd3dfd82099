// SPDX-License-Identifier: Apache-2.0
// Filters, expressions, arrows, grains over time, measures, sections and fields on a grid, as a reader uses them.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ask, endAll, frames, launch, open, pause, picture, resume, startGrains, step, stirred, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startGrains();
  page = await open(browser, run.url, { viewport: { width: 1200, height: 800 } });
  await frames(page, 3);
  await stirred(page);
});
after(async () => {
  await browser?.close();
  endAll();
});

const set = (key, value) => page.evaluate(([k, v]) => window.tsubu.settings.set(k, v), [key, value]);
const openPanel = (id, reader = page) => reader.evaluate(i => { const panel = document.getElementById(i); panel.open = true; panel.scrollIntoView(); }, id);
const type = async (id, text) => {
  await page.fill(`#${id}`, text);
  await page.keyboard.press('Enter');
};
const value = row => page.textContent(`#stat-values [data-row=${row}]`);

test('statistics are those of the particles that a filter means, and only these are drawn', async () => {
  await pause(page);
  await openPanel('statistics');
  await until('numbers', async () => (await page.locator('#stat-values dd').count()) === 7);
  assert.match(await value('count'), /^384 \/ 384$/);
  const all = await picture(page);
  await type('filter', 'speed > 0.05 && type == 2');
  const wanted = await page.evaluate(() => {
    const { frame } = window.tsubu, [speed, kind] = ['speed', 'type'].map(n => frame.data(n)), kept = [...speed].filter((v, i) => v > 0.05 && kind[i] === 2);
    return { count: kept.length, mean: kept.reduce((a, b) => a + b, 0) / kept.length, top: Math.max(...kept) };
  });
  await until('fewer', async () => (await value('count')) === `${wanted.count} / 384`);
  assert.ok(wanted.count > 0 && wanted.count < 192);
  for (const [row, v] of [['mean', wanted.mean], ['max', wanted.top]]) assert.ok(Math.abs(parseFloat(await value(row)) / v - 1) < 1e-3, `${row} ${await value(row)} ${v}`);
  assert.equal(await page.evaluate(() => window.tsubu.insight.statistics.bins.counts.reduce((a, b) => a + b, 0)), wanted.count);
  const some = await picture(page);
  assert.notEqual(some.hash, all.hash);
  await type('filter', 'speed > 0.05 && ');
  assert.match(await page.textContent('#filter-note'), /number or a name is expected.*16/);
  await type('filter', 'wetness > 2');
  assert.match(await page.textContent('#filter-note'), /Unknown name: wetness/);
  await type('filter', '');
  await until('all again', async () => (await value('count')) === '384 / 384');
  assert.equal((await picture(page)).hash, all.hash);
});

test('a region of the deck is a filter, too, and stands in the address', async () => {
  assert.deepEqual(await page.$$eval('#stat-region option', all => all.map(o => o.value)), ['', 'box', 'low', 'high']);
  await page.selectOption('#stat-region', 'low');
  const inside = await page.evaluate(() => {
    const { frame, info } = window.tsubu, at = frame.data('position'), within = k => [0, 1, 2].every(q => { const v = at[3 * k + q] + info.origin[q]; return v >= [0.006, 0.006, 0.036][q] && v <= [0.094, 0.094, 0.065][q]; });
    return [...frame.data('id')].filter((_, k) => within(k)).length;
  });
  assert.ok(inside > 0 && inside < 384, String(inside));
  await until('these', async () => (await value('count')) === `${inside} / 384`);
  await type('filter', 'type == 1');
  await until('fewer', async () => parseInt(await value('count'), 10) <= inside);
  assert.ok(await page.evaluate(() => { const { view, frame } = window.tsubu; return view.spheres.mask.every((m, k) => !m || frame.data('type')[k] === 1); }));
  await until('the address', () => page.evaluate(() => decodeURIComponent(location.hash).includes('"region":"low"')));
  await type('filter', '');
  await page.selectOption('#field', 'region:low');
  await page.waitForFunction(() => window.tsubu.stage.values !== null);
  assert.match(await page.textContent('#legend'), /Region low/);
  await page.selectOption('#field', 'speed');
  await page.selectOption('#stat-region', '');
  await until('all again', async () => (await value('count')) === '384 / 384');
});

test('an own quantity colours, is counted, and brings the fields that it needs', async () => {
  await type('expression', '0.5 * mass * speed^2 + 0 * sxx');
  await page.waitForFunction(() => window.tsubu.frame.data('stress') !== null && window.tsubu.stage.values !== null && window.tsubu.settings.get('field').startsWith('='));
  const { sum, mean } = await page.evaluate(() => { const { frame, insight } = window.tsubu, [m, v] = ['mass', 'speed'].map(n => frame.data(n)); insight.updatePanels(); const sum = m.reduce((s, x, i) => s + 0.5 * x * v[i] ** 2, 0); return { sum, mean: sum / 384 }; });
  assert.ok(Math.abs(parseFloat((await value('sum')).replace('×10⁻', 'e-').replace(/[⁰-⁹]/g, c => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c))) / sum - 1) < 1e-3, `${await value('sum')} ${sum}`);
  assert.ok(mean > 0);
  assert.match(await page.textContent('#legend'), /0\.5 \* mass/);
  const grain = await ask(page, 'particle?id=5'), own = 0.5 * grain.mass * grain.velocity.reduce((e, v) => e + v * v, 0); // as the program has it
  const shown = await page.evaluate(() => { const { frame, stage } = window.tsubu; return stage.values[frame.rowOf(5)]; });
  assert.ok(Math.abs(shown - own) <= 1e-5 * own + 1e-20, `${shown} ${own}`);
  await page.selectOption('#field', '=vz');
  assert.match(await page.textContent('#legend'), /vz \[m\/s\]/);
  await page.selectOption('#field', 'speed');
});

test('arrows point along the velocities', async () => {
  const before_ = await picture(page);
  await openPanel('arrows-panel');
  for (const name of ['velocity', 'force_vector', 'spin_vector']) {
    await page.selectOption('#arrows', name);
    await page.waitForFunction(n => window.tsubu.frame.data(n) !== null && window.tsubu.view.arrows.mesh.visible, name);
    assert.notEqual((await picture(page)).hash, before_.hash, name);
    assert.match(await page.textContent('#arrow-note'), /longest arrow represents: \S/);
  }
  await set('arrows', 'velocity');
  await page.waitForFunction(() => window.tsubu.frame.data('velocity') !== null && window.tsubu.view.arrows.mesh.visible);
  const right = await page.evaluate(() => {
    const { view, frame } = window.tsubu, v = frame.data('velocity'), way = view.arrows.vectors.data;
    return [...frame.data('id')].every((_, i) => [0, 1, 2].every(q => way[4 * i + q] === 0 || Math.sign(way[4 * i + q]) === Math.sign(v[3 * i + q])));
  });
  assert.ok(right);
  await page.selectOption('#arrows', '');
  assert.equal((await picture(page)).hash, before_.hash);
});

test('slab, box and free plane cut the picture, and what is picked is what is seen', async () => {
  const seen = new Set([(await picture(page)).hash]);
  const changes = async what => {
    const { hash } = await picture(page);
    assert.ok(!seen.has(hash), what);
    seen.add(hash);
  };
  await set('cut', true);
  await changes('plane');
  await page.evaluate(() => { document.getElementById('cut-kind').closest('details').open = true; });
  await page.selectOption('#cut-kind', 'slab');
  await changes('slab');
  await page.selectOption('#cut-axis', '3');
  await page.click('#cut-facing');
  await changes('free');
  const [n, d] = await page.evaluate(() => { const { view, stage } = window.tsubu; return [stage.clip().planes[0].normal, view.axes().map(a => a[3])]; });
  n.forEach((v, q) => assert.ok(Math.abs(v - d[q]) < 1e-6)); // towards the eye
  await page.selectOption('#cut-kind', 'box');
  await changes('box');
  await set('cutFlip', true);
  await changes('a piece taken out');
  const kept = await page.evaluate(() => {
    const { frame, stage, view, app = window.tsubu } = window.tsubu, canvas = view.canvas.getBoundingClientRect(), ids = new Set();
    const { planes } = stage.clip(), at = frame.data('position'), radii = frame.data('radius');
    for (let x = 0.1; x < 0.9; x += 0.05) for (let y = 0.1; y < 0.9; y += 0.05) {
      app.pick(canvas.left + x * canvas.width, canvas.top + y * canvas.height);
      if (app.selected !== undefined) ids.add(app.selected);
    }
    app.deselect();
    const deep = [...ids].filter(id => { const k = frame.rowOf(id); return planes.every(({ normal, offset }) => normal.reduce((s, c, q) => s + c * at[3 * k + q], 0) < offset - radii[k]); });
    return { picked: ids.size, deep: deep.length };
  });
  assert.ok(kept.picked > 5);
  assert.equal(kept.deep, 0); // nothing that lies wholly in the hole
  for (const [key, v] of [['cut', false], ['cutKind', 'plane'], ['cutFlip', false], ['cutAxis', 0]]) await set(key, v);
});

test('a grain is tracked, charted over time and followed', async () => {
  await resume(page);
  await openPanel('grains');
  await page.evaluate(() => window.tsubu.select(5));
  await page.click('#track');
  await page.evaluate(() => window.tsubu.insight.track(77));
  await until('rows of both', () => page.evaluate(() => [5, 77].every(id => window.tsubu.insight.tracks.grains.get(id).rows.length > 5)));
  assert.deepEqual(await page.$$eval('.chips.grains .chip', all => all.map(e => e.textContent)), ['5 ×', '77 ×']);
  await pause(page);
  const truth = await ask(page, 'particle?id=77');
  const last = await page.evaluate(() => window.tsubu.insight.tracks.grains.get(77).rows.at(-1));
  assert.equal(last.step, truth.step);
  ['x', 'y', 'z'].forEach((q, c) => assert.ok(Math.abs(last.values[q] - truth.position[c]) < 1e-6));
  assert.ok(await page.evaluate(() => window.tsubu.view.lines.parts.has('trail:77') && window.tsubu.insight.grains.plot.plot.data.length === 3));
  const trails = await picture(page);
  await set('trails', false);
  assert.notEqual((await picture(page)).hash, trails.hash);
  await set('trails', true);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.locator('#grains button', { hasText: 'CSV' }).click()]);
  assert.match(readFileSync(await csv.path(), 'utf8').split('\n')[0], /^Step,Time \[s\],Speed 5 \[m\/s\],Speed 77 \[m\/s\]$/);
  await page.click('#follow + *, #follow');
  await resume(page);
  const middle = () => page.evaluate(() => { const { view, frame, selected } = window.tsubu, k = frame.rowOf(selected); return [0, 1, 2].map(q => view.controls.target.toArray()[q] - frame.data('position')[3 * k + q]); });
  const moved = await step(page);
  await until('frames', async () => (await step(page)) > moved);
  await pause(page);
  for (const off of await middle()) assert.ok(Math.abs(off) < 1e-6, String(off));
  await set('follow', false);
  for (const id of [5, 77]) await page.locator('.chips.grains .chip', { hasText: String(id) }).click();
  assert.ok(await page.evaluate(() => window.tsubu.view.lines.parts.size === 0));
  await page.evaluate(() => { window.tsubu.deselect(); window.tsubu.look('iso'); });
});

// Where a particle is on the page, seen from above.
const spot = id => page.evaluate(n => {
  const { view, frame } = window.tsubu, k = frame.rowOf(n), box = view.canvas.getBoundingClientRect(), [x, y] = view.project([...frame.data('position').subarray(3 * k, 3 * k + 3)]);
  return { x: box.left + x, y: box.top + y };
}, id);

test('the ruler tells how far the centres of two grains are apart, and the scale bar is true', async () => {
  await pause(page);
  await openPanel('measure');
  await page.evaluate(() => window.tsubu.look('top'));
  const [a, b] = await page.evaluate(() => { const { frame } = window.tsubu, z = frame.data('position'), ids = [...frame.data('id')]; return ids.map((id, k) => [id, z[3 * k + 2]]).sort((p, q) => q[1] - p[1]).slice(0, 2).map(p => p[0]); });
  await page.click('#ruler');
  for (const id of [a, b]) {
    const { x, y } = await spot(id);
    await page.mouse.click(x, y);
  }
  const [p, q] = await Promise.all([a, b].map(id => ask(page, `particle?id=${id}`))), wanted = Math.hypot(...p.position.map((v, c) => v - q.position[c]));
  const text = await page.textContent('#measure-values');
  assert.ok(Math.abs(parseFloat(text.match(/Distance([\d.]+)/)[1]) / wanted - 1) < 1e-3, `${text} ${wanted}`);
  assert.equal(await page.getAttribute('#ruler', 'aria-pressed'), 'false');
  await page.waitForSelector('.ruler-tag:visible');
  await set('ortho', true);
  const bar = await page.evaluate(() => {
    const { view, insight } = window.tsubu;
    view.drawNow();
    const t = view.controls.target.toArray(), [x0] = view.project(t), [x1] = view.project([t[0] + insight.bar.value, t[1], t[2]]);
    return { pixels: Math.abs(x1 - x0), drawn: insight.bar.line.getBoundingClientRect().width, text: insight.bar.text.textContent };
  });
  assert.ok(Math.abs(bar.pixels - bar.drawn) < 1.5, JSON.stringify(bar));
  assert.match(bar.text, /^[125]0* (cm|mm)$/);
  await set('ortho', false);
});

test('a line across the stream tells what crosses it', async () => {
  await page.evaluate(() => window.tsubu.look('front'));
  await page.click('#flow');
  const box = await page.locator('#scene').boundingBox();
  for (const part of [0.2, 0.8]) await page.mouse.click(box.x + 0.5 * box.width, box.y + part * box.height); // upright, through the middle
  await resume(page);
  await until('crossings', () => page.evaluate(() => { const { total, rows } = window.tsubu.insight.flow; return total.count > 20 && rows.length > 10; }));
  await pause(page);
  await page.evaluate(() => window.tsubu.insight.measure.update());
  const { total, net, normal, text } = await page.evaluate(() => {
    const { flow, measure } = window.tsubu.insight, gaps = flow.rows.slice(1).map(([t, v], k) => (t - flow.rows[k][0]) * v);
    return { total: flow.total, net: gaps.reduce((a, b) => a + b, 0), normal: flow.plane.normal, text: measure.values.textContent };
  });
  assert.ok(Math.abs(Math.abs(normal[0]) - 1) < 1e-6, String(normal));
  assert.ok(total.forth > 0 && total.back > 0 && Math.abs(net - (total.forth - total.back)) <= 0.5 * (total.forth + total.back));
  assert.match(text, /Flow.*kg\/s.*Crossings/);
  assert.ok(await page.evaluate(() => window.tsubu.view.lines.parts.has('flow')));
  await page.click('#measure-clear');
  assert.ok(await page.evaluate(() => window.tsubu.view.lines.parts.size === 0 && window.tsubu.insight.flow === null));
  await page.click('#flow-section');
  assert.match(await page.textContent('#measure-hint'), /section on first/);
  await set('cut', true);
  await page.click('#flow-section');
  assert.ok(await page.evaluate(() => window.tsubu.insight.flow !== null));
  await page.click('#measure-clear');
  await set('cut', false);
});

test('fields on a grid hold what the particles hold', async () => {
  await openPanel('grid');
  await page.waitForFunction(() => ['velocity', 'stress', 'mass'].every(name => window.tsubu.frame.data(name) !== null));
  await page.evaluate(() => window.tsubu.insight.grid.update());
  const offs = await page.$$eval('#grid-balance [data-off]', all => all.map(e => Number(e.dataset.off)));
  assert.equal(offs.length, 3);
  for (const off of offs) assert.ok(off < 1e-12, String(offs));
  const wanted = await page.evaluate(() => window.tsubu.frame.data('mass').reduce((a, b) => a + b, 0));
  assert.ok(Math.abs(parseFloat((await page.textContent('#grid-balance')).match(/Mass in the grid([\d.]+)/)[1]) / wanted - 1) < 1e-3);
  const maps = new Set();
  for (const what of ['density', 'speed', 'pressure', 'szz']) {
    await page.selectOption('#grid-what', what);
    maps.add(await page.evaluate(() => document.querySelector('.grid-map').toDataURL()));
  }
  assert.equal(maps.size, 4);
  const { width, height } = await page.locator('.grid-map').boundingBox();
  await page.locator('.grid-map').hover({ position: { x: 0.5 * width, y: 0.9 * height } });
  assert.match(await page.textContent('#grid-read'), /x 0\.\d+ m, z 0\.\d+ m: .* Pa/);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.locator('#grid button', { hasText: 'CSV' }).click()]);
  const lines = readFileSync(await csv.path(), 'utf8').trim().split('\n');
  assert.match(lines[0], /^x \[m\],y \[m\],z \[m\],fraction,density \[kg\/m³\]/);
  assert.equal(lines.length - 1, await page.evaluate(() => window.tsubu.insight.grid.field.grid.cells));
});

test('the angle of repose is measured where there is a heap', async () => {
  const found = await page.evaluate(() => { // the same method on a cone of 30 degrees in this page
    const { insight, frame } = window.tsubu, at = [], d = 0.002;
    for (let x = -0.05; x <= 0.05; x += d) for (let y = -0.05; y <= 0.05; y += d) for (let z = 0; z < 0.03; z += d) if (z < 0.025 - Math.tan(Math.PI / 6) * Math.hypot(x, y)) at.push(x, y, z);
    const n = at.length / 3, arrays = { position: Float32Array.from(at), radius: new Float32Array(n).fill(d / 2) };
    insight.app = { ...window.tsubu, frame: { ...frame, count: n, data: name => arrays[name] ?? null }, stage: window.tsubu.stage, view: window.tsubu.view, info: window.tsubu.info };
    insight.measureRepose();
    const { repose } = insight, lines = window.tsubu.view.lines.parts.has('repose'), text = document.getElementById('measure-values').textContent;
    insight.app = window.tsubu;
    return { angle: repose.angle, lines, text };
  });
  assert.ok(Math.abs(found.angle - 30) < 1.5, JSON.stringify(found));
  assert.ok(found.lines);
  assert.match(found.text, /Angle of repose(28|29|30|31)\.\d° ±/);
  await page.click('#measure-clear');
});

test('all of it on a Japanese phone in the dark', async () => {
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await frames(phone, 1);
  for (const id of ['statistics', 'arrows-panel', 'grains', 'measure', 'grid']) await openPanel(id, phone);
  await until('numbers', async () => (await phone.locator('#stat-values dd').count()) === 7);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.match(await phone.textContent('#panels'), /統計[\s\S]*矢印[\s\S]*粒子の追跡[\s\S]*計測[\s\S]*格子上の場/);
  await phone.evaluate(() => document.getElementById('ruler').scrollIntoView({ block: 'center' }));
  assert.ok(!(await phone.evaluate(() => window.tsubu.layout.canvas.getBoundingClientRect().bottom > 0)), 'the picture is out of sight');
  await phone.click('#ruler'); // and comes back, with what is to be done
  await until('the picture', () => phone.evaluate(() => { const { top, bottom } = window.tsubu.layout.canvas.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }));
  assert.match(await phone.textContent('#message'), /2 点をクリック/);
  await phone.evaluate(() => window.tsubu.insight.clearMeasures());
  await phone.fill('#filter', 'speed >');
  await phone.keyboard.press('Enter');
  assert.match(await phone.textContent('#filter-note'), /数値または名前がありません/);
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('a recorded run tells of its grains over its whole time', async () => {
  const { execFileSync } = await import('node:child_process'), { join } = await import('node:path');
  const { DECK, FOLDER, startTsubu } = await import('./helpers.js');
  const file = join(FOLDER, 'insight.run');
  execFileSync(process.env.TSUBU, ['-in', ...DECK, '-screen', 'none', '-var', 'steps', '2000', '-record', file, '-record-every', '100']);
  const recorded = await startTsubu('view', file), reader = await open(browser, recorded.url);
  await frames(reader);
  await reader.evaluate(() => window.tsubu.insight.track(9));
  await until('all frames', () => reader.evaluate(() => window.tsubu.insight.tracks.grains.get(9).rows.length === window.tsubu.timeline.count));
  await openPanel('grid', reader);
  await reader.waitForFunction(() => window.tsubu.frame.data('stress') !== null);
  assert.deepEqual(reader.errors, []);
  recorded.stop();
  await recorded.ended;
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));
