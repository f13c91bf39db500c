import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { ApiClient } from '../basalt/api-client.ts';
import { DATABASE_PASSWORD } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import {
  aMoment,
  goodBackups,
  operationDone,
  overview,
  recoverableUntil,
  takeBackup,
} from '../basalt/project-backups.ts';
import { psql } from '../basalt/psql.ts';
import { addIdentityProvider, samlCertificate } from '../basalt/single-sign-on.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'serial' });

test.describe('the backups of a project', () => {
  let ref: string;
  let backup: number;
  /** Between the second and the third row. */
  let between: Date;

  const names = async (api: { rows(ref: string, sql: string): Promise<unknown[]> }, of = ref) =>
    (await api.rows(of, 'select name from stones order by id')).map((row) => (row as { name: string }).name);
  /** The bytes of all objects of a project, by name. */
  const objects = async (api: ApiClient, basalt: Basalt, of = ref) => {
    const { url, secret } = await keysOf(api, basalt, of);
    const bucket = clientOf(url, secret).storage.from('papers');
    const rows = await api.rows(of, 'select name from storage.objects order by name');
    const found = new Map<string, Buffer>();
    for (const { name } of rows as { name: string }[]) {
      const { data, error } = await bucket.download(name);
      found.set(name, error === null ? Buffer.from(await data.arrayBuffer()) : Buffer.from(String(error)));
    }
    return found;
  };
  /** Names of objects whose bytes are others, or that only one of the two has. */
  const differences = (one: Map<string, Buffer>, other: Map<string, Buffer>) =>
    [...new Set([...one.keys(), ...other.keys()])].filter(
      (name) => !one.get(name)?.equals(other.get(name) ?? Buffer.from('not there')),
    );
  /** Of the moment `between`, and of when the database was replaced. */
  let objectsThen: Map<string, Buffer>;
  let objectsLater: Map<string, Buffer>;
  const keyNames = async (api: { request(method: string, path: string): Promise<{ body: unknown }> }) =>
    ((await api.request('GET', `/v1/projects/${ref}/api-keys`)).body as { name: string; type: string }[])
      .filter(({ type }) => type === 'secret')
      .map(({ name }) => name)
      .sort();

  test.beforeAll(async ({ api }) => {
    ({ ref } = await api.createProject('Quarry of backups'));
    await api.rows(ref, 'create table stones (id int generated always as identity, name text)');
  });

  test('a table that is dropped seconds after the project was created comes back', async ({ api }) => {
    const fresh = await api.createProject('Quarry of the first second');
    await api.rows(fresh.ref, "create table stones as select 1 as id, 'first' as name");
    const moment = await aMoment();
    await api.rows(fresh.ref, 'drop table stones');
    const { backups, stored_bytes } = await overview(api, fresh.ref);
    expect(backups).toEqual([
      expect.objectContaining({ reason: 'origin', state: 'done', postgres_engine: '17', error: null }),
    ]);
    expect(backups[0].data_bytes).toBeGreaterThan(backups[0].stored_bytes);
    expect(stored_bytes.base).toBeGreaterThanOrEqual(backups[0].stored_bytes);
    const begun = await api.request('POST', `/platform/database/${fresh.ref}/backups/pitr`, {
      at: moment.toISOString(),
    });
    expect(begun.status).toBe(200);
    await operationDone(api, fresh.ref, begun.body.operation_id);
    expect(await names(api, fresh.ref)).toEqual(['first']);
  });

  test('one is taken, and what is written afterwards can be restored within seconds', async ({ api }) => {
    backup = await takeBackup(api, ref);
    const { backups, pitr, stored_bytes, schedule } = await overview(api, ref);
    expect(backups).toEqual([
      expect.objectContaining({
        id: backup,
        reason: 'manual',
        state: 'done',
        postgres_engine: '17',
        error: null,
      }),
      expect.objectContaining({ reason: 'origin', state: 'done' }),
    ]);
    expect(backups[0].data_bytes).toBeGreaterThan(backups[0].stored_bytes);
    expect(stored_bytes.base).toBeGreaterThan(0);
    expect(pitr.earliest).toBe(backups[1].finished_at);
    expect(schedule).toMatchObject({ enabled: true, retention_days: 7 });
    await api.rows(ref, "insert into stones (name) values ('first')");
    await recoverableUntil(api, ref, new Date());
  });

  test('a moment is restored in place: rows, files, keys and settings are those of then', async ({
    api,
    basalt,
  }) => {
    await api.rows(ref, "insert into stones (name) values ('second')");
    const { url, secret } = await keysOf(api, basalt, ref);
    const certificate = await addIdentityProvider(api, ref, { url, secret });
    const { auth: signing, storage } = clientOf(url, secret);
    await storage.createBucket('papers');
    const papers = storage.from('papers');
    const done = async (work: Promise<{ error: Error | null }>) => expect((await work).error).toBeNull();
    await done(papers.upload('overwritten.bin', randomBytes(700_000)));
    await done(papers.upload('deleted/list.txt', 'not deleted yet'));
    await done(papers.upload('moved-from.bin', randomBytes(5_000)));
    await done(papers.upload('same.bin', randomBytes(10_000)));
    await done(papers.upload('empty', ''));
    await done(papers.copy('overwritten.bin', 'deleted-copy.bin'));
    objectsThen = await objects(api, basalt);
    between = await aMoment();
    await done(papers.upload('overwritten.bin', randomBytes(700_000), { upsert: true }));
    await done(papers.remove(['deleted/list.txt', 'deleted-copy.bin']));
    await done(papers.move('moved-from.bin', 'moved-to.bin'));
    await done(papers.upload('new.bin', randomBytes(10_000)));
    objectsLater = await objects(api, basalt);
    expect(differences(objectsThen, objectsLater)).toEqual([
      'deleted-copy.bin',
      'deleted/list.txt',
      'moved-from.bin',
      'overwritten.bin',
      'moved-to.bin',
      'new.bin',
    ]);
    // Clearing files away leaves what a backup can bring back.
    const { data: usage } = (await api.request('POST', `/platform/storage/${ref}/usage`)).body;
    expect(usage).toMatchObject({
      objects: 5,
      waiting: { files: 3, bytes: 1_400_015 },
      cleared: { files: 0 },
    });
    await api.rows(ref, "insert into stones (name) values ('third')");
    await api.request('POST', `/v1/projects/${ref}/api-keys`, { type: 'secret', name: 'later' });
    await api.request('PATCH', `/v1/projects/${ref}/config/auth`, { jwt_exp: 1234 });
    await api.rows(ref, 'create table later (id int)');
    const client = await api.connectionString(ref);
    await recoverableUntil(api, ref, between);

    const begun = await api.request('POST', `/platform/database/${ref}/backups/pitr`, {
      at: between.toISOString(),
    });
    expect(begun.status).toBe(200);
    expect((await api.request('GET', `/platform/projects/${ref}/status`)).body.status).toBe('RESTORING');
    const again = await api.request('POST', `/platform/database/${ref}/backups/pitr`, {
      at: between.toISOString(),
    });
    expect(again.status).toBe(409);
    await operationDone(api, ref, begun.body.operation_id);

    expect(await names(api)).toEqual(['first', 'second']);
    expect(differences(await objects(api, basalt), objectsThen)).toEqual([]);
    expect(await api.rows(ref, "select to_regclass('later') as later")).toEqual([{ later: null }]);
    expect(await keyNames(api)).toEqual(['default']);
    const auth = await api.request('GET', `/v1/projects/${ref}/config/auth`);
    expect(auth.body.jwt_exp).toBe(3600);
    // Its clients come back with the address and the password that they have.
    expect(await psql(client, 'select count(*) from stones')).toBe('2');
    await expect
      .poll(async () => (await fetch(`${basalt.gatewayOrigin}/${ref}/auth/v1/health`)).status)
      .not.toBe(503);
    expect(await samlCertificate(url)).toBe(certificate);
    const sso = await signing.signInWithSSO({ domain: 'example.com' });
    expect(sso.data?.url).toContain('https://idp.example.com/sign-in?SAMLRequest=');
    await api.rows(ref, "insert into stones (name) values ('after the restore')");
  });

  test('the database that was replaced is kept, and everything comes back with it', async ({
    api,
    basalt,
  }) => {
    const { kept_databases } = await overview(api, ref);
    expect(kept_databases).toEqual([expect.objectContaining({ reason: 'restore', postgres_engine: '17' })]);
    const [{ id }] = kept_databases;
    const begun = await api.request('POST', `/platform/database/${ref}/kept-databases/${id}/return`);
    expect(begun.status).toBe(200);
    await operationDone(api, ref, begun.body.operation_id);

    expect(await names(api)).toEqual(['first', 'second', 'third']);
    expect(differences(await objects(api, basalt), objectsLater)).toEqual([]);
    expect(await keyNames(api)).toEqual(['default', 'later']);
    expect((await api.request('GET', `/v1/projects/${ref}/config/auth`)).body.jwt_exp).toBe(1234);
    const points = (await overview(api, ref)).kept_databases;
    expect(points).toEqual([expect.objectContaining({ reason: 'return' })]);

    const gone = await api.request('POST', `/platform/database/${ref}/kept-databases/${id}/return`);
    expect(gone.status).toBe(404);
    expect(
      (await api.request('DELETE', `/platform/database/${ref}/kept-databases/${points[0].id}`)).status,
    ).toBe(200);
    expect((await overview(api, ref)).kept_databases).toEqual([]);
  });

  test('a moment before the two changes of history can still be restored, into a new project', async ({
    api,
    basalt,
  }) => {
    const begun = await api.request('POST', `/platform/database/${ref}/backups/restore-to-new-project`, {
      name: 'Second quarry',
      db_pass: 'another-K9!password',
      at: between.toISOString(),
    });
    expect(begun.status).toBe(200);
    await api.waitForStatus(begun.body.ref, 'ACTIVE_HEALTHY');
    expect(await names(api, begun.body.ref)).toEqual(['first', 'second']);
    expect(differences(await objects(api, basalt, begun.body.ref), objectsThen)).toEqual([]);
    expect(await names(api)).toEqual(['first', 'second', 'third']);
    const address = new URL(await api.connectionString(begun.body.ref));
    expect(decodeURIComponent(address.password)).toBe('another-K9!password');
    expect(await psql(address.href, 'select count(*) from stones')).toBe('2');
    // Keys of the one do not open the other.
    const keys = (await api.request('GET', `/v1/projects/${ref}/api-keys?reveal=true`)).body;
    const { api_key } = keys.find(({ type }: { type: string }) => type === 'secret');
    const stranger = await fetch(`${basalt.gatewayOrigin}/${begun.body.ref}/rest/v1/stones`, {
      headers: { apikey: api_key },
    });
    expect(stranger.status).toBe(401);
  });

  test('a backup is restored into a paused project, which is active afterwards', async ({ api }) => {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    const begun = await api.request('POST', `/v1/projects/${ref}/database/backups/restore`, { id: backup });
    expect(begun.status).toBe(201);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await names(api)).toEqual([]);
  });

  test('a named moment is gone back to', async ({ api }) => {
    await takeBackup(api, ref);
    await api.rows(ref, "insert into stones (name) values ('before')");
    const point = await api.request('POST', `/v1/projects/${ref}/database/backups/restore-point`, {
      name: 'before-upgrade',
    });
    expect(point).toMatchObject({ status: 201, body: { name: 'before-upgrade', status: 'AVAILABLE' } });
    expect((await overview(api, ref)).restore_points).toEqual([
      { name: 'before-upgrade', at: expect.any(String), state: 'available' },
    ]);
    await api.rows(ref, "insert into stones (name) values ('after')");
    const same = await api.request('POST', `/v1/projects/${ref}/database/backups/restore-point`, {
      name: 'before-upgrade',
    });
    expect(same.status).toBe(409);
    const unknown = await api.request('POST', `/v1/projects/${ref}/database/backups/undo`, {
      name: 'nothing',
    });
    expect(unknown.status).toBe(404);
    const undone = await api.request('POST', `/v1/projects/${ref}/database/backups/undo`, {
      name: 'before-upgrade',
    });
    expect(undone.status).toBe(201);
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await names(api)).toEqual(['before']);
  });

  test('what cannot be restored is refused before anything is touched', async ({ api, project }) => {
    const foreign = await takeBackup(api, project.ref);
    const { pitr } = await overview(api, ref);
    const restore = (path: string, body: unknown) =>
      api.request('POST', `/platform/database/${ref}/backups/${path}`, body);
    const restores = async () =>
      (await api.request('GET', `/platform/projects/${ref}/operations`)).body
        .filter(({ kind }: { kind: string }) => kind === 'restore_backup')
        .map((each: { id: string }) => each.id);
    const restored = await restores();
    const before = new Date(new Date(pitr.earliest).getTime() - 1_000).toISOString();
    expect(await restore('pitr', { at: before })).toMatchObject({ status: 400, body: { field: 'at' } });
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await restore('pitr', { at: future })).toMatchObject({ status: 400, body: { field: 'at' } });
    expect((await restore('pitr', { at: 'yesterday' })).status).toBe(400);
    expect((await restore('restore', { id: foreign })).status).toBe(404);
    expect((await restore('restore', { id: 999_999_999 })).status).toBe(404);
    const unclear = { name: 'Neither', db_pass: DATABASE_PASSWORD };
    expect((await restore('restore-to-new-project', unclear)).status).toBe(400);
    expect(await restores()).toEqual(restored);
    expect((await api.request('GET', `/platform/projects/${ref}/status`)).body.status).toBe('ACTIVE_HEALTHY');
  });

  test('a backup is verified by restoring it', async ({ api }) => {
    const [{ id }] = await goodBackups(api, ref);
    const asked = await api.request('POST', `/platform/database/${ref}/backups/${id}/verify`);
    expect(asked.status).toBe(200);
    await expect
      .poll(async () => (await goodBackups(api, ref)).find((each) => each.id === id), { timeout: 40_000 })
      .toMatchObject({ verified_at: expect.any(String), verify_error: null });
  });

  test('schedule and retention are set, by the dashboard and by the management API', async ({ api }) => {
    const changed = await api.request('PATCH', `/platform/database/${ref}/backups/schedule`, {
      time: '23:45',
      retention_days: 3,
    });
    expect(changed.body.schedule).toMatchObject({ time: '23:45', retention_days: 3, plan_retention_days: 7 });
    expect(new Date(changed.body.schedule.next_at).toISOString()).toContain('T23:45:00');
    const path = `/v1/projects/${ref}/database/backups/schedule`;
    expect((await api.request('GET', path)).body.schedule_for).toBe('23:45:00');
    expect((await api.request('PATCH', path, { schedule_for: '04:00:00' })).body.schedule_for).toBe(
      '04:00:00',
    );
    expect((await api.request('PATCH', path, { schedule_for: '25:00:00' })).status).toBe(400);
    const off = await api.request('PATCH', `/platform/database/${ref}/backups/schedule`, { enabled: false });
    expect(off.body.schedule).toMatchObject({
      enabled: false,
      next_at: null,
      time: '04:00',
      retention_days: 3,
    });
  });

  test('without recovery to a moment there are backups alone', async ({ api }) => {
    const off = await api.request('PATCH', `/platform/database/${ref}/backups/pitr`, { enabled: false });
    expect(off.body.pitr).toEqual({
      enabled: false,
      earliest: null,
      latest: null,
      problem: null,
      failing_since: null,
    });
    const at = new Date().toISOString();
    const refused = await api.request('POST', `/platform/database/${ref}/backups/pitr`, { at });
    expect(refused.status).toBe(409);
    const listed = await api.request('GET', `/v1/projects/${ref}/database/backups`);
    expect(listed.body).toMatchObject({ walg_enabled: true, pitr_enabled: false, physical_backup_data: {} });
    expect(listed.body.backups).toContainEqual(
      expect.objectContaining({ is_physical_backup: true, status: 'COMPLETED' }),
    );
  });
});
