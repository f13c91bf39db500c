import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { removeMember } from '../members/change-members.ts';
import { getMembership } from '../organizations/store.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { listProjects } from '../projects/store.ts';
import { actorOfAccessToken, createAccessToken, listAccessTokens } from './access-tokens.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;
let owner: Actor;
let shop: ProjectRow;
let blog: ProjectRow;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
  owner = await platform.insertPerson('Owner');
  await platform.insertPerson('Owner');
  shop = await platform.insertProject();
  blog = await platform.insertProject();
});
afterAll(() => platform.db.destroy());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: PlatformError) => error.code,
  );

/** Whoever shows a new token with these limits. */
async function withToken(limits: Omit<Parameters<typeof createAccessToken>[2], 'name'>, of = owner) {
  const { token } = await platform.db
    .transaction()
    .execute((t) => createAccessToken(t, of.accountId, { name: 'ci', ...limits }));
  const actor = await actorOfAccessToken(platform.db, token, { ip: '192.0.2.1', userAgent: null });
  if (actor === null) throw new Error('The token opens nothing.');
  return actor;
}

it('a role limits what its owner may everywhere, and gives nobody more', async () => {
  const { db } = platform;
  const reading = await withToken({ role: 'Read-only' });
  expect(await codeOf(permittedProject(db, reading, shop.ref, 'read_sql'))).toBe('done');
  for (const ability of ['run_sql', 'read_api_keys', 'delete_project'] as const)
    expect(await codeOf(permittedProject(db, reading, shop.ref, ability))).toBe('forbidden');
  expect((await getMembership(db, reading, slug)).role).toBe('Read-only');
  expect(await codeOf(removeMember(db, reading, slug, reading.accountId))).toBe('forbidden');
  const developer = await platform.insertPerson('Developer');
  const more = await withToken({ role: 'Administrator' }, developer);
  expect((await getMembership(db, more, slug)).role).toBe('Developer');
  expect((await getMembership(db, await withToken({}), slug)).role).toBe('Owner');
});

it('a project limits a token to that project, and to looking at its organization', async () => {
  const { db } = platform;
  const actor = await withToken({ project: shop.ref });
  expect((await listProjects(db, actor)).map(({ project, role }) => [project.ref, role])).toEqual([
    [shop.ref, 'Owner'],
  ]);
  expect(await codeOf(permittedProject(db, actor, shop.ref, 'run_sql'))).toBe('done');
  expect(await codeOf(permittedProject(db, actor, blog.ref, 'read_sql'))).toBe('not_found');
  expect((await getMembership(db, actor, slug)).role).toBe('Read-only');
  await db.insertInto('organizations').values({ slug: 'other', name: 'Other', plan: 'free' }).execute();
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'other')
    .executeTakeFirstOrThrow();
  const membership = { organization_id: id, account_id: owner.accountId, role: 'Owner' as const };
  await db.insertInto('organization_members').values(membership).execute();
  expect(await codeOf(getMembership(db, actor, 'other'))).toBe('not_found');
  expect(await codeOf(getMembership(db, owner, 'other'))).toBe('done');
  const listed = await listAccessTokens(db, owner.accountId);
  expect(listed[0]).toMatchObject({ role: null, project: { ref: shop.ref, name: shop.name } });
});

it('is for a project that its owner can open, and ends with it', async () => {
  const stranger = await platform.insertPerson(null);
  expect(await codeOf(withToken({ project: blog.ref }, stranger))).toBe('bad_request');
  const { credential } = await withToken({ project: blog.ref });
  await platform.db.deleteFrom('projects').where('id', '=', blog.id).execute();
  const left = await listAccessTokens(platform.db, owner.accountId);
  expect(left.map(({ id }) => id)).not.toContain(credential.id);
});
