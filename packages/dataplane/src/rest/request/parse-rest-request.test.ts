import { describe, expect, test } from 'vitest';
import { parseRestRequest, type RestRequestInput } from './parse-rest-request.ts';

const parse = (url: string, more: Partial<RestRequestInput> = {}) =>
  parseRestRequest({ method: 'GET', url, headers: {}, body: null, ...more });
const eq = (name: string, value: string) => ({
  kind: 'test',
  negated: false,
  field: { name, steps: [] },
  test: { operator: 'eq', quantifier: null, value },
});

describe('method and path', () => {
  test.each([
    ['/', { kind: 'root' }],
    ['', { kind: 'root' }],
    ['/?select=a', { kind: 'root' }],
    ['/items', { kind: 'relation', name: 'items' }],
    ['/my%20items', { kind: 'relation', name: 'my items' }],
    ['/caf%C3%A9', { kind: 'relation', name: 'café' }],
    ['/a%2Fb', { kind: 'relation', name: 'a/b' }],
    ['/rpc', { kind: 'relation', name: 'rpc' }],
    ['/rpc/add', { kind: 'function', name: 'add' }],
  ])('%s', (url, resource) => expect(parse(url).resource).toEqual(resource));

  test.each(['/a/b', '/items/', '/rpc/', '/rpc/a/b', '//', '/%', '/%ff', '/a%00b'])('%s is no path', (url) =>
    expect(() => parse(url)).toThrow(expect.objectContaining({ status: 404, code: 'PGRST125' })),
  );

  test.each([
    ['PATCH', '/rpc/f', 'PGRST101', 'Cannot use the PATCH method on RPC'],
    ['PUT', '/rpc/f', 'PGRST101', 'Cannot use the PUT method on RPC'],
    ['DELETE', '/rpc/f', 'PGRST101', 'Cannot use the DELETE method on RPC'],
    ['POST', '/', 'PGRST117', 'Unsupported HTTP method: POST'],
    ['DELETE', '/', 'PGRST117', 'Unsupported HTTP method: DELETE'],
    ['TRACE', '/items', 'PGRST117', 'Unsupported HTTP method: TRACE'],
  ])('%s %s: %s', (method, url, code, message) =>
    expect(() => parse(url, { method })).toThrow(expect.objectContaining({ status: 405, code, message })),
  );
});

describe('the query string', () => {
  test('without one, everything is read', () => {
    expect(parse('/items')).toEqual({
      method: 'GET',
      resource: { kind: 'relation', name: 'items' },
      schema: null,
      read: { select: [{ kind: 'star' }], where: [], order: [], limit: null, offset: 0 },
      queryArguments: [],
      columns: null,
      onConflict: null,
      body: null,
      preferences: {
        return: null,
        count: null,
        resolution: null,
        missing: null,
        tx: null,
        handling: null,
        timezone: null,
        maxAffected: null,
        unknown: [],
      },
      accept: [{ kind: 'any' }],
      canonicalQuery: '',
    });
  });

  test('puts filters, order, limit and offset where they are addressed to', () => {
    const { read } = parse(
      '/films?select=*,d:directors(*,country(*)),...roles(actor)&id=eq.1&id=neq.2&order=a&limit=3&offset=4' +
        '&d.name=eq.X&d.order=b.desc&d.limit=1&d.country.code=eq.NO&d.country.offset=2&d.or=(a.eq.1,b.eq.2)&d.not.and=(c.eq.1)' +
        '&or=(x.eq.1,y.eq.2)&not.or=(z.eq.1)&roles.order=actor',
    );
    expect(
      read.where.map((condition) =>
        condition.kind === 'test' ? 'test' : `${condition.negated ? 'not ' : ''}${condition.kind}`,
      ),
    ).toEqual(['test', 'test', 'or', 'not or']);
    expect(read).toMatchObject({ order: [{ field: { name: 'a' } }], limit: 3, offset: 4 });
    expect(read.select[1]).toMatchObject({
      level: {
        where: [eq('name', 'X'), { kind: 'or', negated: false }, { kind: 'and', negated: true }],
        order: [{ field: { name: 'b' }, direction: 'desc' }],
        limit: 1,
        offset: 0,
        select: [{}, { level: { where: [eq('code', 'NO')], offset: 2, limit: null } }],
      },
    });
    expect(read.select[2]).toMatchObject({ spread: true, level: { order: [{ field: { name: 'actor' } }] } });
  });

  test.each([
    ['author.name=eq.1', 'author'],
    ['author.order=name', 'author'],
    ['author.limit=1', 'author'],
    ['author.or=(a.eq.1)', 'author'],
    ['a.b.name=eq.1', 'b'],
    ['select=*,x:author(*)&writer.name=eq.1', 'writer'],
  ])('%s is addressed to nothing', (query, name) => {
    const url = query.startsWith('select') ? `/t?${query}` : `/t?select=*,a(*)&${query}`;
    expect(() => parse(url)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST108',
        message: `'${name}' is not an embedded resource in this request`,
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      }),
    );
  });

  test('decodes as URLSearchParams encodes', () => {
    const value = 'a+b c&d=e%f "é" 🜁 (1,2)';
    const url = `/t?${new URLSearchParams({ 'odd name': `eq.${value}`, select: '"odd name"' })}`;
    expect(parse(url).read.where).toEqual([eq('odd name', value)]);
    expect(parse(`/t?name=eq.${encodeURIComponent(value)}`).read.where).toEqual([eq('name', value)]);
    expect(parse('/t?name=eq.1+2%2B3').read.where).toEqual([eq('name', '1 2+3')]);
  });

  test.each([
    ['100%', '100%'],
    ['%zz', '%zz'],
    ['%2', '%2'],
    ['5%+of%20%25', '5% of %'],
  ])('takes percent signs that encode nothing as they stand: %s', (text, value) =>
    expect(parse(`/t?name=eq.${text}`).read.where).toEqual([eq('name', value)]),
  );

  test('reads text sent as raw UTF-8 bytes, as Node hands it over', () => {
    const url = Buffer.from('/t?name=eq.é', 'utf8').toString('latin1');
    expect(parse(url).read.where).toEqual([eq('name', 'é')]);
  });

  test.each(['a=eq.%ff', 'a=eq.%C3', 'a=eq.%ED%A0%80', '%ff=eq.1', 'a=eq.\xe9', 'a=eq.%00', 'a%00=eq.1'])(
    '%s cannot be decoded',
    (query) =>
      expect(() => parse(`/t?${query}`)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' })),
  );

  test('ignores empty parts and names without a value; the first select counts', () => {
    const { read } = parse('/t?&&flag&select&select=a&select=b&');
    expect(read).toMatchObject({ select: [{ field: { name: 'a' } }], where: [] });
  });

  test('lists of names', () => {
    expect(parse('/t?columns=a,"b,c"&on_conflict=a, d')).toMatchObject({
      columns: ['a', 'b,c'],
      onConflict: ['a', 'd'],
    });
    expect(() => parse('/t?columns=a,')).toThrow(
      '"failed to parse columns parameter (a,)" (line 1, column 3)',
    );
    expect(() => parse('/t?on_conflict=(a)')).toThrow(
      '"failed to parse on_conflict parameter ((a))" (line 1, column 1)',
    );
  });

  test('the canonical query is sorted by name and encoded in one way', () => {
    expect(parse('/t?select=a,b&id=eq.1&flag').canonicalQuery).toBe('flag=&id=eq.1&select=a%2Cb');
    expect(parse('/t?id=gt.1&id=lt.5').canonicalQuery).toBe('id=gt.1&id=lt.5');
    expect(parse('/t?n=eq.x+y%0d%0aSet-Cookie:').canonicalQuery).toBe('n=eq.x%20y%0D%0ASet-Cookie%3A');
  });

  test.each([
    ['a long URL', `/t?a=eq.${'x'.repeat(70_000)}`],
    ['many parameters', `/t?${Array(1001).fill('a=eq.1').join('&')}`],
    ['a long path of embeds', `/t?${'a.'.repeat(5000)}b=eq.1`],
  ])('bounds %s', (_what, url) =>
    expect(() => parse(url)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' })),
  );
});

describe('rows', () => {
  test.each([
    ['limit=10&offset=5', undefined, 10, 5],
    ['limit=0', undefined, 0, 0],
    ['', '0-9', 10, 0],
    ['', '10-19', 10, 10],
    ['', '10-', null, 10],
    ['', 'items=5-6', 2, 5],
    ['limit=10', '5-100', 5, 5],
    ['offset=5', '0-9', 5, 5],
    ['limit=10&offset=20', '0-24', 5, 20],
    ['limit=0', '0-9', 0, 0],
    ['', 'bytes=0-9', null, 0],
    ['', 'nonsense', null, 0],
    ['offset=99999999999999999999999', undefined, null, Number.MAX_SAFE_INTEGER],
    ['limit=99999999999999999999999', undefined, Number.MAX_SAFE_INTEGER, 0],
  ])('?%s with Range %s', (query, range, limit, offset) =>
    expect(parse(`/t?${query}`, { headers: { range } }).read).toMatchObject({ limit, offset }),
  );

  test('another unit, and methods that read nothing, have no range', () => {
    const headers = { range: '0-0', 'range-unit': 'bytes' };
    expect(parse('/t', { headers }).read.limit).toBeNull();
    expect(parse('/t', { headers: { range: '0-0' }, method: 'DELETE' }).read.limit).toBeNull();
    expect(parse('/t', { headers: { range: '0-0', 'range-unit': 'items' }, method: 'HEAD' }).read.limit).toBe(
      1,
    );
  });

  test.each([
    ['limit=-1', undefined, 'Limit should be greater than or equal to zero.'],
    ['offset=-1', undefined, 'Offset should be greater than or equal to zero.'],
    ['', '9-0', 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'],
    [
      'limit=5',
      '10-19',
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
  ])('?%s with Range %s cannot be', (query, range, details) =>
    expect(() => parse(`/t?${query}`, { headers: { range } })).toThrow(
      expect.objectContaining({
        status: 416,
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details,
      }),
    ),
  );

  test.each(['limit=ten', 'limit=', 'limit=1.5', 'offset=1e3', 'limit=0x10', 'limit=NaN'])(
    '?%s is no number',
    (query) =>
      expect(() => parse(`/t?${query}`)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' })),
  );

  test('PUT has none', () => {
    const put = { method: 'PUT', body: Buffer.from('{}') };
    for (const query of ['limit=1', 'offset=0'])
      expect(() => parse(`/t?id=eq.1&${query}`, put)).toThrow(
        expect.objectContaining({
          status: 400,
          code: 'PGRST114',
          message: 'limit/offset querystring parameters are not allowed for PUT',
        }),
      );
  });
});

describe('functions', () => {
  test('by GET, parameters that are not reserved wait for the compiler, whatever they look like', () => {
    const { read, queryArguments } = parse(
      '/rpc/f?a=1&b=eq.2&c=nonsense.&rel.x=eq.1&select=id,rel(*)&order=id&limit=2&or=(x.eq.1)&rel.order=y',
    );
    expect(queryArguments).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: 'eq.2' },
      { name: 'c', value: 'nonsense.' },
      { name: 'rel.x', value: 'eq.1' },
    ]);
    expect(read).toMatchObject({ limit: 2, order: [{ field: { name: 'id' } }], where: [{ kind: 'or' }] });
  });

  test('by POST they are filters', () => {
    const { read, queryArguments, body } = parse('/rpc/f?b=eq.2', {
      method: 'POST',
      body: Buffer.from('{"a":1}'),
    });
    expect(queryArguments).toEqual([]);
    expect(read.where).toEqual([eq('b', '2')]);
    expect(body).toEqual({ kind: 'json', text: '{"a":1}', shape: 'object', keys: ['a'], rows: 1 });
  });
});

test('the schema is named by Accept-Profile when reading, by Content-Profile otherwise', () => {
  const headers = { 'accept-profile': 'reads', 'content-profile': 'writes' };
  expect(parse('/t', { headers }).schema).toBe('reads');
  expect(parse('/t', { headers, method: 'HEAD' }).schema).toBe('reads');
  expect(parse('/t', { headers, method: 'DELETE' }).schema).toBe('writes');
  expect(parse('/t', { headers, method: 'POST', body: Buffer.from('{}') }).schema).toBe('writes');
});

test('what a strict client asks for must be known', () => {
  const prefer = 'count=exact, handling=strict, foo, return=everything';
  expect(() => parse('/t', { headers: { prefer } })).toThrow(
    expect.objectContaining({
      status: 400,
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: foo, return=everything',
    }),
  );
  expect(parse('/t', { headers: { prefer: 'foo, count=exact' } }).preferences).toMatchObject({
    count: 'exact',
    unknown: ['foo'],
  });
});
