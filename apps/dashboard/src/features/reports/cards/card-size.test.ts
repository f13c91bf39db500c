import { expect, it } from 'vitest';
import { sizeAfterDrag, sizeAfterKey } from './card-size.ts';

const half = { width: 6, height: 4 };

it('snaps to columns and rows while the corner is dragged', () => {
  expect(sizeAfterDrag(half, { x: 130, y: -100 }, 100)).toEqual({ width: 7, height: 3 });
  expect(sizeAfterDrag(half, { x: 5_000, y: 5_000 }, 100)).toEqual({ width: 12, height: 12 });
  expect(sizeAfterDrag(half, { x: -5_000, y: -5_000 }, 100)).toEqual({ width: 3, height: 2 });
});

it('keeps the width where there is one column only', () => {
  expect(sizeAfterDrag(half, { x: 130, y: 84 }, null)).toEqual({ width: 6, height: 5 });
});

it.each([
  ['ArrowRight', { width: 7, height: 4 }],
  ['ArrowLeft', { width: 5, height: 4 }],
  ['ArrowDown', { width: 6, height: 5 }],
  ['ArrowUp', { width: 6, height: 3 }],
  ['Tab', null],
])('%s', (key, expected) => expect(sizeAfterKey(half, key)).toEqual(expected));
