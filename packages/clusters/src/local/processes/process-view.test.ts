import { expect, test } from 'vitest';
import { countsAsBackend, isOwnBackend, onlyFlushes } from './process-view.ts';

test.each([
  ['postgres: abc: authenticator postgres [local] idle', true],
  ['postgres: abc: postgres postgres 127.0.0.1(50122) SELECT', true],
  ['postgres: abc: postgres postgres ::1(50122) idle in transaction', true],
  ['postgres: abc: postgres postgres [local]', true],
  ['postgres: abc: checkpointer ', false],
  ['postgres: abc: io worker 1', false],
  ['postgres: abc: logical replication launcher ', false],
  ['postgres: abc: walsender supabase_admin [local] idle', false],
  ['/opt/bin/postgres -D /data -c port=1', false],
])('%j is a session of a client: %s', (title, expected) => {
  expect(countsAsBackend(title)).toBe(expected);
});

test.each([
  ['postgres: abc: authenticator postgres [local] idle', false],
  ['postgres: abc: basalt_sql_pages postgres [local] idle', false],
  ['postgres: abc: supabase_admin postgres [local] idle', false],
  ['postgres: abc: postgres postgres 127.0.0.1(50122) idle', true],
  ['postgres: abc: authenticator_of_mine postgres [local] idle', true],
  ['postgres: abc: my app postgres ::1(50122) idle', true],
  ['postgres: abc: checkpointer ', false],
  ['postgres: abc: walsender postgres 127.0.0.1(50122) idle', false],
])('%j is a session of the project’s people: %s', (title, expected) => {
  expect(isOwnBackend(title)).toBe(expected);
});

test.each([
  ['postgres: abc: checkpointer ', true],
  ['postgres: abc: background writer \0\0', true],
  ['postgres: abc: walwriter ', false],
  ['postgres: abc: autovacuum worker postgres', false],
  ['postgres: abc: postgres checkpointer [local] idle', false],
  ['postgres: abc: checkpointer postgres [local] idle', false],
])('%j only brings to disk what others have changed: %s', (title, expected) => {
  expect(onlyFlushes(title)).toBe(expected);
});
