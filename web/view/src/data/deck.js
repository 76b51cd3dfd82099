// SPDX-License-Identifier: Apache-2.0
// The variables of a deck that are plain numbers, so that they can be moved by sliders.

const VARIABLE = /^(\s*variable\s+(\S+)\s+(?:index|equal)\s+)([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(\s*(?:#.*)?)$/;

const LARGE = 100000; // a whole number as large as this is a seed or a number of steps

// [{name, value, line}] from 0. What the deck itself sets again is no choice of the reader.
export function variablesOf(text) {
  const rows = text.split('\n'), names = rows.map(row => /^\s*variable\s+(\S+)/.exec(row)?.[1]);
  return rows.flatMap((row, line) => {
    const m = VARIABLE.exec(row), whole = m && /^[-+]?\d+$/.test(m[3]);
    if (!m || names.filter(n => n === m[2]).length > 1 || (whole && Math.abs(Number(m[3])) >= LARGE)) return [];
    return [{ name: m[2], value: Number(m[3]), whole, line }];
  });
}

// The deck with another value of the variable in that line; the rest stays letter by letter.
export function withVariable(text, line, value) {
  const rows = text.split('\n');
  rows[line] = rows[line].replace(VARIABLE, (_, head, __, ___, tail) => `${head}${value}${tail}`);
  return rows.join('\n');
}

// The ends of a slider around a value.
export function rangeOf({ value, whole }) {
  const [low, high] = value === 0 ? [-1, 1] : [Math.min(0, 3 * value), Math.max(0, 3 * value)];
  return { low, high, step: whole ? 1 : Number(((high - low) / 300).toPrecision(1)) };
}

// A file's first paragraphs as plain text: without headings, pictures, tables, code and the marks of Markdown. Lines of Japanese are joined without a space.
export function describe(about) {
  const paragraphs = about.split(/\n\s*\n/).filter(p => !/^(#|!\[|\||\s{4}|```|<!--|\[[^\]]*\]\([^)]*\)\s*$)/.test(p));
  const plain = p => p.trim().replace(/\n/g, ' ').replace(/([\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, '$1').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/`|\*\*/g, '');
  return paragraphs.slice(0, 4).map(plain).join('\n\n');
}

// Lines that belong to one label of the report of a check, in its order: [[label, [text ...]] ...].
export function grouped(report) {
  const groups = [];
  for (const [label, text] of report) {
    if (label || !groups.length) groups.push([label, [text]]);
    else groups.at(-1)[1].push(text);
  }
  return groups;
}
