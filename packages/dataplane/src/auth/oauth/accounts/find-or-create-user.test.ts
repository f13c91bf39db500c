import { describe, expect, it } from 'vitest';
import { decideAccount } from './find-or-create-user.ts';

const verified = { email: 'a@example.com', emailVerified: true };
const unverified = { email: 'a@example.com', emailVerified: false };
const nameless = { email: null, emailVerified: false };
const nobody = { identityOwner: null, emailOwner: null };
const known = { identityOwner: null, emailOwner: 'u1' };

describe('decideAccount', () => {
  it('signs in whoever has the identity, whatever the address', () => {
    for (const profile of [verified, unverified, nameless]) {
      expect(decideAccount(profile, { ...known, identityOwner: 'u2' }, false)).toEqual({
        kind: 'sign-in',
        userId: 'u2',
      });
    }
  });

  it('links a verified address to the account that has it', () => {
    expect(decideAccount(verified, known, false)).toEqual({ kind: 'link', userId: 'u1' });
  });

  it('never opens an account with an address that is not verified', () => {
    expect(decideAccount(unverified, known, true)).toEqual({ kind: 'refuse', reason: 'address-taken' });
  });

  it('creates an account for a new address, verified or not', () => {
    expect(decideAccount(verified, nobody, false)).toEqual({ kind: 'create' });
    expect(decideAccount(unverified, nobody, false)).toEqual({ kind: 'create' });
  });

  it('needs an address unless the settings say otherwise', () => {
    expect(decideAccount(nameless, nobody, false)).toEqual({ kind: 'refuse', reason: 'no-email' });
    expect(decideAccount(nameless, nobody, true)).toEqual({ kind: 'create' });
  });
});
