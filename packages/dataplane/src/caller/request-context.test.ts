import { expect, test } from 'vitest';
import { parseCookies, requestContext } from './request-context.ts';

test('SQL sees method, path and headers', () => {
  const headers = { traceparent: '00-a', 'x-list': 'a, b', 'set-cookie': ['a', 'b'], cookie: 'sid=1' };
  expect(requestContext('GET', '/items?id=eq.1', headers)).toEqual({
    method: 'GET',
    path: '/items',
    headersJson: '{"traceparent":"00-a","x-list":"a, b","set-cookie":"a, b","cookie":"sid=1"}',
    cookiesJson: '{"sid":"1"}',
  });
});

test('headers that requests share are the same to each of them', () => {
  const headers = { host: 'localhost' };
  const [first, second] = ['/items', '/notes'].map((url) => requestContext('GET', url, headers));
  expect(first).toMatchObject({ path: '/items', headersJson: '{"host":"localhost"}', cookiesJson: '{}' });
  expect(second).toEqual({ ...first, path: '/notes' });
});

test.each([
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a="q"; b=x=y; c', { a: 'q', b: 'x=y' }],
  ['a=1; a=2', { a: '1' }],
  ['a=%C3%A9; b=%ff', { a: 'é', b: '%ff' }],
  [' ; =x; ;', {}],
])('cookies %s', (header, cookies) => expect(parseCookies(header)).toEqual(cookies));
