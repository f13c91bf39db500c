import { expect, it } from 'vitest';
import { keysOf, pairsOf } from './attribute-pairs.ts';

it('shows a mapping as rows, and keeps what rows cannot show', () => {
  const keys = { team: { names: ['dept', 'ou'], array: true }, name: { name: 'cn', default: 'Nobody' } };
  const pairs = pairsOf(keys);
  expect(pairs.map(({ name, value }) => [name, value])).toEqual([
    ['team', 'dept, ou'],
    ['name', 'cn'],
  ]);
  expect(keysOf(pairs, keys)).toEqual(keys);
  const typed = [
    ...pairs.slice(1),
    { key: 5, name: ' city ', value: 'l , ' },
    { key: 6, name: '', value: 'x' },
  ];
  expect(keysOf(typed, keys)).toEqual({ name: keys.name, city: { name: 'l' } });
});
