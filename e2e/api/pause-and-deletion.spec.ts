import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { keysOf } from '../basalt/project-api.ts';
import { disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

const removedRefs = async (api: ApiClient): Promise<string[]> => {
  const { body } = await api.request('GET', '/platform/projects-removed');
  return body.map(({ ref }: { ref: string }) => ref);
};

test.describe('deleting a project', () => {
  test.setTimeout(60_000);

  test('hides it everywhere, and its owner can bring it back with its rows and keys', async ({
    api,
    basalt,
  }) => {
    const { ref } = await api.createProject('Mistake');
    await api.rows(ref, "create table kept (line text); insert into kept values ('still here')");
    const { url, anon } = await keysOf(api, basalt, ref);
    const address = await api.connectionString(ref);
    const asClient = async () => (await fetch(`${url}/auth/v1/health`, { headers: { apikey: anon } })).status;
    await expect.poll(asClient).toBe(200);

    const deleted = await api.request('DELETE', `/platform/projects/${ref}`);
    expect(deleted.body).toMatchObject({ ref, name: 'Mistake' });
    await expect.poll(async () => (await api.request('GET', `/platform/projects/${ref}`)).status).toBe(404);
    for (const [method, path, body] of [
      ['GET', `/v1/projects/${ref}`],
      ['GET', `/platform/projects/${ref}/status`],
      ['GET', `/platform/projects/${ref}/operations`],
      ['GET', `/platform/projects/${ref}/pause/status`],
      ['GET', `/v1/projects/${ref}/api-keys`],
      ['GET', `/platform/database/${ref}/backups/files`],
      ['POST', `/v1/projects/${ref}/database/query`, { query: 'select 1' }],
      ['POST', `/v1/projects/${ref}/restore`],
      ['DELETE', `/v1/projects/${ref}`],
    ] as const) {
      expect((await api.request(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await api.request('GET', '/v1/projects')).body).not.toContainEqual(
      expect.objectContaining({ ref }),
    );
    await expect.poll(asClient).toBe(404);

    const { body: removed } = await api.request('GET', '/platform/projects-removed');
    expect(removed).toContainEqual({
      ref,
      name: 'Mistake',
      organization_slug: await api.organization(),
      postgres_engine: '17',
      is_attached: false,
      removed_at: expect.any(String),
      erased_at: expect.any(String),
      can_recover: true,
    });
    const [{ removed_at, erased_at }] = removed.filter((each: { ref: string }) => each.ref === ref);
    expect(Date.parse(erased_at) - Date.parse(removed_at)).toBe(7 * 86_400_000);

    expect((await api.request('POST', `/platform/projects/${ref}/recover`)).status).toBe(200);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await removedRefs(api)).not.toContain(ref);
    expect(await api.rows(ref, 'table kept')).toEqual([{ line: 'still here' }]);
    expect(await api.connectionString(ref)).toBe(address);
    await expect.poll(asClient).toBe(200);
    expect((await api.request('POST', `/platform/projects/${ref}/recover`)).status).toBe(404);
  });

  test('for good leaves nothing', async ({ api }) => {
    const { ref } = await api.createProject('Gone');
    expect((await api.request('POST', `/platform/projects/${ref}/erase`)).status).toBe(404);
    await api.request('DELETE', `/platform/projects/${ref}`);
    await expect.poll(() => removedRefs(api)).toContain(ref);
    await expect
      .poll(async () => (await api.request('POST', `/platform/projects/${ref}/erase`)).status)
      .toBe(200);
    await expect.poll(() => removedRefs(api)).not.toContain(ref);
    expect((await api.request('POST', `/platform/projects/${ref}/recover`)).status).toBe(404);
  });

  test('says why somebody left, about what is theirs only', async ({ api, basalt, project }) => {
    const survey = (ref: string) => ({ projectRef: ref, reasons: '- pricing', exitAction: 'delete' });
    const path = '/platform/feedback/downgrade';
    expect((await api.request('POST', path, survey(project.ref))).status).toBe(200);
    expect((await api.request('POST', path, {})).status).toBe(200);
    expect((await api.request('POST', path, survey('a'.repeat(20)))).status).toBe(404);
    const stranger = new ApiClient(basalt.origin, `sbp_${'0'.repeat(40)}`);
    expect((await stranger.request('POST', path, survey(project.ref))).status).toBe(401);
  });
});

test('a paused project says since when, and is restored with its own version only', async ({ api }) => {
  const { ref } = await api.createProject('Asleep', { postgres_engine: '16' });
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  const pause = await api.request('GET', `/platform/projects/${ref}/pause/status`);
  expect(pause.body).toMatchObject({
    max_days_till_restore_disabled: 90,
    remaining_days_till_restore_disabled: null,
    can_restore: true,
    paused_at: expect.any(String),
  });
  const version = { version: 'supabase-postgres-16', postgres_engine: '16', release_channel: 'ga' };
  for (const path of [`/platform/projects/${ref}/restore/versions`, `/v1/projects/${ref}/restore`])
    expect((await api.request('GET', path)).body).toEqual({ available_versions: [version] });

  const other = await api.request('POST', `/platform/projects/${ref}/restore`, { postgres_engine: '18' });
  expect(other.status).toBe(400);
  expect(other.body.message).toMatch(/PostgreSQL 16/);
  expect((await api.request('POST', `/v1/projects/${ref}/restore/cancel`)).status).toBe(409);
  const own = { postgres_engine: '16', release_channel: 'ga' };
  expect((await api.request('POST', `/platform/projects/${ref}/restore`, own)).status).toBe(200);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect((await api.request('GET', `/platform/projects/${ref}/pause/status`)).body.paused_at).toBeNull();

  const services = 'auth,rest,db,storage,realtime';
  const health = async () =>
    (await api.request('GET', `/v1/projects/${ref}/health?services=${services}`)).body;
  await expect
    .poll(async () => (await health()).map(({ status }: { status: string }) => status))
    .toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY', 'ACTIVE_HEALTHY', 'UNHEALTHY', 'UNHEALTHY']);
  expect((await health())[3].error).toMatch(/not part of this version/);
});

test.describe('an installation for free organizations without days of grace', () => {
  test.setTimeout(90_000);

  test('holds two active projects each, and erases at once', async () => {
    const basalt = await startBasalt({
      environment: { BASALT_DEFAULT_PLAN: 'free', BASALT_DELETION_GRACE_DAYS: '0' },
    });
    try {
      const api = new ApiClient(basalt.origin, OWNER.accessToken);
      const organization_slug = await api.organization();
      const limit = async () =>
        (
          await api.request(
            'GET',
            `/platform/organizations/${organization_slug}/members/reached-free-project-limit`,
          )
        ).body;
      const first = await api.createProject('One');
      expect(await limit()).toEqual([]);
      await api.createProject('Two');
      expect(await limit()).toEqual([
        { username: OWNER.email, primary_email: OWNER.email, free_project_limit: 2 },
      ]);
      const input = { name: 'Three', db_pass: 'a password of the third', organization_slug };
      const third = await api.request('POST', '/v1/projects', input);
      expect(third.status).toBe(409);
      expect(third.body.message).toContain(OWNER.email);

      await api.request('POST', `/v1/projects/${first.ref}/pause`);
      await api.waitForStatus(first.ref, 'INACTIVE');
      const pause = await api.request('GET', `/platform/projects/${first.ref}/pause/status`);
      expect(pause.body).toMatchObject({ remaining_days_till_restore_disabled: 90, can_restore: true });
      const { ref } = await api.createProject('Three');
      const restore = `projects/${first.ref}/restore`;
      const refused = await api.request('POST', `/platform/${restore}`, {});
      expect(refused.status).toBe(409);
      expect(refused.body.message).toContain(OWNER.email);
      const administrator = await apiAs(basalt, await addColleague(basalt, 'Administrator'));
      expect((await administrator.request('POST', `/v1/${restore}`)).status).toBe(409);
      expect((await api.request('POST', `/v1/${restore}`)).status).toBe(200);
      await api.waitForStatus(first.ref, 'ACTIVE_HEALTHY');

      await api.request('DELETE', `/v1/projects/${ref}`);
      await expect.poll(async () => (await api.request('GET', `/v1/projects/${ref}`)).status).toBe(404);
      await expect.poll(() => removedRefs(api)).toEqual([]);
    } finally {
      await disposeBasalt(basalt);
    }
  });
});
