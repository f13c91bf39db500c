import type { ApiClient, CreatedProject } from '../basalt/api-client.ts';
import { COMMAND_LINE, openCommandLine } from '../basalt/command-line.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { addIdentityProvider, samlCertificate } from '../basalt/single-sign-on.ts';
import { expect, test } from '../basalt/test.ts';

const EMAIL = 'mason@example.com';
const PASSWORD = 'granite in the morning';
const BUCKET = 'stones';

/** Deletes at the end what a test has made, so that nothing of it runs on. */
async function branch(api: ApiClient, ref: string, input: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.request('POST', `/v1/projects/${ref}/branches`, input);
  expect([status, body.message]).toEqual([201, undefined]);
  await api.waitForStatus(body.project_ref, 'ACTIVE_HEALTHY');
  return body.project_ref;
}

async function gone(api: ApiClient, ref: string): Promise<void> {
  expect((await api.request('DELETE', `/v1/branches/${ref}`)).body).toEqual({ message: 'ok' });
  await expect.poll(async () => (await api.request('GET', `/v1/branches/${ref}`)).status).toBe(404);
}

/** Something of every part of a project. */
async function furnish(api: ApiClient, { ref }: CreatedProject, url: string, secret: string): Promise<void> {
  await api.rows(
    ref,
    `create table if not exists public.quarries (id int primary key, name text);
     alter table public.quarries enable row level security;
     insert into public.quarries values (1, 'north') on conflict do nothing;
     create materialized view if not exists public.names as select name from public.quarries;
     refresh materialized view public.names;
     select vault.create_secret('sesame', 'door') where not exists (select from vault.secrets where name = 'door')`,
  );
  const client = clientOf(url, secret);
  await client.auth.admin.createUser({ email: EMAIL, password: PASSWORD, email_confirm: true });
  await client.storage.createBucket(BUCKET);
  await client.storage.from(BUCKET).upload('a.txt', 'granite', { upsert: true });
  const form = new FormData();
  form.append('file', new File(["Deno.serve(() => new Response(Deno.env.get('WHO')))"], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', verify_jwt: false }));
  await api.send(`/v1/projects/${ref}/functions/deploy?slug=who`, { method: 'POST', body: form });
  await api.request('POST', `/v1/projects/${ref}/secrets`, [{ name: 'WHO', value: 'mason' }]);
  await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { site_url: 'https://quarry.example.com' });
}

test('a branch is the whole project, goes its own way, and is reset and deleted', async ({ api, basalt }) => {
  test.setTimeout(120_000);
  const project = await api.createProject('Branched');
  const { ref } = project;
  const keys = await keysOf(api, basalt, ref);
  await furnish(api, project, keys.url, keys.secret);
  const certificate = await addIdentityProvider(api, ref, keys);
  const made = await branch(api, ref, { branch_name: 'feature/one', with_data: true });
  const own = await keysOf(api, basalt, made);
  const client = clientOf(own.url, own.secret);
  const ownCertificate = await samlCertificate(own.url);

  await test.step('it has everything, with keys of its own', async () => {
    expect(own.secret).not.toBe(keys.secret);
    expect(ownCertificate).not.toBe(certificate);
    expect((await client.from('quarries').select()).data).toEqual([{ id: 1, name: 'north' }]);
    const foreign = await fetch(`${own.url}/rest/v1/quarries`, { headers: { apikey: keys.secret } });
    expect(foreign.status).toBe(401);
    const signedIn = await clientOf(own.url, own.publishable).auth.signInWithPassword({
      email: EMAIL,
      password: PASSWORD,
    });
    expect(signedIn.error).toBeNull();
    const file = await client.storage.from(BUCKET).download('a.txt');
    expect(await file.data?.text()).toBe('granite');
    const answer = await fetch(`${own.url}/functions/v1/who`);
    expect(await answer.text()).toBe('mason');
    const secrets = await api.rows(made, 'select decrypted_secret as text from vault.decrypted_secrets');
    expect(secrets).toEqual([{ text: 'sesame' }]);
    const config = await api.request('GET', `/v1/projects/${made}/config/auth`);
    expect(config.body.site_url).toBe('https://quarry.example.com');
  });

  await test.step('neither changes the other', async () => {
    await api.rows(made, "insert into public.quarries values (2, 'in the branch')");
    await api.rows(ref, "insert into public.quarries values (3, 'in the project')");
    await client.storage.from(BUCKET).remove(['a.txt']);
    expect(await api.rows(ref, 'select id from public.quarries order by id')).toEqual([{ id: 1 }, { id: 3 }]);
    const kept = await clientOf(keys.url, keys.secret).storage.from(BUCKET).download('a.txt');
    expect(await kept.data?.text()).toBe('granite');
  });

  await test.step('it is in no list of projects, and its project stays as long as it is there', async () => {
    const refs = (await api.request('GET', '/v1/projects')).body.map((each: { ref: string }) => each.ref);
    expect(refs).not.toContain(made);
    const refusal = await api.request('DELETE', `/v1/projects/${ref}`);
    expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining('branches')]);
  });

  await test.step('a reset makes it what the project is, under the same keys', async () => {
    expect((await api.request('POST', `/v1/branches/${made}/reset`)).status).toBe(201);
    await api.waitForStatus(made, 'ACTIVE_HEALTHY');
    const { data } = await client.from('quarries').select('id').order('id');
    expect(data).toEqual([{ id: 1 }, { id: 3 }]);
    expect(await samlCertificate(own.url)).toBe(ownCertificate);
    expect(await samlCertificate(keys.url)).toBe(certificate);
    const file = await client.storage.from(BUCKET).download('a.txt');
    expect(await file.data?.text()).toBe('granite');
  });

  await gone(api, made);
  expect((await api.request('GET', `/v1/projects/${ref}/branches`)).body).toEqual([]);

  await test.step('a branch of the schema has no rows, and the definitions', async () => {
    const bare = await branch(api, ref, { branch_name: 'feature/one' });
    const [counts] = await api.rows(
      bare,
      `select (select count(*)::int from public.quarries) as rows, (select count(*)::int from auth.users) as users,
        (select count(*)::int from storage.objects) as objects, (select count(*)::int from vault.secrets) as secrets,
        (select count(*)::int from storage.buckets) as buckets,
        (select relispopulated from pg_class where oid = 'public.names'::regclass) as filled,
        (select relrowsecurity from pg_class where oid = 'public.quarries'::regclass) as secured`,
    );
    expect(counts).toEqual({
      rows: 0,
      users: 0,
      objects: 0,
      secrets: 0,
      buckets: 1,
      filled: false,
      secured: true,
    });
    const its = await keysOf(api, basalt, bare);
    expect(await samlCertificate(its.url)).not.toBe(certificate);
    const fresh = clientOf(its.url, its.secret);
    expect((await fresh.auth.admin.createUser({ email: EMAIL, password: PASSWORD })).error).toBeNull();
    expect((await fresh.storage.from(BUCKET).upload('b.txt', 'slate')).error).toBeNull();
    expect((await api.request('POST', `/v1/branches/${bare}/reset`)).status).toBe(201);
    await api.waitForStatus(bare, 'ACTIVE_HEALTHY');
    expect(await api.rows(bare, 'select id from auth.users')).toEqual([]);
    await gone(api, bare);
  });

  await test.step('a paused project cannot be copied, and nothing is begun', async () => {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    const refusal = await api.request('POST', `/v1/projects/${ref}/branches`, { branch_name: 'later' });
    expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining('paused')]);
    expect((await api.request('GET', `/v1/projects/${ref}/branches`)).body).toEqual([]);
  });
});

test('what cannot be a branch is refused with a reason', async ({ api, project }) => {
  const path = `/v1/projects/${project.ref}/branches`;
  for (const branch_name of [
    'a',
    'a b',
    '..',
    'a/../b',
    'größe',
    'a'.repeat(101),
    'abcdefghijklmnopqrst',
    '',
  ])
    expect([branch_name, (await api.request('POST', path, { branch_name })).status]).toEqual([
      branch_name,
      400,
    ]);
  const made = await branch(api, project.ref, { branch_name: 'twice' });
  const again = await api.request('POST', path, { branch_name: 'twice' });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('twice')]);
  const ofBranch = await api.request('POST', `/v1/projects/${made}/branches`, { branch_name: 'below' });
  expect([ofBranch.status, ofBranch.body.message]).toEqual([409, expect.stringContaining('itself')]);
  const renamed = await api.request('PATCH', `/v1/branches/${made}`, { branch_name: 'a b' });
  expect(renamed.status).toBe(400);
  expect((await api.request('PATCH', `/v1/projects/${made}`, { name: 'Other' })).status).toBe(409);
  expect((await api.request('GET', `/v1/branches/${project.ref}`)).status).toBe(404);
  expect((await api.request('GET', `${path}/nothing`)).status).toBe(404);
  await gone(api, made);
});

test('the public command line lists, makes, shows, changes and deletes branches, unchanged', async ({
  api,
  basalt,
  project,
}) => {
  test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');
  test.setTimeout(120_000);
  const { run, dispose } = await openCommandLine(basalt.origin);
  const works = async (...args: string[]) => {
    const { code, output } = await run('branches', ...args, '--project-ref', project.ref);
    expect([args.join(' '), code, code === 0 || output]).toEqual([args.join(' '), 0, true]);
    return output;
  };
  await works('create', 'feature/login', '--with-data');
  const { body } = await api.request('GET', `/v1/projects/${project.ref}/branches/feature%2Flogin`);
  await api.waitForStatus(body.project_ref, 'ACTIVE_HEALTHY');
  expect(await works('list')).toMatch(/feature\/login/);
  expect(await works('get', 'feature/login')).toContain('ACTIVE_HEALTHY');
  expect(await works('get', 'feature/login', '-o', 'env')).toContain(body.project_ref);
  await works('update', 'feature/login', '--name', 'feature/sign-in', '--persistent');
  expect(await works('list')).toMatch(/feature\/sign-in/);
  await works('delete', 'feature/sign-in');
  await expect
    .poll(async () => (await api.request('GET', `/v1/projects/${project.ref}/branches`)).body)
    .toEqual([]);
  await dispose();
});
