import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPlatform } from '../backups/platform-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { insertOperation } from '../operations/store.ts';
import { deleteBranches, listExpired, pauseIdle } from './branch-keeper.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;
let address: ClusterAddress;
let dependencies: Dependencies;
let source: ProjectRow;

const STEP = { name: 'nothing', title: 'Nothing', run: async () => {} };

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
  address = await cluster.createDatabase();
  source = await platform.insertProject();
  // Nothing is carried out: what was begun is what matters.
  dependencies = {
    db: platform.db,
    clusters: { address: async () => address },
    operations: {
      insert: (
        ...[transaction, projectId, kind, ...rest]: Parameters<Dependencies['operations']['insert']>
      ) => insertOperation(transaction, { kind, steps: [STEP] }, projectId, ...rest),
      start: async () => {},
      settled: async () => false,
    },
    log: (_level: string, context: unknown, message: string) => {
      throw new Error(message, { cause: context });
    },
  } as unknown as Dependencies;
});
afterAll(() => platform.db.destroy());

async function branch(name: string, change: { deletion_scheduled_at?: Date; pause_after_minutes?: number }) {
  const project = await platform.insertProject({ name });
  await platform.db
    .insertInto('branches')
    .values({
      project_id: project.id,
      parent_id: source.id,
      name,
      persistent: false,
      with_data: true,
      ...change,
    })
    .execute();
  return project.id;
}

const statusOf = async (id: number) =>
  (await platform.db.selectFrom('projects').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

it('begins to delete a branch whose time is over, and no other', async () => {
  const over = await branch('over', { deletion_scheduled_at: new Date(Date.now() - 1_000) });
  const later = await branch('later', { deletion_scheduled_at: new Date(Date.now() + 60_000) });
  const due = await listExpired(dependencies);
  expect(due).toEqual([over]);
  await deleteBranches(dependencies, due);
  expect([await statusOf(over), await statusOf(later)]).toEqual(['GOING_DOWN', 'ACTIVE_HEALTHY']);
  // One that is on its way already is left alone.
  await deleteBranches(dependencies, due);
});

it('pauses a branch that nobody has used for as long as was said', async () => {
  const id = await branch('idle', { pause_after_minutes: 30 });
  const start = Date.now();
  // A session counts when its end has been written down, which takes a moment.
  const sessions = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from pg_stat_activity where datname = ${address.database}`.execute(
        platform.db,
      )
    ).rows[0]?.n;
  const look = async (minutes: number, open = 0) => {
    await expect.poll(sessions, { interval: 20 }).toBe(open);
    await pauseIdle(dependencies, new Date(start + minutes * 60_000));
  };
  const use = () => withClient(address, async (client) => void (await client.query('select 1')));
  await look(0);
  await look(20);
  await use();
  await look(40);
  expect(await statusOf(id)).toBe('ACTIVE_HEALTHY');
  await look(60);
  await withClient(address, async (client) => {
    await client.query('select 1');
    await look(71, 1);
  });
  await look(75);
  await look(100);
  expect(await statusOf(id)).toBe('ACTIVE_HEALTHY');
  await look(106);
  expect(await statusOf(id)).toBe('PAUSING');
});
