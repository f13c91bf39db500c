import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { createOrganization } from '../organizations/manage-organizations.ts';
import { getProject } from '../projects/store.ts';
import { claimProject, previewClaim } from './claim-project.ts';
import { createClaimToken, getClaimToken } from './claim-tokens.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let dependencies: Dependencies;
let owner: Actor;
let stranger: Actor;
let project: Awaited<ReturnType<(typeof platform)['insertProject']>>;
let slug: string;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  dependencies = { db: platform.db } as Dependencies;
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  owner = await platform.insertPerson('Owner');
  stranger = await platform.insertPerson(null);
  project = await platform.insertProject();
  const theirs = { name: 'Mill', plan: 'pro' as const, ownerId: stranger.accountId };
  ({ slug } = await platform.db
    .transaction()
    .execute((transaction) => createOrganization(transaction, theirs)));
});

const make = async () => (await createClaimToken(dependencies, owner, project.ref)).token;
const claim = (token: string, actor = stranger) => claimProject(dependencies, actor, { slug, token });

it('gives a project to whoever has the token, once', async () => {
  const token = await make();
  await expect(getProject(platform.db, stranger, project.ref)).rejects.toMatchObject({ code: 'not_found' });
  expect(await previewClaim(dependencies, stranger, { slug, token })).toMatchObject({
    project: { ref: project.ref, name: project.name },
    preview: { valid: true, errors: [] },
  });
  await claim(token);
  expect((await getProject(platform.db, stranger, project.ref)).organization.slug).toBe(slug);
  await expect(getProject(platform.db, owner, project.ref)).rejects.toMatchObject({ code: 'not_found' });
  await expect(claim(token)).rejects.toMatchObject({ code: 'not_found' });
});

it('is good no longer once it is replaced or over, or who made it is no owner any more', async () => {
  const first = await make();
  const second = await make();
  await expect(claim(first)).rejects.toMatchObject({ code: 'not_found' });
  const role = (to: 'Administrator' | 'Owner') =>
    platform.db
      .updateTable('organization_members')
      .set({ role: to })
      .where('account_id', '=', owner.accountId)
      .execute();
  await role('Administrator');
  await expect(claim(second)).rejects.toMatchObject({ code: 'forbidden' });
  await role('Owner');
  await platform.db
    .updateTable('project_claims')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('project_id', '=', project.id)
    .execute();
  await expect(claim(second)).rejects.toMatchObject({ code: 'not_found' });
  await expect(getClaimToken(platform.db, owner, project.ref)).rejects.toMatchObject({ code: 'not_found' });
});

it('is made by owners only, and used where one may create projects', async () => {
  const administrator = await platform.insertPerson('Administrator');
  await expect(createClaimToken(dependencies, administrator, project.ref)).rejects.toMatchObject({
    code: 'forbidden',
  });
  // He is in neither the other organization nor allowed to take it into his own.
  await expect(claim(await make(), administrator)).rejects.toMatchObject({ code: 'not_found' });
});

it('says beforehand why a project cannot be claimed now', async () => {
  const token = await make();
  await platform.db
    .insertInto('operations')
    .values({ id: crypto.randomUUID(), project_id: project.id, kind: 'pause', state: 'running' })
    .execute();
  expect((await previewClaim(dependencies, stranger, { slug, token })).preview).toMatchObject({
    valid: false,
    errors: [{ message: expect.stringContaining('Wait until it has ended') }],
  });
  await expect(claim(token)).rejects.toMatchObject({ code: 'conflict' });
});
