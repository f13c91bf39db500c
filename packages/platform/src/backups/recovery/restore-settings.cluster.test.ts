import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectRow } from '../../kernel/schema.ts';
import { openTestPlatform, secrets, type TestPlatform } from '../platform-for-test.ts';
import { restoreSettings, settingsContentAt, settingsMoment } from './restore-settings.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: TestPlatform;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
});
afterAll(() => platform.db.destroy());

let project: ProjectRow;

beforeEach(async () => {
  project = await platform.insertProject();
});

const restore = (at: string) =>
  platform.db.transaction().execute((transaction) => restoreSettings(transaction, project.id, at));

/** Everything that opens the project's API, opened. */
async function present() {
  const { db } = platform;
  const keys = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute();
  const signing = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute();
  const settings = await db
    .selectFrom('project_api_settings')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  const storage = await db
    .selectFrom('storage_access_keys')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  return {
    keys: keys.map((key) => ({ ...key, sealed_key: secrets.open(key.sealed_key) })),
    signing: signing.map((key) => ({ ...key, sealed_jwk: secrets.open(key.sealed_jwk) })),
    settings,
    storage: storage.map((key) => ({ ...key, sealed_secret: secrets.open(key.sealed_secret) })),
  };
}

async function change() {
  const { db } = platform;
  await db
    .insertInto('storage_access_keys')
    .values({
      project_id: project.id,
      access_key: randomUUID(),
      sealed_secret: secrets.seal('signs'),
      description: 'one',
    })
    .execute();
  await db
    .updateTable('project_api_settings')
    .set({
      auth: JSON.stringify({ jwt_exp: 60 }),
      storage: JSON.stringify({ fileSizeLimit: 1 }),
      auth_secrets: secrets.seal('{"smtp_pass":"x"}'),
      legacy_keys_enabled: false,
    })
    .where('project_id', '=', project.id)
    .execute();
  await db.deleteFrom('api_keys').where('project_id', '=', project.id).where('type', '=', 'secret').execute();
  await db
    .updateTable('signing_keys')
    .set({ sealed_jwk: secrets.seal('{"k":"another"}') })
    .where('project_id', '=', project.id)
    .execute();
}

describe('keys and settings', () => {
  it('go back to what they were, sealed as they were, and forward again', async () => {
    const first = await present();
    const before = await platform.now();
    await change();
    const second = await present();
    expect(second).not.toEqual(first);
    const after = await platform.now();

    await restore(before);
    expect(await present()).toEqual(first);
    await restore(before);
    expect(await present()).toEqual(first);
    await restore(after);
    expect(await present()).toEqual(second);
  });

  it('stay as they are when nothing is known of that moment', async () => {
    const first = await present();
    await restore('2001-01-01T00:00:00Z');
    expect(await present()).toEqual(first);
  });

  it('leave no half-done state in the history', async () => {
    const before = await platform.now();
    await change();
    const begun = await platform.now();
    await restore(before);
    const rows = await platform.db
      .selectFrom('project_settings_history')
      .select('content')
      .where('project_id', '=', project.id)
      .where('at', '>', sql<Date>`${begun}::timestamptz`)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.content.api_keys).toHaveLength(2);
  });

  it('do not take up again a change of the JWT secret that was at work', async () => {
    const update = (next: Buffer | null) =>
      platform.db
        .updateTable('project_api_settings')
        .set({ next_jwt_secret: next })
        .where('project_id', '=', project.id)
        .execute();
    await update(secrets.seal('next'));
    const during = await platform.now();
    await update(null);
    await restore(during);
    expect((await present()).settings[0]?.next_jwt_secret).toBeNull();
  });

  it('of the present come back after the clock was set back', async () => {
    await change();
    // As if all that had happened before the clock was set back by an hour.
    await sql`update project_settings_history set at = at + interval '1 hour' where project_id = ${project.id}`.execute(
      platform.db,
    );
    await platform.db
      .updateTable('project_api_settings')
      .set({ auth: JSON.stringify({ jwt_exp: 90 }) })
      .where('project_id', '=', project.id)
      .execute();
    const present = await settingsMoment(platform.db, project.id);
    const then = await settingsContentAt(platform.db, project.id, present);
    expect(then?.project_api_settings?.auth).toEqual({ jwt_exp: 90 });
    expect(then).toMatchObject({ api_keys: [{ type: 'publishable' }] });
  });

  it('of another moment can be looked at without changing anything', async () => {
    const before = await platform.now();
    await change();
    const then = await settingsContentAt(platform.db, project.id, before);
    const now = await settingsContentAt(platform.db, project.id, await platform.now());
    expect(then?.project_api_settings?.auth).toEqual({});
    expect(now?.project_api_settings?.auth).toEqual({ jwt_exp: 60 });
  });
});
