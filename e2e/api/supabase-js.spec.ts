import { randomBytes } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { clientOf, keysOf, mailTo, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create table public.quarries (id bigint generated always as identity primary key, name text not null unique);
  create table public.stones (
    id bigint generated always as identity primary key,
    owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
    quarry_id bigint references public.quarries (id),
    name text not null,
    sides int not null default 6
  );
  create policy "everybody reads quarries" on public.quarries for select using (true);
  create policy "owners do everything" on public.stones for all
    using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
  create function public.total_sides() returns bigint language sql stable
    as 'select coalesce(sum(sides), 0) from public.stones';
  insert into public.quarries (name) values ('Staffa'), ('Causeway');
`;

/** A client signed in as somebody new. */
async function newUser(keys: ProjectKeys): Promise<{ client: SupabaseClient; email: string; id: string }> {
  const client = clientOf(keys.url, keys.anon);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: 'columns of stone' });
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();
  return { client, email, id: data.user?.id ?? '' };
}

test.describe('the public client, unchanged', () => {
  let keys: ProjectKeys;
  let ref: string;

  test.beforeAll(async ({ api, basalt }) => {
    ({ ref } = await api.createProject('Client'));
    await api.rows(ref, SCHEMA);
    await setAuth(api, ref, { mailer_autoconfirm: true });
    keys = await keysOf(api, basalt, ref);
  });

  test('a user inserts and reads rows of their own, and nobody else sees them', async () => {
    const owner = await newUser(keys);
    const inserted = await owner.client
      .from('stones')
      .insert({ name: 'first', quarry_id: 1 })
      .select()
      .single();
    expect(inserted.error).toBeNull();
    expect(inserted.data).toMatchObject({ name: 'first', sides: 6, owner_id: owner.id });

    const stranger = await newUser(keys);
    expect((await stranger.client.from('stones').select()).data).toEqual([]);
    const theft = await stranger.client
      .from('stones')
      .update({ name: 'mine' })
      .eq('id', inserted.data?.id)
      .select();
    expect(theft.data).toEqual([]);
    const forged = await stranger.client.from('stones').insert({ name: 'forged', owner_id: owner.id });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);

    const anonymous = clientOf(keys.url, keys.anon);
    expect((await anonymous.from('stones').select()).data).toEqual([]);
    expect((await anonymous.from('stones').insert({ name: 'x' })).status).toBe(401);
    const service = clientOf(keys.url, keys.serviceRole);
    expect((await service.from('stones').select().eq('owner_id', owner.id)).data).toHaveLength(1);
  });

  test('filters, order, ranges and counts', async () => {
    const { client } = await newUser(keys);
    const rows = Array.from({ length: 25 }, (_, index) => ({ name: `stone ${index}`, sides: index }));
    expect((await client.from('stones').insert(rows)).error).toBeNull();
    const page = await client
      .from('stones')
      .select('sides', { count: 'exact' })
      .gte('sides', 5)
      .order('sides', { ascending: false })
      .range(0, 4);
    expect([page.count, page.data?.map(({ sides }) => sides)]).toEqual([20, [24, 23, 22, 21, 20]]);
    const some = await client.from('stones').select('name').or('sides.eq.3,name.ilike.*stone 7*');
    expect(some.data?.map(({ name }) => name).sort()).toEqual(['stone 3', 'stone 7']);
    const head = await client.from('stones').select('*', { count: 'exact', head: true });
    expect([head.count, head.data]).toEqual([25, null]);
  });

  test('embeds, both ways', async () => {
    const { client } = await newUser(keys);
    await client.from('stones').insert([
      { name: 'a', quarry_id: 1 },
      { name: 'b', quarry_id: null },
    ]);
    const withQuarry = await client.from('stones').select('name, quarries(name)').order('name');
    expect(withQuarry.data).toEqual([
      { name: 'a', quarries: { name: 'Staffa' } },
      { name: 'b', quarries: null },
    ]);
    const inner = await client.from('stones').select('name, quarry:quarries!inner(name)');
    expect(inner.data).toEqual([{ name: 'a', quarry: { name: 'Staffa' } }]);
    const withStones = await client.from('quarries').select('name, stones(name)').order('id');
    expect(withStones.data).toEqual([
      { name: 'Staffa', stones: [{ name: 'a' }] },
      { name: 'Causeway', stones: [] },
    ]);
  });

  test('upsert, update, delete and a function', async () => {
    const { client } = await newUser(keys);
    const { data: stone } = await client
      .from('stones')
      .insert({ name: 'old', sides: 5 })
      .select('id')
      .single();
    const service = clientOf(keys.url, keys.secret);
    const upserted = await service
      .from('quarries')
      .upsert([{ name: 'Staffa' }, { name: `new ${stone?.id}` }], {
        onConflict: 'name',
        ignoreDuplicates: true,
      })
      .select('name');
    expect(upserted.data).toEqual([{ name: `new ${stone?.id}` }]);
    const updated = await client
      .from('stones')
      .update({ sides: 7 })
      .eq('id', stone?.id)
      .select('sides')
      .single();
    expect(updated.data).toEqual({ sides: 7 });
    expect((await client.rpc('total_sides')).data).toBe(7);
    expect((await client.from('stones').delete().eq('id', stone?.id)).status).toBe(204);
    expect((await client.rpc('total_sides')).data).toBe(0);
    const none = await client.from('stones').select().single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
  });

  test('a table made a moment ago is there', async ({ api }) => {
    const name = `fresh_${randomBytes(4).toString('hex')}`;
    const client = clientOf(keys.url, keys.publishable);
    expect((await client.from(name).select()).error?.code).toBe('PGRST205');
    await api.rows(ref, `create table public.${name} (id int)`);
    await expect.poll(async () => (await client.from(name).select()).status).toBe(200);
  });

  test('a session is refreshed, and an old token used again ends it', async () => {
    const { client, email } = await newUser(keys);
    const { data: first } = await client.auth.signInWithPassword({ email, password: 'columns of stone' });
    const { data: second, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(second.session?.refresh_token).not.toBe(first.session?.refresh_token);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect((await client.auth.signOut()).error).toBeNull();
    const over = await clientOf(keys.url, keys.anon).auth.refreshSession({
      refresh_token: second.session?.refresh_token ?? '',
    });
    expect(over.error?.status).toBe(400);
  });

  test('a forgotten password is reset through the mailbox', async ({ api }) => {
    const { email } = await newUser(keys);
    const client = clientOf(keys.url, keys.anon);
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { code } = await mailTo(api, ref, email, 'recovery');
    const verified = await client.auth.verifyOtp({ email, token: code ?? '', type: 'recovery' });
    expect(verified.error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another set of columns' })).error).toBeNull();
    const again = clientOf(keys.url, keys.anon);
    const refused = await again.auth.signInWithPassword({ email, password: 'columns of stone' });
    expect(refused.error?.code).toBe('invalid_credentials');
    const signedIn = await again.auth.signInWithPassword({ email, password: 'another set of columns' });
    expect(signedIn.error).toBeNull();
  });

  test('a link in a mail leads back to the application with a session', async ({ api }) => {
    const { email } = await newUser(keys);
    expect((await clientOf(keys.url, keys.anon).auth.signInWithOtp({ email })).error).toBeNull();
    const { link } = await mailTo(api, ref, email, 'magic_link');
    expect(link).toContain(keys.url);
    const answer = await fetch(link ?? '', { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/#access_token=.*&type=magiclink/);
    const again = await fetch(link ?? '', { redirect: 'manual' });
    expect(again.headers.get('location')).toContain('error_code=otp_expired');
  });

  test('an anonymous user becomes a permanent one and keeps their rows', async ({ api }) => {
    await setAuth(api, ref, { external_anonymous_users_enabled: true });
    const client = clientOf(keys.url, keys.anon);
    await expect.poll(async () => (await client.auth.signInAnonymously()).error).toBeNull();
    const inserted = await client.from('stones').insert({ name: 'early' }).select().single();
    expect(inserted.error).toBeNull();
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { data, error } = await client.auth.updateUser({ email, password: 'columns of stone' });
    expect(error).toBeNull();
    expect(data.user?.is_anonymous).toBe(false);
    const later = clientOf(keys.url, keys.anon);
    await later.auth.signInWithPassword({ email, password: 'columns of stone' });
    expect((await later.from('stones').select('name')).data).toEqual([{ name: 'early' }]);
  });

  test('an administrator lists, creates, bans and deletes users', async () => {
    const admin = clientOf(keys.url, keys.serviceRole).auth.admin;
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const created = await admin.createUser({ email, password: 'columns of stone', email_confirm: true });
    expect(created.error).toBeNull();
    const id = created.data.user?.id ?? '';
    expect((await admin.listUsers()).data.users.map((user) => user.id)).toContain(id);
    expect((await admin.updateUserById(id, { ban_duration: '1h' })).error).toBeNull();
    const client = clientOf(keys.url, keys.anon);
    const banned = await client.auth.signInWithPassword({ email, password: 'columns of stone' });
    expect(banned.error?.code).toBe('user_banned');
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
    const notAdmin = await client.auth.admin.listUsers();
    expect(notAdmin.error?.code).toBe('not_admin');
  });

  test('bad keys and tokens are refused with a reason', async () => {
    const { url, anon } = keys;
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(`${url}/rest/v1/quarries`, { headers });
      const body = (await answer.json()) as { code?: string; message?: string };
      return { status: answer.status, body };
    };
    expect(await get({})).toMatchObject({ status: 401, body: { message: 'No API key found in request' } });
    expect(await get({ apikey: 'nonsense' })).toMatchObject({ body: { message: 'Invalid API key' } });
    const unsigned = `${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.`;
    for (const token of [unsigned, `${anon.slice(0, -4)}AAAA`, 'a.b']) {
      const { status, body } = await get({ apikey: anon, authorization: `Bearer ${token}` });
      expect([status, body.code]).toEqual([401, 'PGRST301']);
    }
    expect((await get({ apikey: anon, authorization: `Bearer ${anon}` })).status).toBe(200);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
