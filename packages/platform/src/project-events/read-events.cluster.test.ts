import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPlatform } from '../backups/platform-for-test.ts';
import { readEvents } from './read-events.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
});
afterAll(() => platform.db.destroy());

const at = (day: number) => new Date(Date.UTC(2026, 4, day));

it('tells what happened to a project and not to others, the newest first', async () => {
  const { db, insertProject, insertBackup } = platform;
  const [project, other] = [await insertProject(), await insertProject()];
  for (const { id } of [project, other]) {
    const files = { digest: 'd', entrypoint: 'index.ts', import_map: null, verify_jwt: true };
    const made = await db
      .insertInto('functions')
      .values({ project_id: id, slug: 'mason', name: 'Mason', version: 2, ...files })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('function_versions')
      .values({ function_id: made.id, version: 2, ...files, deployed_by: null, deployed_at: at(3) })
      .execute();
  }
  const rule = {
    id: randomUUID(),
    project_id: project.id,
    name: 'CPU is busy',
    metric: 'cpu_percent',
  } as const;
  await db
    .insertInto('alert_rules')
    .values({
      ...rule,
      comparison: 'above',
      threshold: 90,
      minutes: 5,
      channel: 'mail',
      mail_to: [randomUUID()],
    })
    .execute();
  await db
    .insertInto('alert_events')
    .values([
      {
        rule_id: rule.id,
        fired_at: at(1),
        fired_value: 95,
        resolved_at: at(2),
        resolved_value: 5,
        resolution: 'measured',
      },
      { rule_id: rule.id, fired_at: at(5), fired_value: 99 },
    ])
    .execute();
  await insertBackup(project, { started_at: at(2), verified_at: at(4) });
  await insertBackup(project, { started_at: at(3) });
  await db
    .insertInto('restore_points')
    .values({ project_id: project.id, name: 'before', at: at(2) })
    .execute();

  expect(await readEvents(db, project.id)).toEqual([
    { kind: 'alert', at: at(5).toISOString(), name: 'CPU is busy', resolved_at: null },
    { kind: 'backup_verified', at: at(4).toISOString(), backup_started_at: at(2).toISOString() },
    {
      kind: 'deployment',
      at: at(3).toISOString(),
      slug: 'mason',
      name: 'Mason',
      version: 2,
      deployed_by: null,
    },
    { kind: 'restore_point', at: at(2).toISOString(), name: 'before' },
    { kind: 'alert', at: at(1).toISOString(), name: 'CPU is busy', resolved_at: at(2).toISOString() },
  ]);
  expect((await readEvents(db, other.id)).map(({ kind }) => kind)).toEqual(['deployment']);
});
