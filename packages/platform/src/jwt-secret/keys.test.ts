import { decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { legacyKey } from './keys.ts';

const SECRET = 'a secret of at least thirty-two characters';
const REF = 'abcdefghijklmnopqrst';
const ISSUED = new Date('2026-01-31T12:00:00.900Z');

it('is a token of the JWT secret for one role of one project, good for ten years', async () => {
  const key = await legacyKey(SECRET, REF, 'anon', ISSUED);
  const { payload } = await jwtVerify(key, new TextEncoder().encode(SECRET), { currentDate: ISSUED });
  const iat = 1_769_860_800;
  expect(payload).toEqual({ iss: 'supabase', ref: REF, role: 'anon', iat, exp: iat + 315_360_000 });
  expect(decodeProtectedHeader(key)).toEqual({ alg: 'HS256', typ: 'JWT' });
});

it('is the same each time, and another one for another role, secret or time', async () => {
  const key = await legacyKey(SECRET, REF, 'anon', ISSUED);
  expect(await legacyKey(SECRET, REF, 'anon', new Date(ISSUED))).toBe(key);
  expect(await legacyKey(SECRET, REF, 'service_role', ISSUED)).not.toBe(key);
  expect(await legacyKey(`${SECRET}!`, REF, 'anon', ISSUED)).not.toBe(key);
  expect(await legacyKey(SECRET, REF, 'anon', new Date(0))).not.toBe(key);
});
