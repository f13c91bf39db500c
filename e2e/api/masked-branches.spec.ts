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
           (select email ~ '^user-' and raw_user_meta_data = '{}' and encrypted_password = '' from auth.users) as users,
           (select count(*)::int from vault.secrets) as secrets, (select count(*)::int from storage.objects) as objects`,
      ),
    ).toEqual([{ orders: 5, addresses: 5, users: true, secrets: 0, objects: 0 }]);
    // Its owner has a shell there.
    for (const text of [
      'stones.example',
      'Marble Mason',
      'quartz',
      'basaltic',
      'soapstone',
      'gneiss',
      'obsidian',
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
  await api.request('DELETE', `/v1/branches/${made}`);
});
