import type { ApiClient } from '../basalt/api-client.ts';
import { GROWN_SCHEMA } from '../basalt/grown-schema.ts';
import { keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const deploy = (api: ApiClient, ref: string, says: string) => {
  const form = new FormData();
  form.append('file', new File([`Deno.serve(() => new Response('${says}'))`], 'index.ts'));
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', verify_jwt: false }));
  return api.send(`/v1/projects/${ref}/functions/deploy?slug=who`, { method: 'POST', body: form });
};

const diffOf = async (api: ApiClient, made: string) =>
  (await api.request('GET', `/platform/branches/${made}/diff`)).body;

/** Begins a merge and waits for its end. */
async function merged(api: ApiClient, made: string, input: Record<string, unknown>) {
  const { status, body } = await api.request('POST', `/v1/branches/${made}/merge`, input);
  expect([status, body.message]).toEqual([201, 'ok']);
  const find = async () => {
    const { body: merges } = await api.request('GET', `/platform/branches/${made}/merges`);
    return merges.find(({ id }: { id: string }) => id === body.workflow_run_id);
  };
  await expect.poll(async () => (await find()).state, { timeout: 60_000 }).not.toBe('running');
  return find();
}

interface NotCompared {
  kind: string;
  names: string[];
}

test('a branch is merged into its project as one migration, and what cannot be merged changes nothing', async ({
  api,
  basalt,
}) => {
  test.setTimeout(180_000);
  const { ref } = await api.createProject('Merged');
  await api.rows(
    ref,
    `create table public.stones (id int primary key, name text, note text);
     create table public.old (id int);
     insert into public.stones values (1, 'granite', 'hard'), (2, null, 'soft')`,
  );
  await deploy(api, ref, 'before');
  const { body: branch } = await api.request('POST', `/v1/projects/${ref}/branches`, {
    branch_name: 'feature/merge',
    with_data: true,
  });
  const made: string = branch.project_ref;
  await api.waitForStatus(made, 'ACTIVE_HEALTHY');

  await test.step('where nothing has changed there is nothing to merge', async () => {
    const answer = await api.request('POST', `/v1/branches/${made}/merge`, {});
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('nothing to merge')]);
  });

  await api.rows(
    made,
    `drop table public.old;
     alter table public.stones add weight int not null default 1, enable row level security;
     create policy "all of them" on public.stones for select to anon using (true);
     create function public.heaviest() returns int language sql as $$ select max(weight) from public.stones $$;
     create statistics public.both (dependencies) on id, name from public.stones`,
  );
  await deploy(api, made, 'after');

  await test.step('harm is named, and what was not shown is not merged', async () => {
    const { risks, not_compared } = await diffOf(api, made);
    expect([risks, not_compared]).toEqual([
      ['data_loss', 'rewrite', 'lock'],
      [{ kind: 'statistics object', names: ['public."both"'] }],
    ]);
    const careless = await api.request('POST', `/v1/branches/${made}/merge`, { accepted_risks: ['lock'] });
    expect([careless.status, careless.body.message]).toEqual([
      409,
      expect.stringMatching(/takes rows.*data_loss/),
    ]);
    const { hash } = await diffOf(api, made);
    await api.rows(ref, 'create table public.meanwhile (id int)');
    const late = await api.request('POST', `/v1/branches/${made}/merge`, { hash, accepted_risks: risks });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('changed')]);
    await api.rows(ref, 'drop table public.meanwhile');
  });

  await test.step('it becomes one migration of the project, with a moment to go back to', async () => {
    const { hash, risks } = await diffOf(api, made);
    const merge = await merged(api, made, {
      hash,
      accepted_risks: risks,
      migration_version: '20300101000000',
    });
    expect(merge).toMatchObject({
      state: 'done',
      reason: null,
      remaining: 0,
      migration_version: '20300101000000',
    });
    expect(await api.rows(ref, 'select id, name, weight from public.stones order by id')).toEqual([
      { id: 1, name: 'granite', weight: 1 },
      { id: 2, name: null, weight: 1 },
    ]);
    expect(await api.rows(ref, 'select public.heaviest() as heaviest')).toEqual([{ heaviest: 1 }]);
    const { body: migrations } = await api.request('GET', `/v1/projects/${ref}/database/migrations`);
    expect(migrations).toEqual([{ version: '20300101000000', name: 'merge feature/merge' }]);
    const { url } = await keysOf(api, basalt, ref);
    await expect.poll(async () => (await fetch(`${url}/functions/v1/who`)).text()).toBe('after');
    const { body: overview } = await api.request('GET', `/platform/database/${ref}/backups`);
    expect(overview.restore_points).toContainEqual(expect.objectContaining({ name: merge.restore_point }));
    const { statements, functions, left_out } = await diffOf(api, made);
    expect([statements, functions, left_out]).toEqual([[], [], []]);
  });

  await test.step('what the rows of the project do not allow is found on a copy of it', async () => {
    await api.rows(
      made,
      "update public.stones set name = 'slate'; alter table public.stones alter name set not null",
    );
    const { risks } = await diffOf(api, made);
    const merge = await merged(api, made, { accepted_risks: risks });
    expect(merge).toMatchObject({ state: 'failed', migration_version: null, restore_point: null });
    expect(merge.reason).toMatch(/SET NOT NULL.*contains null values/);
    const [{ attnotnull }] = (await api.rows(
      ref,
      "select attnotnull from pg_attribute where attrelid = 'public.stones'::regclass and attname = 'name'",
    )) as [{ attnotnull: boolean }];
    expect(attnotnull).toBe(false);
    expect((await api.request('GET', `/v1/projects/${ref}`)).body.status).toBe('ACTIVE_HEALTHY');
  });

  await test.step('what the project has changed is told, and comes to the branch without undoing its own', async () => {
    await api.rows(ref, 'create table public.quarries (id int primary key)');
    const { risks, project_changes } = await diffOf(api, made);
    expect(risks).toContain('project_changed');
    expect(project_changes).toContainEqual({ action: 'create', kind: 'table', name: 'public.quarries' });
    const { status, body } = await api.request('POST', `/v1/branches/${made}/push`, {});
    expect([status, body.message]).toEqual([201, 'ok']);
    await expect
      .poll(async () => (await api.request('GET', `/platform/projects/${made}/operations`)).body[0])
      .toMatchObject({ id: body.workflow_run_id, kind: 'push_branch', state: 'done' });
    const after = await diffOf(api, made);
    expect([after.project_changes, after.statements.map(({ name }: { name: string }) => name)]).toEqual([
      [],
      ['public.stones.name'],
    ]);
    const { body: migrations } = await api.request('GET', `/v1/projects/${made}/database/migrations`);
    expect(migrations).toContainEqual({ version: '20300101000000', name: 'merge feature/merge' });
    const again = await api.request('POST', `/v1/branches/${made}/push`, {});
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('up to date')]);
  });

  await test.step('every kind of object is merged without a rest, and what is not carried is named before', async () => {
    await api.rows(made, GROWN_SCHEMA);
    await api.request('PUT', `/v1/projects/${made}/config/database/postgres`, { work_mem: '8MB' });
    const { risks, not_compared } = await diffOf(api, made);
    const kinds = not_compared.map(({ kind, names }: NotCompared) => `${kind} ${names.join(', ')}`);
    expect(kinds.toSorted()).toEqual([
      'order of columns of shop.customers, shop.orders',
      'parameter of the server work_mem',
      'setting of the database statement_timeout',
      'statistics object public."both"',
    ]);
    await api.rows(made, 'alter table public.stones alter name drop not null');
    const merge = await merged(api, made, { accepted_risks: risks });
    expect(merge).toMatchObject({ state: 'done', reason: null, remaining: 0 });
    const after = await diffOf(api, made);
    expect([after.statements, after.left_out]).toEqual([[], []]);
  });

  await test.step('secrets and settings are merged by choice, and taken back but for what has changed since', async () => {
    const secretsOf = async (of: string) =>
      Object.fromEntries(
        (await api.request('GET', `/v1/projects/${of}/secrets`)).body.map(
          ({ name, value }: { name: string; value: string }) => [name, value],
        ),
      );
    const setSecrets = (of: string, values: Record<string, string>) =>
      api.request(
        'POST',
        `/v1/projects/${of}/secrets`,
        Object.entries(values).map(([name, value]) => ({ name, value })),
      );
    const authOf = async () => (await api.request('GET', `/v1/projects/${ref}/config/auth`)).body;
    await setSecrets(ref, { SHARED: 'of the project' });
    await setSecrets(made, { SHARED: 'of the branch', FRESH: 'very secret' });
    await api.request('PATCH', `/v1/projects/${made}/config/auth`, {
      jwt_exp: 1200,
      smtp_host: 'mail.example.com',
      smtp_port: '25',
      smtp_admin_email: 'a@example.com',
      smtp_pass: 'very secret',
    });
    await api.request('PATCH', `/v1/projects/${made}/postgrest`, { max_rows: 77 });
    const answer = await api.request('GET', `/platform/branches/${made}/diff`);
    expect(JSON.stringify(answer.body)).not.toContain('very secret');
    const { secrets, settings } = answer.body;
    expect(secrets).toEqual([
      { name: 'FRESH', change: 'added', theirs: false },
      { name: 'SHARED', change: 'changed', theirs: false },
    ]);
    expect(settings).toContainEqual({
      area: 'data_api',
      name: 'max_rows',
      change: 'added',
      theirs: false,
      is_secret: false,
      project_value: '1000',
      branch_value: '77',
    });
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'smtp_pass', is_secret: true, branch_value: null }),
    );
    const half = await api.request('POST', `/v1/branches/${made}/merge`, { settings: ['auth.smtp_host'] });
    expect([half.status, half.body.message]).toEqual([409, expect.stringContaining('do not go together')]);
    const wrong = await api.request('POST', `/v1/branches/${made}/merge`, { secrets: ['NONE'] });
    expect(wrong.status).toBe(409);

    await deploy(api, made, 'third');
    const { risks } = answer.body;
    const merge = await merged(api, made, {
      accepted_risks: risks,
      secrets: ['FRESH', 'SHARED'],
      settings: settings.map(({ area, name }: { area: string; name: string }) => `${area}.${name}`),
    });
    expect(merge).toMatchObject({
      state: 'done',
      restore_point: expect.stringMatching(/^merge-/),
      brought: { functions: ['who'], secrets: ['FRESH', 'SHARED'], returned_at: null },
    });
    expect(await secretsOf(ref)).toEqual(await secretsOf(made));
    expect(await authOf()).toMatchObject({ jwt_exp: 1200, smtp_host: 'mail.example.com' });
    expect((await api.request('GET', `/v1/projects/${ref}/postgrest`)).body.max_rows).toBe(77);
    const same = await diffOf(api, made);
    expect([same.functions, same.secrets, same.settings]).toEqual([[], [], []]);

    await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { jwt_exp: 900 });
    const back = await api.request('POST', `/platform/branches/${made}/merges/${merge.id}/return`);
    expect([back.status, back.body]).toEqual([200, { left: ['auth.jwt_exp'] }]);
    expect(Object.keys(await secretsOf(ref))).toEqual(['SHARED']);
    expect(await secretsOf(ref)).not.toEqual(await secretsOf(made));
    expect(await authOf()).toMatchObject({ jwt_exp: 900, smtp_host: null, smtp_pass: null });
    expect((await api.request('GET', `/v1/projects/${ref}/postgrest`)).body.max_rows).toBe(1000);
    const { url } = await keysOf(api, basalt, ref);
    await expect.poll(async () => (await fetch(`${url}/functions/v1/who`)).text()).toBe('after');
    expect((await diffOf(api, made)).functions).toEqual([{ name: 'who', change: 'changed', theirs: false }]);
    const twice = await api.request('POST', `/platform/branches/${made}/merges/${merge.id}/return`);
    expect(twice.status).toBe(409);
  });

  await test.step('what only the project has changed of functions, secrets and settings is told so, and comes to the branch', async () => {
    await deploy(api, made, 'after');
    await merged(api, made, { functions: [], secrets: ['FRESH'] });
    await api.request('POST', `/v1/branches/${made}/reset`);
    await api.waitForStatus(made, 'ACTIVE_HEALTHY');
    await deploy(api, ref, 'newer');
    await api.request('POST', `/v1/projects/${ref}/secrets`, [{ name: 'NEWER', value: 'of the project' }]);
    await api.request('POST', `/v1/projects/${made}/secrets`, [{ name: 'OWN', value: 'of the branch' }]);
    await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { max_rows: 55 });
    const { functions, secrets, settings } = await diffOf(api, made);
    expect(functions).toEqual([{ name: 'who', change: 'changed', theirs: true }]);
    expect(secrets).toContainEqual({ name: 'NEWER', change: 'missing', theirs: true });
    expect(settings).toMatchObject([{ name: 'max_rows', theirs: true }]);
    const nothing = await api.request('POST', `/v1/branches/${made}/merge`, {});
    expect([nothing.status, nothing.body.message]).toEqual([
      409,
      expect.stringContaining('nothing to merge'),
    ]);
    const { status } = await api.request('POST', `/v1/branches/${made}/push`, {});
    expect(status).toBe(201);
    await expect
      .poll(async () => {
        const left = await diffOf(api, made);
        return [left.functions, left.settings, left.secrets?.map(({ name }: { name: string }) => name)];
      })
      .toEqual([[], [], ['OWN']]);
  });

  await test.step('a branch that is to be deleted later is brought back', async () => {
    expect((await api.request('POST', `/v1/branches/${made}/restore`)).status).toBe(409);
    await api.request('DELETE', `/v1/branches/${made}?force=false`);
    const list = async () => (await api.request('GET', `/v1/projects/${ref}/branches`)).body[0];
    expect(Date.parse((await list()).deletion_scheduled_at)).toBeGreaterThan(Date.now() + 3_000_000);
    const restored = await api.request('POST', `/v1/branches/${made}/restore`);
    expect([restored.status, restored.body]).toEqual([200, { message: 'Branch restoration initiated' }]);
    expect((await list()).deletion_scheduled_at).toBeUndefined();
  });

  await api.request('DELETE', `/v1/branches/${made}`);
});
