import { expect, it } from 'vitest';
import { type ListKey, readListKey } from './list-keys.ts';

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

it.each<[string, object, number, ListKey | null]>([
  ['ArrowDown', {}, -1, { type: 'go', to: 0, extend: false }],
  ['ArrowDown', { shiftKey: true }, 4, { type: 'go', to: 4, extend: true }],
  ['ArrowUp', {}, 0, { type: 'go', to: 0, extend: false }],
  ['End', { shiftKey: true }, 0, { type: 'go', to: 4, extend: true }],
  ['PageUp', {}, 3, { type: 'go', to: 0, extend: false }],
  ['a', { metaKey: true }, 0, { type: 'all' }],
  ['a', {}, 0, null],
  ['Backspace', {}, 0, { type: 'command', command: 'up' }],
  ['Backspace', { ctrlKey: true }, 0, { type: 'command', command: 'delete' }],
  ['ArrowLeft', { altKey: true }, 0, null],
  ['k', { ctrlKey: true }, 0, null],
  ['Tab', {}, 0, null],
])('%s with %j at %i of five', (key, more, at, expected) => {
  expect(readListKey(press(key, more), at, 5)).toEqual(expected);
});
