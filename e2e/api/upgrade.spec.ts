import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../basalt/api-client.ts';
import { GROWN_SCHEMA, GROWN_STATE } from '../basalt/grown-schema.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { psql } from '../basalt/psql.ts';
import { addIdentityProvider, samlCertificate } from '../basalt/single-sign-on.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

/** What protects a project's services from its people, on the smallest size; 15 knows one of them less. */
const LIMITS = `select rolconnlimit as own, current_setting('superuser_reserved_connections') as platform,
  current_setting('reserved_connections', true) as services, current_setting('temp_file_limit') as files
  from pg_roles where rolname = 'postgres'`;

test.describe('an upgrade to a newer PostgreSQL', () => {
  test.setTimeout(180_000);

  test('brings everything along, clients reconnect by themselves, and the old cluster can be gone back to', async ({
    api,
    basalt,
  }) => {
    const { ref } = await api.createProject('Grown', { postgres_engine: '15' });
    await api.rows(ref, GROWN_SCHEMA);
    const before = await api.rows(ref, GROWN_STATE);
    const keys = await keysOf(api, basalt, ref);
    const users = clientOf(keys.url, keys.serviceRole).auth.admin;
    const email = 'someone@example.com';
    await users.createUser({ email, password: 'columns of stone', email_confirm: true });

    const certificate = await addIdentityProvider(api, ref, keys);

    const eligibility = await api.request('GET', `/v1/projects/${ref}/upgrade/eligibility`);
    expect(eligibility.body).toMatchObject({ eligible: true, validation_errors: [] });
    const started = await api.request('POST', `/v1/projects/${ref}/upgrade`, { target_version: '18' });
    expect(started.status).toBe(201);
    const seen = await follow(api, ref, started.body.tracking_id);
    expect(seen.at(-1)).toMatch(/^(9_completed_upgrade|10_completed_post_physical_backup)$/);
    expect(seen.length).toBeGreaterThan(2);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');

    const [version] = await api.rows(
      ref,
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    expect(version).toEqual({ major: 18 });
    expect(await api.rows(ref, GROWN_STATE)).toEqual(before);
    expect(await psql(await api.connectionString(ref), 'select count(*) from shop.orders')).toBe('500');
    const anonymous = clientOf(keys.url, keys.anon);
    await expect
      .poll(
        async () => (await anonymous.auth.signInWithPassword({ email, password: 'columns of stone' })).error,
      )
      .toBeNull();

    // Identity providers know the project as before, and it knows them.
    const sso = await anonymous.auth.signInWithSSO({ domain: 'example.com' });
    expect(sso.data?.url).toContain('https://idp.example.com/sign-in?SAMLRequest=');
    expect(await samlCertificate(keys.url)).toBe(certificate);

    // What the owner may do follows the version: roles can be made from 16 on, and superuser's powers never.
    await api.rows(ref, 'create role made_after nologin; drop role made_after');
    expect((await api.query(ref, 'grant pg_execute_server_program to postgres')).status).toBe(400);
    expect((await api.query(ref, 'set role supabase_auth_admin')).status).toBe(400);
    expect(await api.rows(ref, LIMITS)).toEqual([{ own: 19, platform: '3', services: '28', files: '1GB' }]);

    await api.rows(ref, 'create table shop.newer (id int)');
    const { body } = await api.request('GET', `/platform/projects/${ref}/upgrade/status`);
    const point = body.databaseUpgradeStatus.kept_database_id;
    const back = await api.request('POST', `/platform/database/${ref}/kept-databases/${point}/return`);
    expect(back.status).toBe(200);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await api.rows(ref, "select current_setting('server_version_num')::int / 10000 as major")).toEqual(
      [{ major: 15 }],
    );
    expect(await api.rows(ref, LIMITS)).toEqual([{ own: 19, platform: '3', services: null, files: '1GB' }]);
    expect(await api.rows(ref, GROWN_STATE)).toEqual(before);
    expect((await api.query(ref, 'table shop.newer')).status).toBe(400);
  });

  test('is refused with what stands in the way, and leaves the project as it is', async ({ api }) => {
    const { ref } = await api.createProject('Blocked', { postgres_engine: '17' });
    await api.rows(ref, 'create database beside');
    const { body } = await api.request('GET', `/platform/projects/${ref}/upgrade/eligibility`);
    expect(body.eligible).toBe(false);
    expect(body.blockers).toMatchObject([{ name: 'beside' }]);
    const start = (target_version: string) =>
      api.request('POST', `/v1/projects/${ref}/upgrade`, { target_version });
    expect(await start('18')).toMatchObject({ status: 409, body: { message: /beside/ } });
    for (const target of ['16', '17', '19', 'latest', ''])
      expect(await start(target)).toMatchObject({ status: 400, body: { field: 'target_version' } });
    expect(await api.rows(ref, 'select 1 as still')).toEqual([{ still: 1 }]);
  });

  test('can be given up while it is at work', async ({ api }) => {
    const { ref } = await api.createProject('Given up', { postgres_engine: '16' });
    await api.rows(
      ref,
      'create table big as select n, repeat(md5(n::text), 20) as text from generate_series(1, 300000) n',
    );
    const { body } = await api.request('POST', `/v1/projects/${ref}/upgrade`, { target_version: '17' });
    const path = `/platform/projects/${ref}/upgrade/status?tracking_id=${body.tracking_id}`;
    const state = async () => (await api.request('GET', path)).body.databaseUpgradeStatus;
    await expect
      .poll(async () => (await state()).progress, { intervals: [20], timeout: 30_000 })
      .toMatch(/^[5-9]_/);
    expect((await api.request('POST', `/platform/projects/${ref}/upgrade/cancel`)).status).toBe(200);
    await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe(2);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(
      await api.rows(
        ref,
        "select count(*)::int as rows, current_setting('server_version_num')::int / 10000 as major from big",
      ),
    ).toEqual([{ rows: 300_000, major: 16 }]);
  });
});

/** Follows an upgrade to its end as a client does. Gives each progress that was seen, once. */
async function follow(api: ApiClient, ref: string, trackingId: string): Promise<string[]> {
  const seen: string[] = [];
  for (let look = 0; look < 600; look++) {
    const { body } = await api.request('GET', `/v1/projects/${ref}/upgrade/status?tracking_id=${trackingId}`);
    const { progress, status, error } = body.databaseUpgradeStatus;
    if (error !== undefined) throw new Error(`The upgrade failed: ${JSON.stringify(body)}`);
    if (seen.at(-1) !== progress) seen.push(progress);
    if (status !== 0) return seen;
    await sleep(100);
  }
  throw new Error(`The upgrade did not end: ${seen.join(', ')}`);
}
