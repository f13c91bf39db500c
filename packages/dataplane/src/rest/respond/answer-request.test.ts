import { describe, expect, test } from 'vitest';
import { RestError } from '../errors/rest-error.ts';
import { parseRestRequest } from '../request/parse-rest-request.ts';
import { type AnswerParts, answerRequest } from './answer-request.ts';
import type { Outcome } from './outcome.ts';

const NOTHING: Outcome = {
  total: null,
  page: 0,
  body: null,
  headers: null,
  status: null,
  inserted: null,
  location: null,
};
const JSON_TYPE = 'application/json; charset=utf-8';

interface Asked {
  prefer?: string;
  range?: string;
  body?: string;
  settings?: Partial<AnswerParts['settings']>;
  schema?: string;
}

function answer(method: string, url: string, given: Partial<Outcome>, asked: Asked = {}) {
  const { prefer, range, body = '{}', schema } = asked;
  const headers = { prefer, range, 'accept-profile': schema, 'content-profile': schema };
  const request = parseRestRequest({ method, url, headers, body: Buffer.from(body) });
  const settings = { schemas: ['public'], txEnd: 'commit', ...asked.settings } as const;
  return answerRequest({
    request,
    outcome: { ...NOTHING, ...given },
    compiled: { contentType: JSON_TYPE, isPlan: false },
    settings,
  });
}

const rows = Buffer.from('[…]');

describe('reading', () => {
  test.each([
    ['all rows', '/t', { page: 3 }, 200, '0-2/*'],
    ['none', '/t', { page: 0 }, 200, '*/*'],
    ['all, counted', '/t', { page: 3, total: 3 }, 200, '0-2/3'],
    ['a page', '/t?limit=3', { page: 3, total: 10 }, 206, '0-2/10'],
    ['a later page', '/t?limit=3&offset=6', { page: 3, total: 10 }, 206, '6-8/10'],
    ['the last page', '/t?limit=3&offset=9', { page: 1, total: 10 }, 206, '9-9/10'],
    ['right behind the end', '/t?offset=10', { page: 0, total: 10 }, 206, '*/10'],
    ['none of none', '/t', { page: 0, total: 0 }, 200, '*/0'],
    ['limit 0', '/t?limit=0', { page: 0, total: 10 }, 206, '*/10'],
    ['an uncounted page', '/t?limit=3&offset=6', { page: 3 }, 200, '6-8/*'],
  ])('%s', (_what, url, given, status, range) => {
    const got = answer('GET', url, { body: rows, ...given });
    expect(got).toMatchObject({
      status,
      body: rows,
      headers: { 'content-range': range, 'content-type': JSON_TYPE },
    });
  });

  test('beyond the end there is nothing to satisfy the request', () => {
    const read = () => answer('GET', '/t?offset=11', { total: 10 });
    expect(read).toThrow(
      expect.objectContaining({
        status: 416,
        code: 'PGRST103',
        details: 'An offset of 11 was requested, but there are only 10 rows.',
        headers: { 'content-range': '*/10' },
      }),
    );
    expect(read).toThrow(RestError);
    expect(answer('GET', '/t?offset=11', {}).status).toBe(200);
  });

  test('HEAD has the headers of GET and no body', () => {
    const got = answer('HEAD', '/t', { page: 2, total: 2, body: rows });
    expect(got).toEqual({ ...answer('GET', '/t', { page: 2, total: 2, body: rows }), body: null });
  });

  test('Content-Location is the sorted query', () => {
    expect(answer('GET', '/my%20t?select=b&id=eq.1', {}).headers['content-location']).toBe(
      '/my%20t?id=eq.1&select=b',
    );
    expect(answer('GET', '/t', {}).headers['content-location']).toBe('/t');
  });

  test('the schema is named where there is a choice', () => {
    expect(answer('GET', '/t', {}).headers).not.toHaveProperty('content-profile');
    const settings = { schemas: ['public', 'other'] };
    expect(answer('GET', '/t', {}, { settings }).headers['content-profile']).toBe('public');
    expect(answer('GET', '/t', {}, { settings, schema: 'other' }).headers['content-profile']).toBe('other');
  });
});

describe('calling', () => {
  test('void has no body and no type', () => {
    const got = answer('POST', '/rpc/f', { page: 1, body: null });
    expect(got).toEqual({ status: 204, body: null, headers: { 'content-range': '0-0/*' } });
  });

  test('a value and a page of rows', () => {
    expect(answer('POST', '/rpc/f', { page: 1, body: Buffer.from('3') })).toMatchObject({
      status: 200,
      headers: { 'content-range': '0-0/*' },
    });
    expect(answer('GET', '/rpc/f?limit=2', { page: 2, total: 5, body: rows })).toMatchObject({
      status: 206,
      headers: { 'content-range': '0-1/5' },
    });
    expect(answer('GET', '/rpc/f', { page: 1, body: rows }).headers).not.toHaveProperty('content-location');
    expect(answer('HEAD', '/rpc/f', { page: 1, body: null })).toMatchObject({ status: 200, body: null });
  });
});

describe('inserting', () => {
  test.each([
    ['nothing asked', undefined, { page: 2 }, 201, '', '*/*'],
    ['minimal', 'return=minimal', { page: 2 }, 201, '', '*/*'],
    ['rows', 'return=representation', { page: 2, body: rows }, 201, rows, '*/*'],
    ['rows, counted', 'return=representation,count=exact', { page: 2, body: rows }, 201, rows, '*/2'],
    ['upsert of new ones', 'resolution=merge-duplicates', { page: 2, inserted: 1 }, 201, '', '*/*'],
    ['upsert of known ones', 'resolution=merge-duplicates', { page: 2, inserted: 0 }, 200, '', '*/*'],
    ['known ones ignored', 'resolution=ignore-duplicates', { page: 0, inserted: 0 }, 201, '', '*/*'],
  ])('%s', (_what, prefer, given, status, body, range) => {
    const got = answer('POST', '/t', given, { ...(prefer === undefined ? {} : { prefer }) });
    expect(got).toMatchObject({ status, body, headers: { 'content-range': range } });
    expect('content-type' in got.headers).toBe(body === rows);
  });

  test('Location names the new row', () => {
    const given = { page: 1, location: '{"id":"1","the key":"a&b"}' };
    expect(answer('POST', '/my%20t', given, { prefer: 'return=headers-only' }).headers.location).toBe(
      '/my%20t?id=eq.1&the%20key=eq.a%26b',
    );
    expect(answer('POST', '/t', given).headers).not.toHaveProperty('location');
    const keyless = { page: 1, location: '{"id":null}' };
    expect(answer('POST', '/t', keyless, { prefer: 'return=headers-only' }).headers.location).toBe(
      '/t?id=is.null',
    );
  });
});

describe('changing', () => {
  test.each([
    ['PATCH', undefined, { page: 2 }, 204, null, '0-1/*'],
    ['PATCH', undefined, { page: 0 }, 204, null, '*/*'],
    ['PATCH', 'count=exact', { page: 2 }, 204, null, '0-1/2'],
    ['PATCH', 'return=representation', { page: 2, body: rows }, 200, rows, '0-1/*'],
    ['DELETE', undefined, { page: 2 }, 204, null, '*/*'],
    ['DELETE', 'count=exact', { page: 2 }, 204, null, '*/2'],
    ['DELETE', 'return=representation', { page: 2, body: rows }, 200, rows, '*/*'],
    ['PUT', undefined, { page: 1, inserted: 1 }, 204, null, undefined],
    ['PUT', 'return=representation', { page: 1, inserted: 1, body: rows }, 201, rows, undefined],
    ['PUT', 'return=representation', { page: 1, inserted: 0, body: rows }, 200, rows, undefined],
  ])('%s with %s', (method, prefer, given, status, body, range) => {
    const got = answer(method, '/t?id=eq.1', given, { ...(prefer === undefined ? {} : { prefer }) });
    expect(got).toMatchObject({ status, body });
    expect(got.headers['content-range']).toBe(range);
    expect('content-type' in got.headers).toBe(body !== null);
  });
});

describe('Preference-Applied', () => {
  const everything =
    'max-affected=5, timezone=Europe/Oslo, handling=strict, tx=rollback, count=exact, return=representation, missing=default, resolution=merge-duplicates';
  const applied = (method: string, url: string, prefer: string, given = {}, settings = {}) =>
    answer(method, url, { body: rows, page: 1, ...given }, { prefer, settings }).headers[
      'preference-applied'
    ];

  test.each([
    ['GET', '/t', 'count=exact, handling=strict, timezone=Europe/Oslo'],
    [
      'POST',
      '/t',
      'resolution=merge-duplicates, missing=default, return=representation, count=exact, handling=strict, timezone=Europe/Oslo',
    ],
    [
      'PATCH',
      '/t',
      'missing=default, return=representation, count=exact, handling=strict, timezone=Europe/Oslo, max-affected=5',
    ],
    [
      'DELETE',
      '/t',
      'return=representation, count=exact, handling=strict, timezone=Europe/Oslo, max-affected=5',
    ],
    ['PUT', '/t?id=eq.1', 'return=representation, count=exact, handling=strict, timezone=Europe/Oslo'],
    ['POST', '/rpc/f', 'count=exact, handling=strict, timezone=Europe/Oslo, max-affected=5'],
  ])('%s %s', (method, url, expected) =>
    expect(applied(method, url, everything, { inserted: method === 'POST' ? 1 : null })).toBe(expected),
  );

  test('names the end of the transaction only where it can be chosen, max-affected only when strict', () => {
    expect(applied('DELETE', '/t', 'tx=rollback', {}, { txEnd: 'commit-allow-override' })).toBe(
      'tx=rollback',
    );
    expect(applied('DELETE', '/t', 'tx=rollback')).toBeUndefined();
    expect(applied('DELETE', '/t', 'max-affected=5')).toBeUndefined();
    expect(applied('POST', '/t', 'resolution=merge-duplicates')).toBeUndefined();
    expect(applied('GET', '/t', 'unknown=1')).toBeUndefined();
  });
});

describe('what SQL sets itself', () => {
  const call = (given: Partial<Outcome>) =>
    answer('POST', '/rpc/f', { page: 1, body: Buffer.from('"x"'), ...given });

  test('goes over what was there', () => {
    const headers =
      '[{"X-Own":"1"},{"Content-Type":"text/html"},{"Set-Cookie":"a=1"},{"set-cookie":"b=2"},{"Content-Length":"99"}]';
    const got = call({ headers, status: '418' });
    expect(got.status).toBe(418);
    expect(got.headers).toEqual({
      'content-range': '0-0/*',
      'content-type': 'text/html',
      'x-own': '1',
      'set-cookie': ['a=1', 'b=2'],
    });
  });

  test('204 leaves no body', () => {
    expect(call({ status: '204' })).toEqual({
      status: 204,
      body: null,
      headers: { 'content-range': '0-0/*' },
    });
  });

  test.each([
    'nonsense',
    '{}',
    '[1]',
    '[{}]',
    '[{"a":"1","b":"2"}]',
    '[{"a":1}]',
    '[["a","b"]]',
    '[{"a b":"c"}]',
    String.raw`[{"a":"b\r\nc: d"}]`,
    '[{"a":"\u{1f701}"}]',
  ])('headers %s are refused', (headers) =>
    expect(() => call({ headers })).toThrow(expect.objectContaining({ status: 500, code: 'PGRST111' })),
  );

  test.each(['abc', '99', '1000', '100', '600', '2 00', '-200'])('status %s is refused', (status) =>
    expect(() => call({ status })).toThrow(expect.objectContaining({ status: 500, code: 'PGRST112' })),
  );
});
