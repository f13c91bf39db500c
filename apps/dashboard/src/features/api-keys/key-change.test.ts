import type { ApiKey } from '@basalt/contract';
import { expect, test } from 'vitest';
import { findKeys } from './key-change.ts';

const keys = [
  { name: 'web_app', description: 'The Shop', prefix: 'sb_publishable_AbCdEf' },
  { name: 'nightly', description: null, prefix: 'sb_secret_XyZ123' },
] as ApiKey[];

test.each([
  ['', ['web_app', 'nightly']],
  ['  ', ['web_app', 'nightly']],
  ['NIGHT', ['nightly']],
  ['shop', ['web_app']],
  ['sb_secret_xyz', ['nightly']],
  ['nothing', []],
])('%j finds %j', (search, names) => {
  expect(findKeys(keys, search).map(({ name }) => name)).toEqual(names);
});
