import { expect, it } from 'vitest';
import { choiceParam, pageParam, presentParams, textParam } from './search-params.ts';

it.each<[unknown, string | undefined]>([
  ['shop', 'shop'],
  // The router reads ?q=12 and ?q=true as a number and a boolean.
  [12, '12'],
  [true, 'true'],
  ['', undefined],
  [undefined, undefined],
  [{ a: 1 }, undefined],
])('textParam(%j) is %j', (value, text) => {
  expect(textParam(value)).toBe(text);
});

it('drops a choice that is not on the list', () => {
  expect(choiceParam('pitr', ['pitr'])).toBe('pitr');
  expect(choiceParam('other', ['pitr'])).toBeUndefined();
});

it('leaves absent parameters out of the address', () => {
  expect(presentParams({ q: undefined, status: 'INACTIVE' })).toEqual({ status: 'INACTIVE' });
});

it.each<[unknown, number | undefined]>([
  [2, 2],
  [1, undefined],
  [0, undefined],
  [-3, undefined],
  [2.5, undefined],
  [1e300, undefined],
  ['2', undefined],
  [undefined, undefined],
])('pageParam(%j) is %j', (value, page) => {
  expect(pageParam(value)).toBe(page);
});
