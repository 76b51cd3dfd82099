// SPDX-License-Identifier: Apache-2.0
// A stand-in for the program (docs/view_protocol.md): grains in a turning drum that obey no physics but move, so that the page can be worked on with
// `npm run dev` without a build of tsubu.
//   node mock/server.js [--port N] [--particles N] [--mode live|recorded|gallery] [--page FILE]
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Drum } from './drum.js';

const { values: option } = parseArgs({ options: {
  port: { type: 'string', default: '5180' }, particles: { type: 'string', default: '4000' }, mode: { type: 'string', default: 'live' }, page: { type: 'string' },
} });
const FRAMES = 60;
const drum = new Drum(Number(option.particles));
const state = { status: option.mode === 'recorded' ? 'done' : 'running', frame: 1, step: 0, steps: Infinity };
const energies = [], waiting = new Set(), recorded = new Map();

function energyRow() {
  const t = drum.time, kinetic = 0.02 + 0.004 * Math.sin(7 * t) + 0.002 * Math.random();
  const work = 0.03 * t, elastic = 0.001, dissipated = work * 0.97;
  return [state.step, t, drum.count, drum.contacts, kinetic, kinetic / 8, 0.1 + 0.02 * Math.cos(t), elastic, dissipated, work, 0, 0, 1e-9, 1e-10 * Math.random(), 1e-12];
}
const ENERGY = ['step', 'time', 'particles', 'contacts', 'kinetic', 'rotational', 'gravity', 'elastic', 'dissipated', 'wall_work', 'external_work', 'given', 'step_error', 'residual', 'audit'];

if (option.mode === 'live') {
  setInterval(() => {
    if (state.status !== 'running') return;
    state.step += 100;
    drum.advance(0.02);
    state.frame++;
    for (const wake of waiting) wake();
    if (state.step >= state.steps) state.status = 'paused';
  }, 33);
  setInterval(() => { if (state.status === 'running') energies.push(energyRow()); }, 300);
} else {
  for (let k = 0; k < FRAMES; k++) {
    drum.goTo(0.05 * k);
    state.step = 1000 * k;
    energies.push(energyRow());
  }
}

function info() {
  const frames = option.mode === 'recorded' ? FRAMES : 0;
  return {
    version: '0.1.0', protocol: 1, title: 'in.mock', mode: option.mode, scene: 1, step: state.step, time: drum.time, dt: 2e-5, status: state.status, run: { begin: 0, end: 100000 },
    origin: drum.origin, box: { ...drum.box, periodic: [false, false, false] }, gravity: [0, 0, -9.81], types: 3,
    fields: [['speed', 'm/s'], ['spin', 'rad/s'], ['force', 'N'], ['overlap', 'm'], ['coordination', ''], ['pressure', 'Pa'], ['rank', ''], ['temperature', 'K']].map(([name, unit]) => ({ name, label: name, unit, width: 1 })),
    meshes: [{ name: 'blades', triangles: drum.blades.length / 9, moving: true }],
    walls: [{ name: 'drum', kind: 'cylinder', axis: 0, radius: 0.09, centre: [0, 0, 0] }, { name: 'front', kind: 'plane', axis: 0, position: -0.025 }],
    series: [], frames: { count: frames, steps: Array.from({ length: frames }, (_, k) => 1000 * k), times: Array.from({ length: frames }, (_, k) => 0.05 * k) },
  };
}

const json = (response, value, code = 200) => response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
const refuse = (response, code, text) => response.writeHead(code, { 'Content-Type': 'text/plain' }).end(text);

function frame(query, response) {
  const send = number => {
    const bytes = drum.frame({ state, number, fields: (query.get('fields') ?? '').split(','), corners: Number(query.get('after') ?? 0) === 0, max: Number(query.get('max') ?? Infinity) });
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(bytes);
  };
  if (query.has('index')) {
    const index = Number(query.get('index'));
    if (!(index >= 0 && index < FRAMES)) return refuse(response, 400, 'there is no such frame');
    drum.goTo(0.05 * index);
    state.step = 1000 * index;
    return send(index + 1);
  }
  const after = Number(query.get('after') ?? 0);
  if (state.frame > after) return send(state.frame);
  const timer = setTimeout(() => { waiting.delete(wake); response.writeHead(204).end(); }, 10000);
  const wake = () => { clearTimeout(timer); waiting.delete(wake); send(state.frame); };
  waiting.add(wake);
}

function series(query) {
  const from = Number(query.get('energy') ?? 0);
  return { tables: [{ table: 'energy', columns: ENERGY, labels: ENERGY, units: ['', 's', '', '', 'J', 'J', 'J', 'J', 'J', 'J', 'J', 'J', 'J', '', 'J'], from, next: energies.length, rows: energies.slice(from) },
    { table: 'thermo', columns: ['step', 'time', 'ke'], labels: ['Step', 'Time', 'KinEng'], units: ['', 's', ''], from, next: energies.length, rows: energies.slice(from).map(r => [r[0], r[1], r[4]]) }] };
}

function contact(query) {
  const key = `${query.get('i')}-${query.get('j')}`;
  if (!recorded.has(key)) recorded.set(key, performance.now());
  const from = Number(query.get('from') ?? 0), next = Math.min(4000, Math.floor((performance.now() - recorded.get(key)) / 5));
  const rows = [];
  for (let k = from; k < next; k++) {
    const u = 1e-5 * (1 + Math.sin(k / 60)), d = 2e-5 * Math.sin(k / 110);
    rows.push([k, k * 2e-5, u, 0.4 * (u / 2e-5) ** 1.5 * (1 + 0.2 * Math.cos(k / 60)), 0.1 * Math.tanh(d / 1e-5 + Math.cos(k / 110)), d]);
  }
  return { i: Number(query.get('i')), j: query.get('j'), next, columns: ['step', 'time', 'overlap', 'fn', 'ft', 'displacement'], units: ['', 's', 'm', 'N', 'N', 'm'], rows };
}

function obey(request, response) {
  let body = '';
  request.on('data', part => { body += part; });
  request.on('end', () => {
    const order = JSON.parse(body);
    state.steps = Infinity;
    if (order.do === 'pause') state.status = 'paused';
    else if (order.do === 'resume') state.status = 'running';
    else if (order.do === 'step') [state.steps, state.status] = [state.step + order.steps, 'running'];
    else if (order.do === 'stop') state.status = 'done';
    else return refuse(response, 400, `unknown word '${order.do}'`);
    state.frame++;
    for (const wake of waiting) wake();
    json(response, { ok: true, status: state.status });
    if (order.do === 'stop') setTimeout(() => process.exit(0), 300);
  });
}

const FILES = [['demo', 'A rotating drum', 'examples/demo/in.demo'], ['hopper', 'A hopper empties', 'examples/hopper/in.hopper'], ['slope', 'A slope of ageing grains', 'examples/45_ageing_slope/in.slope']];

createServer((request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://localhost');
  const path = pathname.replace(/^\/mock/, '');
  if (path === '/' && option.page) response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(readFileSync(option.page));
  else if (path === '/info') json(response, info());
  else if (path === '/frame') frame(query, response);
  else if (path === '/series') json(response, series(query));
  else if (path === '/particle') json(response, drum.particle(Number(query.get('id'))), 200);
  else if (path === '/contact') json(response, contact(query));
  else if (path === '/files') json(response, FILES.map(([name, title, deck]) => ({ name, title, deck })));
  else if (path === '/control' && request.method === 'POST') obey(request, response);
  else refuse(response, 404, 'not found');
}).listen(Number(option.port), '127.0.0.1', () => console.log(`http://127.0.0.1:${option.port}/mock/`));
