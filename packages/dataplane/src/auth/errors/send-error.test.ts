import { QueryError } from '@basalt/postgres';
import { expect, test } from 'vitest';
import { CallerError } from '../../caller/caller-error.ts';
import { AuthError } from './auth-error.ts';
import { AUTH_ERRORS } from './error-codes.ts';
import { apiVersion, asAuthError, errorBody } from './send-error.ts';

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

const fromDatabase = (code: string) => asAuthError(new QueryError({ code, message: 'secret' }));
const fromServer = (statusCode: number) => asAuthError(Object.assign(new Error('secret'), { statusCode }));

test.each([
  ['08001', 503, 'unexpected_failure'],
  ['08006', 503, 'unexpected_failure'],
  ['53300', 503, 'unexpected_failure'],
  ['57P01', 503, 'unexpected_failure'],
  ['57014', 504, 'request_timeout'],
  ['22P05', 400, 'validation_failed'],
])('SQLSTATE %s is %i %s, and tells nothing more', (code, status, name) => {
  const error = fromDatabase(code);
  expect(error).toMatchObject({ status, code: name });
  expect(error?.message).not.toContain('secret');
});

test.each([
  [413, 413, 'request_entity_too_large'],
  [400, 400, 'validation_failed'],
  [415, 415, 'validation_failed'],
])('what the web server refuses with %i is %i %s', (given, status, code) => {
  expect(fromServer(given)).toMatchObject({ status, code });
});

test('a caller who is not known is told as in all of the auth API', () => {
  const problem = { kind: 'signature', message: 'No suitable key' } as const;
  expect(asAuthError(new CallerError({ kind: 'no-credentials' }))).toMatchObject({
    status: 401,
    code: 'no_authorization',
  });
  expect(asAuthError(new CallerError({ kind: 'token-refused', problem }))).toMatchObject({
    status: 403,
    code: 'bad_jwt',
    message: 'invalid JWT: unable to parse or verify signature, No suitable key',
  });
});

test('everything else is a defect', () => {
  const defects = [
    fromDatabase('23505'),
    fromDatabase('P0001'),
    fromServer(500),
    asAuthError(new TypeError('x')),
    asAuthError('x'),
  ];
  expect(defects).toEqual([null, null, null, null, null]);
});
