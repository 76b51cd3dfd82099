// SPDX-License-Identifier: Apache-2.0
// Tables, and the page as a whole.

// ---- tables -------------------------------------------------------------------------------------------------
const numeric = t => /^\s*[-+−]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*%?\s*$/.test(t);
const table = def => {
  const kinds = def.head.map((_, c) => def.rows.length > 0 && def.rows.every(r => r[c] === '' || numeric(r[c])));
  const body = el('tbody');
  const fill = rows => body.replaceChildren(...rows.map(r => el('tr', {}, ...r.map((t, c) => el('td', kinds[c] ? { class: 'number' } : {}, t)))));
  const heads = def.head.map((t, c) => {
    const th = el('th', { scope: 'col', tabindex: '0', title: 'sort', ...(kinds[c] ? { class: 'number' } : {}) }, t);
    const sort = () => {
      const up = th.getAttribute('aria-sort') !== 'ascending';
      for (const o of heads) o.removeAttribute('aria-sort');
      th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const value = r => kinds[c] ? parseFloat(r[c].replace('−', '-')) : r[c];
      fill([...def.rows].sort((a, b) => (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0) * (up ? 1 : -1)));
    };
    th.addEventListener('click', sort);
    th.addEventListener('keydown', e => { if (e.key === 'Enter') sort(); });
    return th;
  });
  fill(def.rows);
  const box = el('div', { class: 'table' }, el('table', {}, el('caption', {}, def.title), el('thead', {}, el('tr', {}, ...heads)), body));
  return def.caption ? [box, el('p', { class: 'note' }, def.caption)] : [box];
};

// ---- the page -----------------------------------------------------------------------------------------------
const start = () => {
  readColors();
  const main = document.querySelector('main');
  let grid = null, gridSmall = false;
  for (const item of page.items) {
    if (item.kind === 'chart') {
      if (!grid || gridSmall !== item.small) {
        gridSmall = item.small;
        grid = el('div', { class: gridSmall ? 'charts gallery' : 'charts' });
        main.append(grid);
      }
      const c = new Chart(item, item.small);
      charts.push(c);
      grid.append(c.figure);
      continue;
    }
    grid = null;
    if (item.kind === 'heading') main.append(el('h2', {}, item.text));
    if (item.kind === 'text') main.append(el('p', { class: 'text' }, item.text));
    if (item.kind === 'table') main.append(...table(item));
  }
  const help = el('footer', {});
  if (charts.length) {
    help.innerHTML = 'Drag to zoom, wheel to zoom at the pointer, <kbd>Shift</kbd>+drag or right-drag to pan, double-click to reset. ' +
      'Click a legend entry to hide it, double-click to see it alone. On a touch screen: tap to read, pinch to zoom.';
    main.append(help);
  }
  const recolor = () => { readColors(); for (const c of charts) { c.paintKeys(); c.draw(); c.drawOver(); } };
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolor);
};
start();
