import type { AuthUser } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { providerLabel, providersOf, userName, userTitle } from './user-names.ts';

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
