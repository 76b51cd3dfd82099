// SPDX-License-Identifier: Apache-2.0
// The way back from a run to the gallery from which it was started: the address is in the hash, and must be one of this machine.
import { el } from './dom.js';

const OWN = ['127.0.0.1', 'localhost'];

export const withWayBack = (url, here = location.href) => `${url}#back=${encodeURIComponent(here.split('#')[0])}`;

export function wayBack(hash = location.hash) {
  const found = /(?:^#|&)back=([^&]+)/.exec(hash);
  try {
    const { protocol, hostname, href } = new URL(decodeURIComponent(found[1]));
    return protocol === 'http:' && OWN.includes(hostname) ? href : null;
  } catch {
    return null;
  }
}

// The page writes into its hash what is seen: the way back is kept beside, for this window.
export function backLink() {
  let hash = location.hash;
  try {
    if (wayBack(hash)) sessionStorage.setItem('tsubu.back', hash);
    else hash = sessionStorage.getItem('tsubu.back') ?? '';
  } catch {
    // a browser that keeps nothing
  }
  const href = wayBack(hash);
  if (href && new URL(href).host === location.host) return null; // one is there
  return href ? el('a', { class: 'mark', id: 'back', href, tip: 'work.back' }, '粒') : null;
}
