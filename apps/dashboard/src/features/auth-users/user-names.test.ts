import type { AuthUser } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { deviceName, providerLabel, providersOf, userName, userTitle } from './user-names.ts';

const user: AuthUser = {
  id: '6f1c0e0e-0000-4000-8000-000000000001',
  email: '',
  phone: '',
  created_at: '2026-06-01T12:00:00Z',
  updated_at: '2026-06-01T12:00:00Z',
  app_metadata: {},
  user_metadata: {},
};

describe('userTitle', () => {
  it.each<[Partial<AuthUser>, string]>([
    [{ email: 'ada@example.com', phone: '49151' }, 'ada@example.com'],
    [{ phone: '49151' }, '+49151'],
    [{ is_anonymous: true }, 'Anonymous user'],
    [{}, 'User without an address'],
  ])('%j is %s', (facts, title) => {
    expect(userTitle({ ...user, ...facts })).toBe(title);
  });
});

describe('userName', () => {
  it.each([
    [{ full_name: 'Ada Lovelace', name: 'ada' }, 'Ada Lovelace'],
    [{ full_name: '  ', name: ' ada ' }, 'ada'],
    [{ full_name: { toString: 'x' }, name: ['x'] }, null],
    // A name must not read backwards, or hide what it is.
    [{ full_name: '\u202egnp.exe', name: '\u200f\u202c' }, 'gnp.exe'],
    [{ full_name: '\u202e', name: '\u200f' }, null],
    [{}, null],
  ])('%j is %s', (user_metadata, name) => {
    expect(userName({ ...user, user_metadata })).toBe(name);
  });
});

describe('providersOf', () => {
  it('names every identity once', () => {
    const identities = [{ provider: 'email' }, { provider: 'github' }, { provider: 'github' }];
    expect(providersOf({ ...user, identities })).toEqual(['email', 'github']);
  });

  it.each([
    [{ providers: ['google', 7, null, ''] }, ['google']],
    [{ provider: 'google', providers: 'email' }, ['email', 'google']],
    [{ providers: { a: 1 } }, []],
  ])('without identities it reads %j as %j', (app_metadata, providers) => {
    expect(providersOf({ ...user, app_metadata })).toEqual(providers);
  });
});

describe('providerLabel', () => {
  it.each([
    ['github', 'GitHub'],
    ['keycloak', 'Keycloak'],
    ['', ''],
  ])('%s is %s', (provider, label) => {
    expect(providerLabel(provider)).toBe(label);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  [`x${'y'.repeat(200)} z`, `x${'y'.repeat(38)}…`],
  ['   ', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
