import { expect, it } from 'vitest';
import { readVariables } from './read-variables.ts';

it.each([
  ['', { variables: null }],
  [' {"a":1} ', { variables: { a: 1 } }],
  ['[1]', { problem: expect.stringContaining('JSON object') }],
  ['null', { problem: expect.stringContaining('JSON object') }],
  ['{a:1}', { problem: expect.stringContaining('not JSON') }],
])('reads %s', (text, read) => expect(readVariables(text)).toEqual(read));
