import { QueryError } from '@basalt/postgres';
import { describe, expect, test } from 'vitest';
import { fromDatabaseError } from './from-database-error.ts';

const SIGNED_IN = { anonymous: false };
const ANONYMOUS = { anonymous: true };
const failure = (code: string, message = 'it failed', more = {}) =>
  new QueryError({ code, message, ...more });

describe('the status of an SQLSTATE', () => {
  test.each([
    ['08000', 503],
    ['08P01', 503],
    ['09000', 500],
    ['0LP01', 403],
    ['0P000', 403],
    ['22P02', 400],
    ['22021', 400],
    ['23502', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['25006', 405],
    ['25001', 500],
    ['28000', 403],
    ['2D000', 500],
    ['38000', 500],
    ['39000', 500],
    ['3B000', 500],
    ['40001', 500],
    ['40P01', 500],
    ['42501', 403],
    ['42601', 400],
    ['42703', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['53400', 500],
    ['53300', 503],
    ['54001', 500],
    ['55006', 500],
    ['57014', 500],
    ['57P01', 503],
    ['58030', 500],
    ['F0000', 500],
    ['HV000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['PT402', 402],
    ['PT504', 504],
    ['PT999', 500],
    ['PT100', 500],
    ['PTabc', 500],
    ['21000', 500],
    ['22023', 400],
    ['ZZZZZ', 400],
  ])('%s is %i', (code, status) =>
    expect(fromDatabaseError(failure(code), SIGNED_IN)).toMatchObject({ status, code }),
  );

  test('a lack of privileges asks the anonymous to sign in', () => {
    const error = fromDatabaseError(failure('42501', 'permission denied for table items'), ANONYMOUS);
    expect(error).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(fromDatabaseError(failure('42501'), SIGNED_IN).headers).toEqual({});
  });

  test.each([
    ['21000', 'UPDATE requires a WHERE clause', 400],
    ['21000', 'more than one row returned by a subquery used as an expression', 500],
    ['22023', 'role "nobody" does not exist', 401],
    ['22023', 'invalid value', 400],
    ['42883', 'function xmlagg(jsonb) does not exist', 406],
  ])('%s with "%s" is %i', (code, message, status) =>
    expect(fromDatabaseError(failure(code, message), SIGNED_IN).status).toBe(status),
  );
});

describe('what an error says', () => {
  const error = failure('23505', 'duplicate key value violates unique constraint "items_pkey"', {
    detail: 'Key (id)=(1) already exists.',
    hint: 'Use another.',
    position: 17,
    where: 'SQL statement "insert into secret_table"',
    table: 'items',
  });

  test('is message, detail and hint of the database, and no SQL', () => {
    const { code, message, details, hint } = fromDatabaseError(error, SIGNED_IN);
    expect({ code, message, details, hint }).toEqual({
      code: '23505',
      message: 'duplicate key value violates unique constraint "items_pkey"',
      details: 'Key (id)=(1) already exists.',
      hint: 'Use another.',
    });
  });

  test.each(['58P01', '58030', 'F0001', 'XX001', 'XX002', '53100'])(
    '%s does not name files of the server',
    (code) => {
      const known = fromDatabaseError(
        failure(code, 'could not open file "/var/lib/x/base/1"', { detail: '/var/lib/x', hint: '/etc' }),
        SIGNED_IN,
      );
      expect(JSON.stringify(known)).not.toContain('/');
      expect(known.message).not.toContain('/');
    },
  );
});

test('a database that is away is told from one that went away', () => {
  expect(fromDatabaseError(failure('08001', 'ENOENT /run/x'), SIGNED_IN)).toMatchObject({
    status: 503,
    code: 'PGRST000',
    message: 'Database connection error. Retrying the connection.',
    details: null,
  });
  expect(fromDatabaseError(failure('08006'), SIGNED_IN)).toMatchObject({
    status: 503,
    code: 'PGRST001',
    message: 'Database client error. Retrying the connection.',
    details: null,
  });
});

test.each([
  ['57P03', 'the database system is starting up', 'PGRST000'],
  ['28P01', 'password authentication failed for user "authenticator"', 'PGRST000'],
  ['3D000', 'database "x" does not exist', 'PGRST000'],
  ['57P02', 'terminating connection because of crash of another server process', 'PGRST001'],
])('%s at the door is nothing that the client did', (code, message, expected) => {
  const error = fromDatabaseError(failure(code, message, { severity: 'FATAL' }), SIGNED_IN);
  expect(error).toMatchObject({ status: 503, code: expected });
  expect(error.message).not.toBe(message);
});

describe("RAISE sqlstate 'PGRST'", () => {
  const raise = (message: unknown, detail: unknown) =>
    fromDatabaseError(
      failure('PGRST', text(message), { detail: detail === null ? null : text(detail) }),
      SIGNED_IN,
    );
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

  test('sets everything', () => {
    const error = raise(
      { code: '123', message: 'Payment required', details: 'Quota exceeded', hint: 'Upgrade' },
      { status: 402, headers: { 'X-Powered-By': 'Nerd Rage', 'Content-Length': '1' } },
    );
    expect(error).toMatchObject({
      status: 402,
      code: '123',
      message: 'Payment required',
      details: 'Quota exceeded',
      hint: 'Upgrade',
      headers: { 'x-powered-by': 'Nerd Rage' },
    });
    expect(Object.keys(error.headers)).toEqual(['x-powered-by']);
  });

  test('may leave details and hint out', () =>
    expect(raise({ code: 'a', message: 'b' }, { status: 418, headers: {} })).toMatchObject({
      status: 418,
      details: null,
      hint: null,
    }));

  test.each([
    ['no json', { status: 400, headers: {} }, "Invalid JSON value for MESSAGE: 'no json'"],
    [
      { code: 1, message: 'x' },
      { status: 400, headers: {} },
      `Invalid JSON value for MESSAGE: '{"code":1,"message":"x"}'`,
    ],
    [{ code: 'a', message: 'b' }, null, 'DETAIL is missing in the RAISE statement'],
    [{ code: 'a', message: 'b' }, 'no json', "Invalid JSON value for DETAIL: 'no json'"],
    [{ code: 'a', message: 'b' }, { headers: {} }, `Invalid JSON value for DETAIL: '{"headers":{}}'`],
    [
      { code: 'a', message: 'b' },
      { status: 99, headers: {} },
      `Invalid JSON value for DETAIL: '{"status":99,"headers":{}}'`,
    ],
    [{ code: 'a', message: 'b' }, { status: 400 }, `Invalid JSON value for DETAIL: '{"status":400}'`],
    [
      { code: 'a', message: 'b' },
      { status: 400, headers: { 'a b': 'c' } },
      `Invalid JSON value for DETAIL: '{"status":400,"headers":{"a b":"c"}}'`,
    ],
    [
      { code: 'a', message: 'b' },
      { status: 400, headers: { a: 'c\r\nd: e' } },
      `Invalid JSON value for DETAIL: '{"status":400,"headers":{"a":"c\\r\\nd: e"}}'`,
    ],
  ])('%j with %j cannot be read', (message, detail, details) =>
    expect(raise(message, detail)).toMatchObject({
      status: 500,
      code: 'PGRST121',
      message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
      details,
    }),
  );
});
