import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, expect, it } from 'vitest';
import { actorForTest, openTestPlatform, type TestPlatform } from '../../backups/platform-for-test.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor, OperationsEngine } from '../../kernel/ports.ts';
import { insertOperation } from '../../operations/store.ts';
import { type RestartScope, restart as restartOperation, restartProject } from './restart-project.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: TestPlatform;
let actor: Actor;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
  const { db } = platform;
  const { id: organization_id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const email = 'owner@example.com';
  const { id: account_id } = await db
    .insertInto('accounts')
    .values({ email, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('organization_members')
    .values({ organization_id, account_id, role: 'Owner' })
    .execute();
  actor = actorForTest(account_id, email);
  return () => db.destroy();
});

/** Restarts a project whose steps never run. Answers what whoever serves it learns. */
async function restart(scope: RestartScope) {
  const { db } = platform;
  const { ref } = await platform.insertProject();
  const operations: Pick<OperationsEngine, 'insert' | 'start'> = {
    insert: (transaction, id, _, startedBy) => insertOperation(transaction, restartOperation, id, startedBy),
    start: async () => {},
  };
  const dependencies = { db, operations } as unknown as Dependencies;
  await restartProject(dependencies, actor, ref, scope);
  const { status, services_restart } = await db
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow();
  await expect(restartProject(dependencies, actor, ref, 'project')).rejects.toMatchObject({
    code: 'conflict',
  });
  const after = await db.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow();
  expect(after.services_restart).toBe(services_restart);
  return { status, services_restart };
}

it('restarts the services with the database', async () => {
  expect(await restart('project')).toEqual({ status: 'RESTARTING', services_restart: expect.any(String) });
});

it('leaves the services alone when only the database is restarted', async () => {
  expect(await restart('database')).toEqual({ status: 'RESTARTING', services_restart: null });
});
