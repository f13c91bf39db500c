import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeProjectApis } from '../api-keys/insert-project-api.ts';
import { hashKey, newKey } from '../api-keys/key-text.ts';
import { LEGACY_ROLES, legacyKey } from '../jwt-secret/keys.ts';
import { forgetNextSecret, prepareKeys, replaceSecret } from '../jwt-secret/rotation-steps.ts';
import { readJwtSecret } from '../jwt-secret/store.ts';
import { checkSecretKey } from '../kernel/check-secret-key.ts';
import { migrate } from '../kernel/migrate.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { secretBox } from '../kernel/secret-box.ts';
import { randomLetters } from '../kernel/tokens.ts';
import type { StepContext } from '../operations/definition.ts';
import { openProjectRuntimeStore, type ProjectRuntimeRecord, type ProjectRuntimeStore } from './index.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const secretKey = randomBytes(32);
const secrets = secretBox(secretKey);

let address: Awaited<ReturnType<typeof cluster.createDatabase>>;
let db: Database;
let store: ProjectRuntimeStore;
let project: ProjectRow;

beforeAll(async () => {
  address = await cluster.createDatabase();
  const { host, port, user, database } = address;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  ({ db } = openDatabase(url, () => {}));
  await migrate(db);
  await db
    .insertInto('organizations')
    .values({ slug: 'stone-works', name: 'Stone works', plan: 'pro' })
    .execute();
  store = openProjectRuntimeStore({ databaseUrl: url, secretKey, log: () => {} });
});

afterAll(async () => {
  await store.close();
  await db.destroy();
});

let port = 1;
beforeEach(async () => {
  const { id: organization_id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  project = await db
    .insertInto('projects')
    .values({
      ref: randomLetters(20),
      organization_id,
      name: 'Quarry',
      region: 'eu-central-1',
      status: 'ACTIVE_HEALTHY',
      status_reason: null,
      postgres_engine: '17',
      release_channel: 'ga',
      port: port++,
      database_password: secrets.seal('secret'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await completeProjectApis(db, secrets);
});

async function record(): Promise<ProjectRuntimeRecord> {
  const found = await store.read(project.ref);
  if (found === null) throw new Error('There is no such project.');
  return found;
}

const settingsOf = () => db.updateTable('project_api_settings').where('project_id', '=', project.id);

describe('a project that was made before its API', () => {
  it('gets a JWT secret and two keys, once', async () => {
    const before = await record();
    await Promise.all([completeProjectApis(db, secrets), completeProjectApis(db, secrets)]);
    expect(await record()).toEqual(before);
    expect(before.keys.map(({ type, role, enabled }) => [type, role, enabled])).toEqual(
      expect.arrayContaining([
        ['legacy', 'anon', true],
        ['legacy', 'service_role', true],
        ['publishable', 'anon', true],
        ['secret', 'service_role', true],
      ]),
    );
    expect(before.keys).toHaveLength(4);
  });
});

describe('a record', () => {
  it('is null for a project that is not there', async () => {
    expect(await store.read(randomLetters(20))).toBeNull();
    expect(await store.read("' or true --")).toBeNull();
  });

  it('says what a new project is like', async () => {
    expect(await record()).toMatchObject({
      ref: project.ref,
      status: 'ACTIVE_HEALTHY',
      statusText: 'it is running',
      signingKey: { kid: null, algorithm: 'HS256', jwk: { kty: 'oct' } },
      rest: {
        dbSchemas: ['public', 'graphql_public'],
        dbExtraSearchPath: ['public', 'extensions'],
        dbMaxRows: 1_000,
      },
      auth: { smtp: null, external_email_enabled: true },
    });
  });

  it('knows keys by their hash and holds none of them but the public one of sessions', async () => {
    const { secret, issuedAt } = await readJwtSecret(db, secrets, project.id);
    const key = newKey('secret');
    const values = { project_id: project.id, type: 'secret', name: 'ci_key', description: null } as const;
    await db
      .insertInto('api_keys')
      .values({ ...values, key_hash: hashKey(key), sealed_key: secrets.seal(key) })
      .execute();
    const found = await record();
    for (const text of [
      key,
      ...(await Promise.all(LEGACY_ROLES.map((role) => legacyKey(secret, project.ref, role, issuedAt)))),
    ]) {
      const hash = hashKey(text).toString('base64url');
      expect(found.keys.filter((one) => one.hash === hash)).toHaveLength(1);
      expect(JSON.stringify({ ...found, anonKey: null })).not.toContain(text);
    }
    expect(found.anonKey).toBe(await legacyKey(secret, project.ref, 'anon', issuedAt));
  });

  it('opens what S3 requests are signed with, in the order in which it was made', async () => {
    for (const access_key of [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')])
      await db
        .insertInto('storage_access_keys')
        .values({
          project_id: project.id,
          access_key,
          sealed_secret: secrets.seal(`of ${access_key}`),
          description: 'x',
        })
        .execute();
    const { storageKeys, region } = await record();
    expect(region).toBe('eu-central-1');
    expect(storageKeys).toHaveLength(2);
    for (const { accessKey, secret } of storageKeys) expect(secret).toBe(`of ${accessKey}`);
  });

  it('has another revision when anything changes, and the same when nothing does', async () => {
    const { revision } = await record();
    expect((await record()).revision).toBe(revision);
    await settingsOf().set({ postgrest: '{"max_rows": 0, "db_schema": ""}' }).execute();
    const changed = await record();
    expect(changed.revision).not.toBe(revision);
    expect(changed.rest).toMatchObject({ dbSchemas: [], dbMaxRows: null });
  });

  it('keeps revoked signing keys out and private parts of others in the platform', async () => {
    const key = (status: 'standby' | 'revoked') => ({
      id: crypto.randomUUID(),
      project_id: project.id,
      algorithm: 'ES256' as const,
      status,
      sealed_jwk: secrets.seal(JSON.stringify({ kty: 'EC', d: 'private', kid: 'x' })),
      public_jwk: JSON.stringify({ kty: 'EC', kid: 'x' }),
    });
    const standby = key('standby');
    await db
      .insertInto('signing_keys')
      .values([standby, key('revoked')])
      .execute();
    const { verificationKeys } = await record();
    expect(verificationKeys).toHaveLength(2);
    expect(verificationKeys.find(({ kid }) => kid === standby.id)).toEqual({
      kid: standby.id,
      algorithm: 'ES256',
      jwk: { kty: 'EC', kid: 'x' },
    });
  });

  it('has no legacy keys once their secret is revoked, and shows them switched off before', async () => {
    await settingsOf().set({ legacy_keys_enabled: false }).execute();
    const off = (await record()).keys.filter(({ type }) => type === 'legacy');
    expect(off.map(({ enabled }) => enabled)).toEqual([false, false]);
    expect((await record()).anonKey).toBeNull();
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('signing_keys')
        .set({ status: 'revoked' })
        .where('project_id', '=', project.id)
        .execute();
      await transaction
        .insertInto('signing_keys')
        .values({
          id: crypto.randomUUID(),
          project_id: project.id,
          algorithm: 'HS256',
          status: 'in_use',
          sealed_jwk: secrets.seal('{"kty":"oct","k":"eA"}'),
          public_jwk: null,
        })
        .execute();
    });
    expect((await record()).keys.filter(({ type }) => type === 'legacy')).toEqual([]);
  });
});

describe('a change of the JWT secret', () => {
  const NEXT = 'the next secret, of more than thirty-two characters';
  const context = () => ({ db, secrets, project }) as unknown as StepContext;
  const prepare = () =>
    settingsOf()
      .set({ next_jwt_secret: secrets.seal(NEXT) })
      .execute();

  it('leaves the old one in force until it is done, and nothing of it afterwards', async () => {
    const before = await record();
    await prepare();
    await prepareKeys.run(context());
    expect((await record()).revision).toBe(before.revision);
    await replaceSecret.run(context());
    const after = await record();
    const { secret, issuedAt } = await readJwtSecret(db, secrets, project.id);
    expect(secret).toBe(NEXT);
    const anon = await legacyKey(secret, project.ref, 'anon', issuedAt);
    expect((await jwtVerify(anon, new TextEncoder().encode(NEXT))).payload.role).toBe('anon');
    expect(after.keys.map(({ hash }) => hash)).toContain(hashKey(anon).toString('base64url'));
    const oldLegacy = before.keys.filter(({ type }) => type === 'legacy').map(({ hash }) => hash);
    expect(after.keys.filter(({ hash }) => oldLegacy.includes(hash))).toEqual([]);
    expect(after.verificationKeys).not.toContainEqual(before.verificationKeys[0]);
    expect(after.signingKey.jwk).toEqual({ kty: 'oct', k: Buffer.from(NEXT).toString('base64url') });
  });

  it('may run again from any step', async () => {
    await prepare();
    await replaceSecret.run(context());
    const done = await record();
    await prepareKeys.run(context());
    await replaceSecret.run(context());
    expect(await record()).toEqual(done);
  });

  it('that is taken back leaves the old secret in force and the new one nowhere', async () => {
    const before = await record();
    await prepare();
    await forgetNextSecret(context());
    await replaceSecret.run(context());
    expect(await record()).toEqual(before);
  });

  it('fails before the old secret is given up when the new one cannot be read', async () => {
    await settingsOf()
      .set({ next_jwt_secret: secretBox(randomBytes(32)).seal(NEXT) })
      .execute();
    await expect(prepareKeys.run(context())).rejects.toThrow();
  });
});

describe('listening', () => {
  it('tells of every change, and of what may have been missed while the connection was gone', async () => {
    const heard: (string | null)[] = [];
    const stop = store.listen((ref) => void heard.push(ref));
    const hears = (ref: string | null, times = 1) =>
      expect.poll(() => heard.filter((one) => one === ref).length, { interval: 10 }).toBe(times);
    await hears(null);

    const changes: (() => Promise<unknown>)[] = [
      () => settingsOf().set({ legacy_keys_enabled: false }).execute(),
      () => db.updateTable('projects').set({ status: 'PAUSING' }).where('id', '=', project.id).execute(),
      () =>
        db
          .updateTable('signing_keys')
          .set({ issued_at: new Date() })
          .where('project_id', '=', project.id)
          .execute(),
      () =>
        db.deleteFrom('api_keys').where('project_id', '=', project.id).where('type', '=', 'secret').execute(),
      () =>
        db
          .insertInto('storage_access_keys')
          .values({
            project_id: project.id,
            access_key: 'heard',
            sealed_secret: secrets.seal('x'),
            description: 'x',
          })
          .execute(),
      () => db.deleteFrom('projects').where('id', '=', project.id).execute(),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await hears(project.ref, index + 1);
    }

    await withClient(address, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'basalt-project-runtime' and datname = current_database()`,
      ),
    );
    await hears(null, 2);
    stop();
  });
});

it('the key is right when it opens what the platform noted down, or when nothing is noted down yet', async () => {
  expect(await store.hasRightKey()).toBe(true);
  await checkSecretKey(db, secrets, () => {});
  expect(await store.hasRightKey()).toBe(true);
  const sealed = secretBox(randomBytes(32)).seal('another');
  await db.updateTable('secret_key_probe').set({ sealed }).execute();
  expect(await store.hasRightKey()).toBe(false);
  await sql`drop table secret_key_probe`.execute(db);
  expect(await store.hasRightKey()).toBe(true);
});
