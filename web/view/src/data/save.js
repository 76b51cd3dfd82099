// SPDX-License-Identifier: Apache-2.0
// Files that the page hands to the reader.

export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const saveText = (text, name, type = 'text/csv') => saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);

export const fileName = text => text.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^_+|_+$/g, '') || 'tsubu';

const cell = text => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// columns: [{label, unit, values}], as long as one another. Numbers are written so that they are read back the same.
export function csvOf(columns) {
  const head = columns.map(c => cell(c.unit ? `${c.label} [${c.unit}]` : c.label)).join(',');
  const rows = columns[0]?.values.map((_, k) => columns.map(c => (Number.isFinite(c.values[k]) ? String(c.values[k]) : '')).join(',')) ?? [];
  return [head, ...rows, ''].join('\n');
}
