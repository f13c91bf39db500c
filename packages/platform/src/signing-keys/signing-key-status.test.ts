import { SIGNING_KEY_DELETE_DELAY, SIGNING_KEY_STATUSES, type SigningKeyStatus } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { assertMayDelete, assertMayMove } from './signing-key-status.ts';

function ways(from: SigningKeyStatus): SigningKeyStatus[] {
  return SIGNING_KEY_STATUSES.filter((to) => {
    try {
      assertMayMove(from, to);
      return to !== from;
    } catch {
      return false;
    }
  });
}

describe('a signing key', () => {
  it.each([
    ['standby', ['in_use', 'revoked']],
    ['in_use', []],
    ['previously_used', ['in_use', 'revoked', 'standby']],
    ['revoked', ['previously_used', 'standby']],
  ] as const)('that is %s can become %j', (from, to) => {
    expect(ways(from).sort()).toEqual(to);
  });

  it('may be given the status that it has', () => {
    for (const status of SIGNING_KEY_STATUSES) expect(() => assertMayMove(status, status)).not.toThrow();
  });

  it('that is in use says how it can be replaced', () => {
    expect(() => assertMayMove('in_use', 'revoked')).toThrow('Move another key to in_use');
  });

  const now = new Date();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  it.each([
    ['in_use', false, SIGNING_KEY_DELETE_DELAY, 'Only revoked keys'],
    ['standby', false, SIGNING_KEY_DELETE_DELAY, 'Only revoked keys'],
    ['revoked', false, 1_000, 'Try again in 10.'],
    ['revoked', true, SIGNING_KEY_DELETE_DELAY, 'The JWT secret cannot be deleted'],
  ] as const)('%s (legacy: %s) for %i ms cannot be deleted', (status, is_legacy, age, sentence) => {
    expect(() => assertMayDelete({ status, is_legacy, updated_at: ago(age) }, now)).toThrow(sentence);
  });

  it('can be deleted when it has been revoked for a while', () => {
    const key = { status: 'revoked', is_legacy: false, updated_at: ago(SIGNING_KEY_DELETE_DELAY) } as const;
    expect(() => assertMayDelete(key, now)).not.toThrow();
  });
});
