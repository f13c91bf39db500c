import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Actor } from '../kernel/ports.ts';
import { changePlan, readSubscription } from './change-plan.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;
let owner: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
  owner = await platform.insertPerson('Owner');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  await platform.db.deleteFrom('branches').execute();
  await platform.db.deleteFrom('projects').execute();
  await platform.db.updateTable('organizations').set({ plan: 'pro' }).execute();
});

const freeOf = async () =>
  (await readSubscription(platform, owner, slug)).plans.find(({ id }) => id === 'free');

it('changes the plan of an organization, up and down', async () => {
  for (const plan of ['enterprise', 'free', 'free', 'team'] as const)
    expect(await changePlan(platform, owner, slug, plan)).toMatchObject({ plan: { id: plan } });
  expect(await readSubscription(platform, owner, slug)).toMatchObject({ plan: { id: 'team' } });
});

it('takes a permission', async () => {
  const developer = await platform.insertPerson('Developer');
  await expect(changePlan(platform, developer, slug, 'team')).rejects.toMatchObject({ code: 'forbidden' });
});

it('does not go below what is used: active projects of people at their limit, and branches', async () => {
  await platform.insertProject();
  const second = await platform.insertProject();
  // Two are as many as one may hold.
  expect(await freeOf()).toMatchObject({ unavailable: null });
  const third = await platform.insertProject();
  expect((await freeOf())?.unavailable).toContain('more active projects in free organizations than they may');
  await expect(changePlan(platform, owner, slug, 'free')).rejects.toMatchObject({ code: 'conflict' });
  await platform.db.updateTable('projects').set({ status: 'INACTIVE' }).where('id', '=', third.id).execute();
  await platform.db
    .insertInto('branches')
    .values({ project_id: third.id, parent_id: second.id, name: 'try', persistent: false, with_data: false })
    .execute();
  await expect(changePlan(platform, owner, slug, 'free')).rejects.toThrow('Delete the branches first');
  await platform.db.deleteFrom('branches').execute();
  expect(await changePlan(platform, owner, slug, 'free')).toMatchObject({ plan: { id: 'free' } });
});
