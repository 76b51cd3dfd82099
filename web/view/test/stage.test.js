// SPDX-License-Identifier: Apache-2.0
// What a view is fitted to; where three.js is not installed nobody can tell.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Settings } from '../src/ui/settings.js';

const { Box3, Vector3 } = await import('three').catch(() => ({}));
const { Stage } = Box3 ? await import('../src/scene/stage.js') : {};
const options = { skip: Box3 ? false : 'three.js is not installed' };

// A sphere of radius 0.5 at the origin in a box of this size around it.
function stageIn(size) {
  const half = new Vector3(size / 2, size / 2, size / 2);
  const view = { surfaces: { bounds: () => new Box3() }, bounds: new Box3(half.clone().negate(), half) };
  const settings = new Settings();
  const stage = new Stage(view, settings);
  stage.apply = () => {};
  const columns = { position: [0, 0, 0], radius: [0.5] };
  stage.frame = { data: name => columns[name] };
  return { stage, settings };
}

const width = stage => stage.content().getSize(new Vector3()).x;

test('the box of the run is fitted too where it is not much larger', options, () => {
  assert.equal(width(stageIn(1.5).stage), 1.5);
  assert.equal(width(stageIn(10).stage), 1);
});

test('a box that is not shown does not count, and an empty one is all there is', options, () => {
  const { stage, settings } = stageIn(1.5);
  settings.set('box', false);
  assert.equal(width(stage), 1);
  stage.frame = null;
  assert.equal(width(stage), 1.5);
});
