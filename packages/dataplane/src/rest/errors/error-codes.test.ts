import { expect, test } from 'vitest';
import * as errors from './index.ts';
import type { RestError } from './rest-error.ts';

const candidate = {
  cardinality: 'many-to-one',
  embedding: 'a with b',
  relationship: 'fk using a(x) and b(y)',
  hint: 'fk',
} as const;
const call = { schema: 's', name: 'f', argumentNames: ['a', 'b'], unnamed: null, suggestion: null };

const ALL: [RestError, number, string, string][] = [
  [errors.databaseUnreachable(), 503, 'PGRST000', 'Database connection error. Retrying the connection.'],
  [errors.databaseConnectionLost(), 503, 'PGRST001', 'Database client error. Retrying the connection.'],
  [
    errors.schemaCacheNotLoaded(),
    503,
    'PGRST002',
    'Could not query the database for the schema cache. Retrying.',
  ],
  [errors.poolTimeout(), 504, 'PGRST003', 'Timed out acquiring connection from connection pool.'],
  [
    errors.queryParseError('failed to parse filter (x)', 1, 'd'),
    400,
    'PGRST100',
    '"failed to parse filter (x)" (line 1, column 1)',
  ],
  [errors.invalidRpcMethod('PUT'), 405, 'PGRST101', 'Cannot use the PUT method on RPC'],
  [errors.invalidBody('Empty or invalid json'), 400, 'PGRST102', 'Empty or invalid json'],
  [errors.offsetBeyondTotal(5, 3), 416, 'PGRST103', 'Requested range not satisfiable'],
  [
    errors.invalidPutFilters(),
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  ],
  [errors.unacceptableSchema('x', ['a', 'b']), 406, 'PGRST106', 'Invalid schema: x'],
  [
    errors.unacceptableMediaTypes(['a/b', 'c/d']),
    406,
    'PGRST107',
    'None of these media types are available: a/b, c/d',
  ],
  [errors.notEmbedded('x'), 400, 'PGRST108', "'x' is not an embedded resource in this request"],
  [
    errors.badResponseHeaders(),
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  ],
  [errors.badResponseStatus(), 500, 'PGRST112', 'response.status guc must be a valid status code'],
  [
    errors.putLimitNotAllowed(),
    400,
    'PGRST114',
    'limit/offset querystring parameters are not allowed for PUT',
  ],
  [errors.putKeyMismatch(), 400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'],
  [errors.notSingular(2), 406, 'PGRST116', 'Cannot coerce the result to a single JSON object'],
  [errors.unsupportedMethod('X'), 405, 'PGRST117', 'Unsupported HTTP method: X'],
  [errors.relatedOrderNotToOne('a', 'b'), 400, 'PGRST118', "A related order on 'b' is not possible"],
  [errors.badEmbedFilter('a'), 400, 'PGRST120', "Bad operator on the 'a' embedded resource"],
  [errors.invalidPreferences(['a', 'b']), 400, 'PGRST122', 'Invalid preferences given with handling=strict'],
  [errors.aggregatesNotAllowed(), 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
  [errors.maxAffectedExceeded(9), 400, 'PGRST124', 'Query result exceeds max-affected preference constraint'],
  [errors.invalidPath(), 404, 'PGRST125', 'Invalid path specified in request URL'],
  [errors.rootDisabled(), 404, 'PGRST126', 'Root endpoint metadata is disabled'],
  [errors.notImplemented('x'), 400, 'PGRST127', 'Feature not implemented'],
  [
    errors.maxAffectedOnSingleReturn(),
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  ],
  [
    errors.relationshipNotFound({ origin: 'a', target: 'b', schema: 's', usingHint: null, suggestion: null }),
    400,
    'PGRST200',
    "Could not find a relationship between 'a' and 'b' in the schema cache",
  ],
  [
    errors.relationshipAmbiguous('a', 'b', [candidate]),
    300,
    'PGRST201',
    "Could not embed because more than one relationship was found for 'a' and 'b'",
  ],
  [
    errors.functionNotFound(call),
    404,
    'PGRST202',
    'Could not find the function s.f(a, b) in the schema cache',
  ],
  [
    errors.functionAmbiguous(['s.f(a => integer)', 's.f(a => text)']),
    300,
    'PGRST203',
    'Could not choose the best candidate function between: s.f(a => integer), s.f(a => text)',
  ],
  [
    errors.columnNotFound('t', 'c'),
    400,
    'PGRST204',
    "Could not find the 'c' column of 't' in the schema cache",
  ],
  [
    errors.tableNotFound('s', 't', null),
    404,
    'PGRST205',
    "Could not find the table 's.t' in the schema cache",
  ],
  [errors.noJwtSecret(), 500, 'PGRST300', 'Server lacks JWT secret'],
  [
    errors.tokenRefused({ kind: 'malformed', message: 'Expected 3 parts in JWT; got 1' }),
    401,
    'PGRST301',
    'Expected 3 parts in JWT; got 1',
  ],
  [errors.anonymousDisabled(), 401, 'PGRST302', 'Anonymous access is disabled'],
  [errors.tokenRefused({ kind: 'claims', message: 'JWT expired' }), 401, 'PGRST303', 'JWT expired'],
  [
    errors.internalError(new Error('secret')),
    500,
    'PGRSTX00',
    'The Data API could not answer because of an internal error.',
  ],
];

test.each(ALL.map(([error, status, code, message]) => ({ error, status, code, message })))(
  '$code',
  ({ error, status, code, message }) => expect(error).toMatchObject({ status, code, message }),
);

test('details and hints', () => {
  expect(errors.offsetBeyondTotal(5, 3).details).toBe(
    'An offset of 5 was requested, but there are only 3 rows.',
  );
  expect(errors.unacceptableSchema('x', ['a', 'b']).hint).toBe(
    'Only the following schemas are exposed: a, b',
  );
  expect(errors.notSingular(0).details).toBe('The result contains 0 rows');
  expect(errors.maxAffectedExceeded(9).details).toBe('The query affects 9 rows');
  expect(errors.invalidPreferences(['a', 'b']).details).toBe('Invalid preferences: a, b');
  expect(errors.tableNotFound('s', 'itms', 'items').hint).toBe("Perhaps you meant the table 's.items'");
  expect(
    errors.relationshipNotFound({ origin: 'a', target: 'b', schema: 's', usingHint: 'h', suggestion: 'S.' }),
  ).toMatchObject({
    details:
      "Searched for a foreign key relationship between 'a' and 'b' using the hint 'h' in the schema 's', but no matches were found.",
    hint: 'S.',
  });
  expect(errors.relationshipAmbiguous('a', 'b', [candidate, { ...candidate, hint: 'fk2' }])).toMatchObject({
    details: [
      { cardinality: 'many-to-one', embedding: 'a with b', relationship: 'fk using a(x) and b(y)' },
      { cardinality: 'many-to-one' },
    ],
    hint: "Try changing 'b' to one of the following: 'b!fk', 'b!fk2'. Find the desired relationship in the 'details' key.",
  });
});

test.each([
  [{ argumentNames: [], unnamed: null }, 's.f without parameters', ' without parameters'],
  [{ argumentNames: ['a'], unnamed: null }, 's.f(a)', ' with parameter a'],
  [
    { argumentNames: ['a', 'b'], unnamed: 'json/jsonb' },
    's.f(a, b)',
    ' with parameters a, b or with a single unnamed json/jsonb parameter',
  ],
  [{ argumentNames: [], unnamed: 'text' }, 's.f', ' with a single unnamed text parameter'],
] as const)('PGRST202 for %j', (asked, name, searched) => {
  expect(errors.functionNotFound({ ...call, ...asked, suggestion: 's.g' })).toMatchObject({
    message: `Could not find the function ${name} in the schema cache`,
    details: `Searched for the function s.f${searched}, but no matches were found in the schema cache.`,
    hint: asked.unnamed === 'text' ? null : 'Perhaps you meant to call the function s.g',
  });
});

test('401 says how to authenticate', () => {
  expect(errors.anonymousDisabled().headers).toEqual({ 'www-authenticate': 'Bearer' });
  expect(
    errors.tokenRefused({ kind: 'signature', message: 'JWT "cryptographic" operation failed' }).headers,
  ).toEqual({
    'www-authenticate': String.raw`Bearer error="invalid_token", error_description="JWT \"cryptographic\" operation failed"`,
  });
});
