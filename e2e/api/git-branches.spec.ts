import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiClient } from '../basalt/api-client.ts';
import { COMMAND_LINE, openCommandLine } from '../basalt/command-line.ts';
import { GitRepository, hasGit } from '../basalt/git-repository.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { expect } from '../basalt/test.ts';
import { OPERATIONS, problemsOf } from './management-api/operations.ts';

const repository = hasGit() ? new GitRepository('team/app.git') : null;
const test = testOnOwnServer(async () => ({ BASALT_GIT_REPOSITORIES: repository?.folder ?? '' }));

test.skip(repository === null, 'There is no git on this machine.');
test.afterAll(() => repository?.remove());

const git = repository as GitRepository;

interface Sync {
  commit: string;
  state: string;
  reason: string | null;
  restore_point: string | null;
  entries: { kind: string; path: string; state: string; line: number | null; statement: string | null }[];
}

const syncsOf = async (api: ApiClient, ref: string) =>
  (await api.request('GET', `/platform/projects/${ref}/git-syncs`)).body as {
    follows: { head: string | null; problem: string | null } | null;
    syncs: Sync[];
  };

const answerOf = (path: string) =>
  OPERATIONS.find((operation) => operation.method === 'GET' && operation.path === path)?.answer;

/** Waits until a branch was brought to a commit, or failed to be. */
async function brought(api: ApiClient, ref: string, commit: string): Promise<Sync> {
  await expect
    .poll(async () => (await syncsOf(api, ref)).syncs.find((it) => it.commit === commit)?.state, {
      timeout: 30_000,
    })
    .toMatch(/done|failed/);
  return (await syncsOf(api, ref)).syncs.find((it) => it.commit === commit) as Sync;
}

test('a branch follows its repository: migrations in order, seed, functions, pushes, and where one fails', async ({
  api,
  basalt,
}) => {
  test.setTimeout(180_000);
  const { ref } = await api.createProject('Followed');
  const migration = (n: number) => `supabase/migrations/2026010100000${n}_step_${n}.sql`;
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [
      migration(n),
      n === 0
        ? 'begin;\ncreate table steps (n int);\ncommit;'
        : `insert into steps values (${n});\nalter table steps add column c${n} int;`,
    ]),
  );
  const first = git.push('feature/steps', 'Ten steps', {
    ...files,
    'supabase/seed.sql': "create table seeds as select 'sown' as state;",
    'supabase/functions/_shared/text.ts': "export const text = 'from git';",
    'supabase/functions/hello/index.ts':
      "import { text } from '../_shared/text.ts';\nDeno.serve(() => new Response(text));",
    'supabase/config.toml': '[functions.hello]\nverify_jwt = false\n',
  });

  const connect = (address: string) =>
    api.request('PUT', `/platform/projects/${ref}/git-connection`, { address });
  expect((await connect('local:team/other.git')).body).toMatchObject({
    code: 'bad_request',
    field: 'address',
  });
  const { body: connection } = await connect('local:team/app.git');
  expect(connection).toMatchObject({ repository: { name: 'team/app' }, state: 'ok', project: { ref } });
  const check = (name: string) =>
    api.request('GET', `/platform/integrations/github/branches/${connection.id}/${encodeURIComponent(name)}`);
  expect((await check('feature/steps')).body).toEqual({ name: 'feature/steps', commit: { sha: first } });
  expect(await check('nothing')).toMatchObject({
    status: 404,
    body: { message: 'Unable to find branch from team/app' },
  });

  const { body: branch } = await api.request('POST', `/v1/projects/${ref}/branches`, {
    branch_name: 'feature/steps',
    git_branch: 'feature/steps',
  });
  const made = branch.project_ref as string;

  await test.step('everything is applied, each logged', async () => {
    const { state, reason, entries } = await brought(api, made, first);
    expect([state, reason]).toEqual(['done', null]);
    expect(entries.map(({ kind, state: own }) => `${kind} ${own}`)).toEqual([
      ...Array.from({ length: 10 }, () => 'migration done'),
      'seed done',
      'function done',
    ]);
    expect(await api.rows(made, 'select n from steps order by n')).toHaveLength(9);
    expect(await api.rows(made, 'select state from seeds')).toEqual([{ state: 'sown' }]);
    expect(
      await api.rows(
        made,
        'select version, name from supabase_migrations.schema_migrations order by version',
      ),
    ).toHaveLength(10);
    const { body: runs } = await api.request('GET', `/v1/projects/${ref}/actions`);
    expect(runs).toMatchObject([{ branch_id: branch.id, git_config: { commit: first } }]);
    expect(problemsOf(answerOf('/v1/projects/{ref}/actions'), runs)).toEqual([]);
    const run = `/v1/projects/${ref}/actions/${runs[0].id}`;
    const { body: one } = await api.request('GET', run);
    expect(one.run_steps.map(({ name, status }: Record<string, string>) => `${name} ${status}`)).toEqual(
      ['clone', 'migrate', 'seed', 'deploy'].map((name) => `${name} EXITED`),
    );
    const log = await (await api.send(`${run}/logs`)).text();
    expect(log).toContain(`done ${migration(9).slice('supabase/'.length)}`);
    const { body: functions } = await api.request('GET', `/v1/projects/${made}/functions`);
    expect(functions).toMatchObject([{ slug: 'hello', verify_jwt: false, version: 1 }]);
  });

  const secret = (await api.request('GET', `/platform/projects/${ref}/git-connection`)).body.webhook
    ?.secret as string;
  const tell = (key = secret) =>
    api.send(`/platform/integrations/git/hooks/${connection.id}`, {
      method: 'POST',
      body: '{}',
      headers: {
        authorization: '',
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', key).update('{}').digest('hex')}`,
      },
    });

  const broken =
    await test.step('a push is followed; a migration that fails leaves what was before it', async () => {
      const commit = git.push('feature/steps', 'Break it', {
        'supabase/migrations/20260201000000_good.sql': 'create table good ();',
        'supabase/migrations/20260202000000_bad.sql': 'create table half ();\n\nselect *\nfrom nowhere;\n',
        'supabase/migrations/20260203000000_later.sql': 'create table later ();',
      });
      expect((await tell('another')).status).toBe(401);
      expect((await tell()).status).toBe(202);
      const { state, reason, entries } = await brought(api, made, commit);
      expect(state).toBe('failed');
      expect(reason).toContain('20260202000000_bad.sql, line 4: relation "nowhere" does not exist');
      expect(entries).toMatchObject([
        { path: 'migrations/20260201000000_good.sql', state: 'done' },
        {
          path: 'migrations/20260202000000_bad.sql',
          state: 'failed',
          line: 4,
          statement: 'select *\nfrom nowhere',
        },
      ]);
      const tables = "select relname from pg_class where relname in ('good', 'half', 'later')";
      expect(await api.rows(made, tables)).toEqual([{ relname: 'good' }]);
      expect((await api.request('GET', `/v1/projects/${made}`)).body.status).toBe('ACTIVE_HEALTHY');
      return commit;
    });

  await test.step('it goes on with the next push', async () => {
    const commit = git.push('feature/steps', 'Mend it', {
      'supabase/migrations/20260202000000_bad.sql': 'create index concurrently on good ((1));',
    });
    expect(commit).not.toBe(broken);
    expect((await tell()).status).toBe(202);
    const { state, entries } = await brought(api, made, commit);
    expect([state, entries.map(({ kind, state: own }) => `${kind} ${own}`)]).toEqual([
      'done',
      ['migration done', 'migration done', 'function skipped'],
    ]);
  });

  await test.step('a reset branch is brought there again', async () => {
    await api.request('POST', `/v1/branches/${made}/reset`);
    await api.waitForStatus(made, 'ACTIVE_HEALTHY');
    const query = { query: 'select n from steps' };
    const ask = async () => (await api.request('POST', `/v1/projects/${made}/database/query`, query)).status;
    await expect.poll(ask, { timeout: 30_000 }).toBe(201);
  });

  await test.step('the project itself follows only when somebody says so, with a moment to go back to', async () => {
    const follow = () => api.request('PATCH', `/platform/projects/${ref}/git-connection`, { follows: true });
    const commit = git.push('main', 'Production', {});
    expect((await follow()).status).toBe(409);
    await api.request('POST', `/v1/projects/${ref}/branches`, {
      branch_name: 'main',
      git_branch: 'main',
      is_default: true,
    });
    await tell();
    expect((await syncsOf(api, ref)).follows).toBeNull();
    expect((await follow()).body).toMatchObject({ follows: true, production_branch: 'main' });
    const { state, restore_point, entries } = await brought(api, ref, commit);
    expect([state, restore_point]).toEqual(['done', expect.stringMatching(/^git-/)]);
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'seed',
        state: 'skipped',
        message: 'The project has rows of its own.',
      }),
    );
    expect(await api.rows(ref, 'select n from steps')).toHaveLength(9);
    const { body: overview } = await api.request('GET', `/platform/database/${ref}/backups`);
    expect(overview.restore_points).toContainEqual(expect.objectContaining({ name: restore_point }));
    const broken = git.push('main', 'Break production', {
      'supabase/migrations/20260301000000_bad.sql': 'drop table steps;\nselect * from nowhere;',
    });
    await tell();
    expect(await brought(api, ref, broken)).toMatchObject({
      state: 'failed',
      entries: [{ path: 'migrations/20260301000000_bad.sql', state: 'failed', line: 2 }],
    });
    expect(await api.rows(ref, 'select n from steps')).toHaveLength(9);
  });

  await test.step('a database that dies meanwhile does not keep it from the version', async () => {
    const commit = git.push('main', 'Slow', {
      'supabase/migrations/20260301000000_bad.sql': 'select pg_sleep(2);\ncreate table slow ();',
    });
    await tell();
    await expect
      .poll(async () => (await syncsOf(api, ref)).syncs[0]?.entries[0]?.state, { timeout: 20_000 })
      .toBe('running');
    const server = await readFile(path.join(basalt.home, 'projects', ref, 'server.json'), 'utf8');
    process.kill(JSON.parse(server).pid, 'SIGKILL');
    const { state, reason } = await brought(api, ref, commit);
    expect([state, reason]).toEqual(['done', null]);
    expect(await api.rows(ref, "select to_regclass('slow')::text as slow")).toEqual([{ slow: 'slow' }]);
  });

  await test.step('a branch that is gone from the repository is told, and nothing happens to the branch', async () => {
    git.git('push', '-q', 'origin', '--delete', 'feature/steps');
    await tell();
    await expect
      .poll(async () => (await syncsOf(api, made)).follows?.problem)
      .toContain('no branch called feature/steps any more');
    const { body } = await api.request('POST', `/platform/projects/${made}/git-syncs`);
    expect(body).toMatchObject({ code: 'not_found' });
  });

  await api.request('DELETE', `/v1/branches/${made}`);
});

test('by the command line, unchanged: a branch follows ten migrations, is changed, compared and merged, and production has it', async ({
  api,
  basalt,
}) => {
  test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Followed by lines');
  const line = new GitRepository('team/line.git', git.folder);
  line.push('main', 'Nothing yet', {});
  const commit = line.pushTenSteps('feature/steps');
  await api.request('PUT', `/platform/projects/${ref}/git-connection`, { address: 'local:team/line.git' });
  const { run, dispose } = await openCommandLine(basalt.origin);
  const works = async (...args: string[]) => {
    const { code, output } = await run(...args);
    expect([args.join(' '), code, code === 0 || output]).toEqual([args.join(' '), 0, true]);
    return output;
  };
  const query = (of: string, sql: string) => works('db', 'query', sql, `--remote=${of}`);

  await works('branches', 'create', 'steps', '--git-branch', 'feature/steps', `--remote=${ref}`);
  const { body: branch } = await api.request('GET', `/v1/projects/${ref}/branches/steps`);
  const made: string = branch.project_ref;
  expect((await brought(api, made, commit)).entries.map(({ state }) => state)).toEqual(
    Array.from({ length: 10 }, () => 'done'),
  );
  await query(made, 'alter table step_9 add column note text');
  const { body: script } = await api.request('GET', `/v1/branches/${made}/diff`);
  expect(script.match(/CREATE TABLE "public"\."step_\d"/g)).toHaveLength(10);
  expect(script).toContain('"note" text');
  const merge = await api.request('POST', `/v1/branches/${made}/merge`, {});
  expect([merge.status, merge.body.message]).toEqual([201, 'ok']);
  const migrations = async () =>
    (await api.request('GET', `/v1/projects/${ref}/database/migrations`)).body.map(
      ({ name }: { name: string }) => name,
    );
  await expect.poll(migrations, { timeout: 30_000 }).toEqual(['merge steps']);
  expect(await query(ref, 'select count(note) as notes from step_9')).toMatch(/notes/);

  await works('branches', 'pause', 'steps', `--remote=${ref}`);
  await api.waitForStatus(made, 'INACTIVE');
  await works('branches', 'unpause', 'steps', `--remote=${ref}`);
  await api.waitForStatus(made, 'ACTIVE_HEALTHY');
  await works('branches', 'disable', `--remote=${ref}`);
  await expect.poll(async () => (await api.request('GET', `/v1/projects/${ref}/branches`)).body).toEqual([]);
  await dispose();
});
