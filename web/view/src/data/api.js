// SPDX-License-Identifier: Apache-2.0
// The requests of docs/view_protocol.md. The page lies at /TOKEN/, so that relative addresses carry the token.
import { decodeFrame } from './frame.js';

export class ApiError extends Error {
  constructor(status, text) {
    super(text || `HTTP ${status}`);
    this.status = status;
  }
}

async function ask(path, options) {
  const answer = await fetch(path, { cache: 'no-store', ...options });
  if (!answer.ok) throw new ApiError(answer.status, (await answer.text()).trim());
  return answer;
}

function query(values) {
  const pairs = Object.entries(values).filter(([, v]) => v !== undefined && v !== null && v !== '');
  return pairs.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&');
}

// run: 1 is the run beside the one of the page
export const getInfo = async (index, run) => (await ask(`info?${query({ index, run })}`)).json();
export const pictureAddress = name => `picture?${query({ name })}`;
export const getKept = async () => (await ask('kept')).json();
export const getFiles = async () => (await ask('files')).json();
export const getSeries = async (from, run) => (await ask(`series?${query({ ...from, run })}`)).json();

// A run that has had no turn for two seconds says that it is busy: it is asked again.
const TRIES = 5;
export async function getParticle(id, index) {
  for (let tries = 1; ; tries++) {
    try {
      return await (await ask(`particle?${query({ id, index })}`)).json();
    } catch (error) {
      if (error.status !== 503 || tries === TRIES) throw error;
    }
  }
}

export const getContact = async (i, j, from) => (await ask(`contact?${query({ i, j, from })}`)).json();

// A frame, or null when none came while the server waited.
export async function getFrame({ fields, signal, ...where }) {
  const answer = await ask(`frame?${query({ ...where, fields: fields.join(',') })}`, { signal });
  return answer.status === 204 ? null : decodeFrame(await answer.arrayBuffer());
}

export async function control(order) {
  const answer = await ask('control', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });
  return answer.json();
}

// The decks of the gallery: read, looked over, run in a folder that is kept.
const tell = async (path, body) => (await ask(path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body })).json();
export const getDeck = async name => (await ask(`deck?${query({ name })}`)).json();
export const checkDeck = (name, text, language) => tell(`check?${query({ name, language })}`, text);
export const runDeck = (name, keep, text) => tell(`run?name=${encodeURIComponent(name)}&keep=${encodeURIComponent(keep)}`, text);
