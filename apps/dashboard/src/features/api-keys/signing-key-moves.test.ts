import type { SigningKeyStatus } from '@basalt/contract';
import { expect, test } from 'vitest';
import { signingKeyMoves } from './signing-key-moves.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const plain = { isLegacy: false, legacyKeysEnabled: true, now: NOW };
const key = (status: SigningKeyStatus, minutesAgo = 60) => ({
  status,
  updated_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
});

test.each<[SigningKeyStatus, string[]]>([
  ['in_use', []],
  ['standby', ['rotate', 'revoke']],
  ['previously_used', ['rotate', 'standby', 'revoke']],
  ['revoked', ['standby', 'verify', 'delete']],
])('a key that is %s: %j', (status, names) => {
  const moves = signingKeyMoves(key(status), plain);
  expect(moves.map(({ name }) => name)).toEqual(names);
  expect(moves.filter(({ reason }) => reason !== null)).toEqual([]);
});

test.each([
  [10, null],
  [9, 'Possible in 1 minute, when nobody has it in a cache any more.'],
  [2.5, 'Possible in 8 minutes, when nobody has it in a cache any more.'],
])('revoked %d minutes ago: %s', (minutesAgo, reason) => {
  expect(signingKeyMoves(key('revoked', minutesAgo), plain).at(-1)).toEqual({
    name: 'delete',
    to: null,
    reason,
  });
});

test('the JWT secret outlives its keys and is never deleted', () => {
  const legacy = { ...plain, isLegacy: true };
  const revocation = (legacyKeysEnabled: boolean) =>
    signingKeyMoves(key('previously_used'), { ...legacy, legacyKeysEnabled }).at(-1)?.reason;
  expect(revocation(true)).toBe('It signs the legacy keys. Switch those off first.');
  expect(revocation(false)).toBeNull();
  expect(signingKeyMoves(key('revoked'), legacy).at(-1)?.reason).toBe('The JWT secret cannot be deleted.');
});
