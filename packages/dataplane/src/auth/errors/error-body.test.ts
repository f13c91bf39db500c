import { expect, test } from 'vitest';
import { apiVersion } from './api-version.ts';
import { AuthError } from './auth-error.ts';
import { errorBody } from './error-body.ts';
import { AUTH_ERRORS } from './error-codes.ts';

test.each([
  ['2024-01-01', '2024-01-01'],
  ['2025-06-30', '2024-01-01'],
  ['2023-12-31', null],
  ['next', null],
  ['', null],
  [undefined, null],
])('of version %j is %j', (asked, version) => {
  expect(apiVersion({ headers: { 'x-supabase-api-version': asked } as never })).toBe(version);
});

test('an error has its code as text or as a number', () => {
  const error = new AuthError('otp_expired');
  expect(errorBody(error, '2024-01-01')).toEqual({ code: 'otp_expired', message: error.message });
  expect(errorBody(error, null)).toEqual({ code: 403, error_code: 'otp_expired', msg: error.message });
});

test('every code has a status of its kind and a sentence', () => {
  for (const [status, message] of Object.values(AUTH_ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message.length).toBeGreaterThan(5);
  }
});
