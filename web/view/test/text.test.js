// SPDX-License-Identifier: Apache-2.0
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { allTexts } from '../src/ui/text.js';

const folder = new URL('../src/', import.meta.url);
const sources = readdirSync(folder, { recursive: true }).filter(f => f.endsWith('.js')).map(f => readFileSync(new URL(f, folder), 'utf8')).join('\n');

test('every text has both languages', () => {
  for (const [key, texts] of allTexts()) assert.ok(texts.length === 2 && texts.every(s => s.length > 0), key);
});

test('every text that the page asks for by its whole key exists', () => {
  const keys = new Set(allTexts().map(([key]) => key));
  const prefixes = new Set([...keys].map(k => k.split('.')[0]));
  for (const [, key] of sources.matchAll(/'([a-z]+(?:\.[a-z]+)+)'/g)) if (prefixes.has(key.split('.')[0])) assert.ok(keys.has(key), key);
});
