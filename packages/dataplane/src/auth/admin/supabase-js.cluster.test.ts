import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let client: SupabaseClient;

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  const url = await project.app.listen({ host: '127.0.0.1', port: 0 });
  // The gateway takes the prefix off.
  const withoutPrefix: typeof fetch = (input, init) => fetch(String(input).replace('/auth/v1', ''), init);
  client = createClient(url, await project.sign({ role: 'service_role' }), {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: withoutPrefix },
  });
});

afterEach(() => project.close());

test('the public client administrates users', async () => {
  const { admin } = client.auth;
  const created = await admin.createUser({
    email: 'ann@app.test',
    password: 'sunflower',
    email_confirm: true,
  });
  expect(created.error).toBeNull();
  const id = created.data.user?.id ?? '';
  const changed = await admin.updateUserById(id, { user_metadata: { name: 'Ann' }, ban_duration: '1h' });
  expect(changed.data.user?.user_metadata).toMatchObject({ name: 'Ann' });
  expect((await admin.getUserById(id)).data.user?.banned_until).toBeTruthy();

  for (const name of ['b', 'c']) await admin.createUser({ email: `${name}@app.test` });
  const listed = await admin.listUsers({ page: 1, perPage: 2 });
  expect(listed.data).toMatchObject({ nextPage: 2, lastPage: 2, total: 3, aud: 'authenticated' });
  expect(listed.data.users).toHaveLength(2);

  const invited = await admin.inviteUserByEmail('new@app.test', { data: { team: 'red' } });
  expect(invited.data.user).toMatchObject({ email: 'new@app.test', user_metadata: { team: 'red' } });
  const again = await admin.createUser({ email: 'ann@app.test' });
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });

  const link = await admin.generateLink({ type: 'recovery', email: 'ann@app.test' });
  expect(link.data.properties?.action_link).toContain(link.data.properties?.hashed_token);
  expect(link.data.user?.id).toBe(id);
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);

  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});
