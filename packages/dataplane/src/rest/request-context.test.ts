import { expect, test } from 'vitest';
import { parseCookies, requestContext } from './request-context.ts';

test('SQL sees method, path and headers', () => {
  const headers = { traceparent: '00-a', 'x-list': 'a, b', 'set-cookie': ['a', 'b'], cookie: 'sid=1' };
  expect(requestContext('GET', '/items?id=eq.1', headers)).toEqual({
    method: 'GET',
    path: '/items',
    headers: { traceparent: '00-a', 'x-list': 'a, b', 'set-cookie': 'a, b', cookie: 'sid=1' },
    cookies: { sid: '1' },
  });
});

test.each([
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a="q"; b=x=y; c', { a: 'q', b: 'x=y' }],
  ['a=1; a=2', { a: '1' }],
  ['a=%C3%A9; b=%ff', { a: 'é', b: '%ff' }],
  [' ; =x; ;', {}],
])('cookies %s', (header, cookies) => expect(parseCookies(header)).toEqual(cookies));
