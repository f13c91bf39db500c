import type { ApiKey } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { findKeys, type KeysQuestion, type KeysState, keysState, loadingOf } from './keys-state.ts';

const ready: KeysQuestion = {
  permitted: true,
  settings: 'ready',
  keys: 'ready',
  updateStatus: 'ready',
  jwt: 'ready',
  count: 4,
};

describe('keysState', () => {
  test.each<[string, Partial<KeysQuestion>, KeysState]>([
    ['everything is there', {}, 'list'],
    ['the permission is not known yet', { permitted: null }, 'loading'],
    ['the settings are on their way', { settings: 'loading' }, 'loading'],
    ['loading comes before denial', { permitted: false, settings: 'loading' }, 'loading'],
    ['denial comes before errors', { permitted: false, settings: 'error', updateStatus: 'error' }, 'denied'],
    ['denial does not wait for keys nobody asks for', { permitted: false, keys: 'loading' }, 'denied'],
    ['the settings cannot be read', { settings: 'error' }, 'keys-failed'],
    ['the keys cannot be read', { keys: 'error' }, 'keys-failed'],
    ['keys come before the status', { settings: 'error', updateStatus: 'error' }, 'keys-failed'],
    ['the status cannot be read', { updateStatus: 'error' }, 'status-failed'],
    ['errors come before the empty list', { updateStatus: 'error', count: 0 }, 'status-failed'],
    ['no keys yet', { count: 0 }, 'loading'],
    ['no keys while the JWT secret changes', { count: 0, jwt: 'updating' }, 'updating'],
    ['keys while the JWT secret changes', { jwt: 'updating' }, 'list'],
    ['keys after a change that failed', { jwt: 'failed' }, 'list'],
  ])('%s', (_, part, expected) => {
    expect(keysState({ ...ready, ...part })).toBe(expected);
  });
});

test.each([
  [{ data: undefined, isError: false }, 'loading'],
  [{ data: undefined, isError: true }, 'error'],
  [{ data: [], isError: false }, 'ready'],
  [{ data: [], isError: true }, 'ready'],
])('loadingOf(%j): %s', (query, expected) => {
  expect(loadingOf(query)).toBe(expected);
});

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
