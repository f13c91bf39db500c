import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { matchTotp, newTotpSecret } from './totp.ts';

const NOW = 1_700_000_010_000;
const STEP = Math.floor(NOW / 30_000);

function codeAt(secret: string, timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

describe('newTotpSecret', () => {
  it('gives the same secret as text, as URI and as picture', () => {
    const { secret, uri, qr_code } = newTotpSecret('app.example.com:3000', 'a b+c@example.com');
    const read = URI.parse(uri);
    expect(read.secret.base32).toBe(secret);
    expect(read.issuer).toBe('app.example.com 3000');
    expect(read.label).toBe('a b+c@example.com');
    expect(Buffer.from(read.secret.buffer)).toHaveLength(20);
    expect(qr_code).toMatch(/^<svg /);
  });

  it('never gives a secret twice', () => {
    const secrets = Array.from({ length: 50 }, () => newTotpSecret('a', 'b').secret);
    expect(new Set(secrets).size).toBe(50);
  });
});

describe('matchTotp', () => {
  // The secret of RFC 6238. It is fixed, because two steps of a random one have the same code now and then.
  const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

  it.each([
    ['the present step', 0],
    ['the step before', -1],
    ['the step after', 1],
  ])('takes the code of %s', (_name, steps) => {
    expect(matchTotp(secret, codeAt(secret, NOW + steps * 30_000), NOW)).toBe(STEP + steps);
  });

  it.each([-2, 2, 100])('refuses the code of %d steps away', (steps) => {
    const code = codeAt(secret, NOW + steps * 30_000);
    expect(matchTotp(secret, code, NOW)).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６', "1' or 1"])('refuses %j', (code) => {
    expect(matchTotp(secret, code, NOW)).toBeNull();
  });

  it('agrees with the test vectors of RFC 6238', () => {
    expect(matchTotp(secret, '287082', 59_000)).toBe(1);
    expect(matchTotp(secret, '081804', 1_111_111_109_000)).toBe(37037036);
  });
});
