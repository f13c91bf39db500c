import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const run = promisify(execFile);

/** Names of files in the folders of a project that hold a text, whatever they are. */
async function filesWith(home: string, ref: string, text: string): Promise<string[]> {
  const { stdout: folders } = await run('find', [home, '/var/lib/basalt', '-type', 'd', '-name', ref]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(folders).not.toBe('');
  const { stdout } = await run('grep', ['-rlaF', text, ...folders.trim().split('\n')]).catch(
    (failed: { stdout: string }) => failed,
  );
  return stdout.trim().split('\n').filter(Boolean);
}

/** Somebody who came by single sign-on, one whose sign-in is under way, and what the identity provider is. */
const BY_SINGLE_SIGN_ON = `
  alter table auth.identities add column badge text;
  with provider as (
    insert into auth.sso_providers (id) values ('11111111-0000-4000-8000-000000000001') returning id
  ), domain as (
    insert into auth.sso_domains (id, sso_provider_id, domain) select gen_random_uuid(), id, 'stones.example' from provider
  ), metadata as (
    insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml)
    select gen_random_uuid(), id, 'https://feldspar.example', '<EntityDescriptor/>' from provider
  ), flow as (
    insert into auth.flow_state (id, auth_code, provider_type, authentication_method)
    values (gen_random_uuid(), 'olivine', 'sso', 'sso/saml') returning id
  ), state as (
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, for_email, flow_state_id)
    select gen_random_uuid(), provider.id, 'id-basanite', 'mason@stones.example', flow.id from provider, flow
  ), person as (
    insert into auth.users (id, email, is_sso_user, raw_app_meta_data, raw_user_meta_data)
    values (gen_random_uuid(), 'sso@stones.example', true,
      '{"provider": "sso:11111111-0000-4000-8000-000000000001", "team": "dolomite"}', '{"custom_claims": {"badge": "talc-7"}}')
    returning id
  ), identity as (
    insert into auth.identities (provider_id, user_id, provider, identity_data, badge)
    select 'name-id-of-mica', id, 'sso:11111111-0000-4000-8000-000000000001',
      '{"sub": "name-id-of-mica", "email": "sso@stones.example", "custom_claims": {"badge": "talc-7"}}', 'rhyolite' from person
  ), session as (
    insert into auth.sessions (id, user_id, user_agent, ip) select gen_random_uuid(), id, 'Pumice/1', '203.0.113.7' from person
    returning id
  )
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), id, now(), now(), 'sso/saml' from session`;

test('a masked branch has the rows without what they say of people, down to its files', async ({
  api,
  basalt,
}) => {
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Masked');
  const keys = await keysOf(api, basalt, ref);
  await api.rows(
    ref,
    `create table public.people (
       id int primary key, email text unique not null check (email like '%@%'), full_name text, note text not null,
       state text not null check (state in ('new', 'old')), born date, salary numeric, extra jsonb not null default '{}', boss int);
     create table public.orders (id int primary key, person int not null references public.people, sent_to text);
     insert into public.people select n, 'granite' || n || '@stones.example', 'Marble Mason', 'quartz' || n, 'new', '1990-05-05', 1000, '{"a": "basaltic"}', n - 1
       from generate_series(1, 20) n;
     alter table public.people add foreign key (boss) references public.people on delete set null not valid;
     update public.people set boss = null where id = 1;
     insert into public.orders select n, n, 'granite' || n || '@stones.example' from generate_series(1, 20) n;
     create materialized view public.addresses as select email from public.people;
     select vault.create_secret('gneiss', 'door')`,
  );
  const client = clientOf(keys.url, keys.secret);
  await client.auth.admin.createUser({
    email: 'mason@stones.example',
    password: 'schist in the evening',
    user_metadata: { nick: 'soapstone' },
  });
  await api.rows(ref, BY_SINGLE_SIGN_ON);
  expect((await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { saml_enabled: true })).status).toBe(
    200,
  );
  await client.storage.createBucket('stones');
  await client.storage.from('stones').upload('obsidian.txt', 'granite');

  const { body: before } = await api.request('GET', `/platform/projects/${ref}/branch-masking`);
  const people = before.tables.find(({ table }: { table: string }) => table === 'people');
  expect(
    people.columns.map(({ name, usual }: { name: string; usual: string }) => `${name} ${usual}`),
  ).toEqual([
    'id keep',
    'email email',
    'full_name name',
    'note hash',
    'state keep',
    'born keep',
    'salary number',
    'extra null',
    'boss keep',
  ]);
  const rules = [
    { schema: 'public', table: 'people', most_rows: 5, columns: [{ name: 'full_name', rule: 'null' }] },
    { schema: 'public', table: 'orders', most_rows: null, columns: [{ name: 'sent_to', rule: 'email' }] },
  ];
  const set = await api.request('PUT', `/platform/projects/${ref}/branch-masking`, { tables: rules });
  expect(set.status).toBe(204);
  const { status, body: branch } = await api.request('POST', `/v1/projects/${ref}/branches`, {
    branch_name: 'masked/one',
    with_data: true,
    masked: true,
  });
  expect([status, branch.masked]).toEqual([201, true]);
  const made: string = branch.project_ref;
  await api.waitForStatus(made, 'ACTIVE_HEALTHY');

  const seen = async () => {
    const rows = await api.rows(
      made,
      `select p.id, p.email ~ '^user-[0-9a-f]{12}@example.com$' as fake, full_name, state, salary <> 1000 as other, extra, boss,
         o.sent_to = p.email as same
       from public.people p join public.orders o on o.person = p.id order by p.id`,
    );
    expect(rows).toHaveLength(5);
    const shape = { fake: true, full_name: null, state: 'new', extra: {}, same: true };
    expect(rows[0]).toMatchObject({ id: 16, boss: null, ...shape });
    expect(rows[4]).toMatchObject({ id: 20, boss: 19, ...shape });
    expect(
      await api.rows(
        made,
        `select (select count(*)::int from public.orders) as orders, (select count(*)::int from public.addresses) as addresses,
           (select bool_and(email ~ '^user-' and raw_user_meta_data = '{}' and encrypted_password = '') and count(*) = 2 from auth.users) as users,
           (select bool_and(provider_id = identity_data ->> 'sub' and provider_id ~ '^[0-9a-f]{32}$')
            from auth.identities where provider like 'sso:%') as identities,
           (select count(*)::int from auth.sso_providers) as providers,
           (select count(*)::int from vault.secrets) as secrets, (select count(*)::int from storage.objects) as objects`,
      ),
    ).toEqual([
      { orders: 5, addresses: 5, users: true, identities: true, providers: 0, secrets: 0, objects: 0 },
    ]);
    // Its owner has a shell there.
    for (const text of [
      'stones.example',
      'Marble Mason',
      'quartz',
      'basaltic',
      'soapstone',
      'gneiss',
      'obsidian',
      'feldspar',
      'olivine',
      'basanite',
      'dolomite',
      'talc-7',
      'name-id-of-mica',
      'rhyolite',
      'Pumice',
    ])
      expect([text, await filesWith(basalt.home, made, text)]).toEqual([text, []]);
  };
  await seen();
  // That the project's own files are searched as well shows that they are found at all.
  expect(await filesWith(basalt.home, ref, 'stones.example')).not.toEqual([]);

  await api.rows(made, 'drop table public.orders');
  expect((await api.request('POST', `/v1/branches/${made}/reset`)).status).toBe(201);
  await api.waitForStatus(made, 'ACTIVE_HEALTHY');
  await seen();
  const { body: difference } = await api.request('GET', `/platform/branches/${made}/diff`);
  expect([difference.statements, difference.not_compared]).toEqual([[], []]);

  await api.request('PUT', `/platform/projects/${ref}/branch-masking`, {
    tables: [
      { schema: 'public', table: 'people', most_rows: null, columns: [{ name: 'email', rule: 'hash' }] },
    ],
  });
  expect((await api.request('POST', `/v1/branches/${made}/reset`)).status).toBe(201);
  await expect
    .poll(async () => (await api.request('GET', `/platform/projects/${made}/operations`)).body[0], {
      timeout: 60_000,
    })
    .toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/masked rows of public\.people.*people_email_check/),
    });
  // What it was before is there.
  await seen();
  // Its identity providers are its own, as is the key that they know it by.
  const own = clientOf((await keysOf(api, basalt, made)).url, (await keysOf(api, basalt, made)).anon);
  const { error } = await own.auth.signInWithSSO({ domain: 'stones.example' });
  expect(error?.code).toBe('sso_provider_not_found');
  await api.request('DELETE', `/v1/branches/${made}`);
});
