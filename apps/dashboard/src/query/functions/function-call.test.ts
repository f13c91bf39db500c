import { expect, test } from 'vitest';
import { calledFunction, callSql, keyInHeaders, withCall } from './function-call.ts';

const project = { restUrl: 'https://basalt.example/abc/rest/v1/' };

test.each([
  ['https://basalt.example/abc/functions/v1/hello', 'hello'],
  ['https://basalt.example/abc/functions/v1/hello/part?x=1', 'hello'],
  ['https://basalt.example/abc/functions/v1/', null],
  ['https://basalt.example/abd/functions/v1/hello', null],
  ['', null],
])('finds the function at %s', (url, slug) => expect(calledFunction(project, url)).toBe(slug));

test.each([
  [[], 'none'],
  [[{ name: 'APIKEY ', value: 'sb_publishable_x' }], 'publishable'],
  [[{ name: 'apikey', value: 'sb_secret_x' }], 'secret'],
  [[{ name: 'apikey', value: 'eyJ' }], 'own'],
  [[{ name: 'Authorization', value: 'Bearer x' }], 'own'],
] as const)('tells the key in %j', (headers, kind) => expect(keyInHeaders(headers)).toBe(kind));

test('writes a call that no value can leave', () =>
  expect(callSql({ url: "https://a.example/it's", key: "o'k" })).toBe(`select net.http_post(
  url := 'https://a.example/it''s',
  headers := '{"Content-Type":"application/json","apikey":"o''k"}',
  body := '{}',
  timeout_milliseconds := 30000
);`));

test.each([
  ['', '', 'call;', 'call;'],
  ['old;', 'old;', 'call;', 'call;'],
  ['select 1', '', 'call;', 'select 1;\n\ncall;'],
  ['select 1;\n\nold;', 'old;', 'call;', 'select 1;\n\ncall;'],
  ['select 1;\n\nold; -- mine', 'old;', '', 'select 1;\n\nold; -- mine'],
  ['select 1;\n\nold;', 'old;', '', 'select 1;'],
])('puts a call at the end of %j', (sql, before, call, after) =>
  expect(withCall(sql, before, call)).toBe(after),
);
