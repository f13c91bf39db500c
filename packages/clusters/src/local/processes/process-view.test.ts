import { expect, test } from 'vitest';
import { countsAsBackend } from './process-view.ts';

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
