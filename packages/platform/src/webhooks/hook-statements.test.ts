import { expect, test } from 'vitest';
import {
  createHook,
  type HookDefinition,
  readArguments,
  replaceHook,
  withoutSecrets,
} from './hook-statements.ts';

const HOOK: HookDefinition = {
  name: 'tell them',
  schema: 'public',
  table: 'orders',
  events: ['INSERT', 'DELETE'],
  active: true,
  url: 'https://a.test/hook',
  method: 'POST',
  headers: [{ name: 'x-key', value: "it's" }],
  params: [],
  timeout_ms: 5000,
};

test('a webhook is a trigger', () => {
  expect(createHook(HOOK)).toEqual([
    `create trigger "tell them" after insert or delete on public.orders for each row execute function supabase_functions.http_request('https://a.test/hook', 'POST', '{"x-key":"it''s"}', '{}', '5000')`,
  ]);
  expect(createHook({ ...HOOK, active: false })[1]).toBe(
    'alter table public.orders disable trigger "tell them"',
  );
});

test('one that is changed is made anew', () => {
  expect(replaceHook({ name: 'old', schema: 'public', table: 'orders' }, HOOK)[0]).toMatch(
    /^drop trigger old on public.orders/,
  );
});

test.each([`a"b`, `a'; drop table x; --`, 'a\\b', '🪝', 'select', `a\nb`])(
  'names and texts such as %j are only that',
  (odd) => {
    const [statement = ''] = createHook({
      ...HOOK,
      name: odd,
      table: odd,
      url: `https://a.test/${odd}`,
      headers: [{ name: 'x', value: odd }],
    });
    expect(statement.startsWith('create trigger "')).toBe(true);
    expect(statement).toContain(`"${odd.replaceAll('"', '""')}" after insert`);
  },
);

test.each<[args: string[], read: object]>([
  [
    ['https://a.test', 'post', '{"A":"b"}', '{"n":1}', '1000'],
    {
      method: 'POST',
      headers: [{ name: 'A', value: 'b' }],
      params: [{ name: 'n', value: '1' }],
      timeout_ms: 1000,
      problem: null,
    },
  ],
  [['https://a.test'], { method: 'POST', headers: [], params: [], timeout_ms: 1000, problem: null }],
  [['https://a.test', 'GET', 'null', 'null', 'null'], { method: 'GET', timeout_ms: 1000, problem: null }],
  [['https://a.test', 'GET', '['], { headers: [], problem: expect.stringContaining('no JSON object') }],
  [
    ['https://a.test', 'GET', '{}', '{}', 'soon'],
    { timeout_ms: 0, problem: expect.stringContaining('timeout') },
  ],
  [[], { url: '', problem: expect.stringContaining('no URL') }],
])('arguments %j', (args, read) => {
  expect(readArguments(args)).toMatchObject(read);
});

test('readers see no secrets in addresses', () => {
  expect(withoutSecrets('https://u:p@a.test/x?key=1#y')).toBe('https://a.test/x?…');
  expect(withoutSecrets('https://a.test/x')).toBe('https://a.test/x');
  expect(withoutSecrets('rubbish')).toBe('…');
});
