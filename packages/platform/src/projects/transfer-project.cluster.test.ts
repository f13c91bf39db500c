import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Actor } from '../kernel/ports.ts';
import { createOrganization } from '../organizations/manage-organizations.ts';
import { getProject } from './store.ts';
import { transferProject } from './transfer-project.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let target: { id: number; slug: string };
let project: Awaited<ReturnType<(typeof platform)['insertProject']>>;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Owner');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  const other = { name: 'Mill', plan: 'pro' as const, ownerId: owner.accountId };
  target = await platform.db.transaction().execute((transaction) => createOrganization(transaction, other));
});

const transfer = (actor = owner, slug = target.slug) =>
  transferProject(platform.db, actor, project.ref, slug);

it('moves a project with its branches, and ends the roles that people had in it alone', async () => {
  const branch = await platform.insertProject();
  await platform.db
    .insertInto('branches')
    .values({
      project_id: branch.id,
      parent_id: project.id,
      name: 'try',
      persistent: false,
      with_data: false,
    })
    .execute();
  const helper = await platform.insertPerson('Read-only');
  await platform.db
    .insertInto('project_members')
    .values({ project_id: project.id, account_id: helper.accountId, role: 'Administrator' })
    .execute();
  await transfer();
  for (const { ref } of [project, branch])
    expect((await getProject(platform.db, owner, ref)).organization.slug).toBe(target.slug);
  await expect(getProject(platform.db, helper, project.ref)).rejects.toMatchObject({ code: 'not_found' });
  const roles = await platform.db.selectFrom('project_members').selectAll().execute();
  expect(roles).toEqual([]);
});

it('takes ownership here and the right to create projects there', async () => {
  const administrator = await platform.insertPerson('Administrator');
  await expect(transfer(administrator)).rejects.toMatchObject({ code: 'forbidden' });
  const secondOwner = await platform.insertPerson('Owner');
  await expect(transfer(secondOwner)).rejects.toMatchObject({ code: 'not_found' });
  await platform.db
    .insertInto('organization_members')
    .values({ organization_id: target.id, account_id: secondOwner.accountId, role: 'Developer' })
    .execute();
  await expect(transfer(secondOwner)).rejects.toMatchObject({ code: 'forbidden' });
});

it('waits for operations, and for room in a free organization', async () => {
  const id = randomUUID();
  await platform.db
    .insertInto('operations')
    .values({ id, project_id: project.id, kind: 'pause', state: 'running' })
    .execute();
  await expect(transfer()).rejects.toThrow('Wait until it has ended');
  await platform.db.deleteFrom('operations').execute();
  await platform.db.updateTable('organizations').set({ plan: 'free' }).where('id', '=', target.id).execute();
  await platform.db
    .updateTable('accounts')
    .set({ free_project_limit: 0 })
    .where('id', '=', owner.accountId)
    .execute();
  await expect(transfer()).rejects.toThrow('limit of active projects');
  await platform.db
    .updateTable('accounts')
    .set({ free_project_limit: 1 })
    .where('id', '=', owner.accountId)
    .execute();
  await transfer();
  await expect(transfer()).rejects.toThrow('in this organization already');
});
