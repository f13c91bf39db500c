import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitsChallenge, readCodeChallenge } from './code-challenge.ts';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

describe('a challenge', () => {
  test('of the standard fits its verifier', () => {
    const challenge = readCodeChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'S256');
    expect(challenge && fitsChallenge(VERIFIER, challenge)).toBe(true);
  });

  test('fits no other verifier', () => {
    const challenge = {
      challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      method: 's256',
    } as const;
    fc.assert(fc.property(fc.string(), (other) => other === VERIFIER || !fitsChallenge(other, challenge)));
    expect(fitsChallenge(challenge.challenge, challenge)).toBe(false);
  });

  test('may be the verifier itself', () => {
    expect(fitsChallenge(VERIFIER, { challenge: VERIFIER, method: 'plain' })).toBe(true);
  });

  test('may be left out', () => {
    expect(readCodeChallenge(null, null)).toBeNull();
  });
});

test.each([
  [null, 's256'],
  ['x'.repeat(43), null],
  ['x'.repeat(42), 's256'],
  ['x'.repeat(129), 's256'],
  [`${'x'.repeat(43)}=`, 's256'],
  ['x'.repeat(43), 'sha1'],
])('%j with %j is refused', (challenge, method) => {
  expect(() => readCodeChallenge(challenge, method)).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
