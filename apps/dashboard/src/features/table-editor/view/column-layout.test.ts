import { expect, it } from 'vitest';
import { changeColumn, layColumns, moveColumn, savedColumns, stepColumn } from './column-layout.ts';

const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(' ');

it('lays out what is there, in the remembered order', () => {
  const laid = layColumns([{ name: 'c', width: 90 }, { name: 'gone' }, { name: 'a' }], ['a', 'b', 'c']);
  expect(laid).toEqual([
    { name: 'c', width: 90, place: 2 },
    { name: 'a', place: 0 },
    { name: 'b', place: 1 },
  ]);
});

it('puts frozen columns first', () => {
  expect(names(layColumns([{ name: 'a' }, { name: 'b', isFrozen: true }], ['a', 'b', 'c']))).toBe('b a c');
});

it('moves columns', () => {
  const columns = layColumns([], ['a', 'b', 'c']);
  expect(names(moveColumn(columns, 'a', 'c'))).toBe('b c a');
  expect(names(moveColumn(columns, 'c', 'a'))).toBe('c a b');
  expect(names(moveColumn(columns, 'x', 'a'))).toBe('a b c');
  expect(names(stepColumn(columns, 'c', 1))).toBe('a b c');
  expect(names(stepColumn(changeColumn(columns, 'b', { isHidden: true }), 'c', -1))).toBe('c a b');
});

it('remembers what was chosen and nothing else', () => {
  const columns = changeColumn(layColumns([], ['a', 'b']), 'a', { isFrozen: true, width: 120 });
  expect(savedColumns(changeColumn(columns, 'a', { isFrozen: undefined }))).toEqual([
    { name: 'a', width: 120 },
    { name: 'b' },
  ]);
});
