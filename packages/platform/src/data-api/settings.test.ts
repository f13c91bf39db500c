import { expect, it } from 'vitest';
import { splitNames } from './settings.ts';

it.each([
  ['', []],
  [' , ', []],
  ['public', ['public']],
  ['public, api ,public,,storage', ['public', 'api', 'storage']],
])('splitNames(%j)', (list, names) => {
  expect(splitNames(list)).toEqual(names);
});
