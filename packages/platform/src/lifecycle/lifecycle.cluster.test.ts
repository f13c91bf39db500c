import { useTestCluster } from '@basalt/clusters/testing';
import type { Plan, ProjectStatus, Role } from '@basalt/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actorForTest } from '../backups/platform-for-test.ts';
import { migrate } from '../kernel/migrate.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import type { OrganizationRow, ProjectRow } from '../kernel/schema.ts';
import { randomLetters } from '../kernel/tokens.ts';
import { finishOperation, insertOperation } from '../operations/store.ts';
import { assertWithinFreeLimit, listAtFreeLimit } from '../organizations/free-limit.ts';
import { listMemberships } from '../organizations/store.ts';
import { getProject, getRemovedProject, listProjects } from '../projects/store.ts';
import { keepExitSurvey } from './deletion/exit-survey.ts';
import { restore } from './pause/pause-steps.ts';
import { cancelRestore } from './pause/restore-project.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let db: Database;
let freeOrganization: OrganizationRow;
let accountId: string;

beforeAll(async () => {
  const { host, port, user, database } = await cluster.createDatabase();
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  ({ db } = openDatabase(url, () => {}));
  await migrate(db);
});
afterAll(() => db.destroy());

beforeEach(async () => {
  await db.deleteFrom('projects').execute();
  await db.deleteFrom('organizations').execute();
  await db.deleteFrom('accounts').execute();
  freeOrganization = await insertOrganization('free');
  accountId = await insertMember(freeOrganization, 'Owner', 'owner@example.com');
});

describe('places for active projects in free organizations', () => {
  const names = async (organization: OrganizationRow, except?: number) =>
    (await listAtFreeLimit(db, organization.id, except)).map(({ primary_email }) => primary_email);

  it('are taken by active projects, not by paused, failed or deleted ones', async () => {
    await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    for (const status of ['INACTIVE', 'INIT_FAILED', 'REMOVED'] as const)
      await insertProject(freeOrganization, status);
    await insertProject(freeOrganization, 'ACTIVE_HEALTHY', { removed_at: new Date() });
    expect(await names(freeOrganization)).toEqual([]);
    const second = await insertProject(freeOrganization, 'COMING_UP');
    expect(await listAtFreeLimit(db, freeOrganization.id)).toEqual([
      { username: 'owner@example.com', primary_email: 'owner@example.com', free_project_limit: 2 },
    ]);
    expect(await names(freeOrganization, second.id)).toEqual([]);
  });

  it('count in all free organizations of an owner or administrator, and in none that pays', async () => {
    const other = await insertOrganization('free');
    const paying = await insertOrganization('pro');
    await addMember(other, 'Administrator', accountId);
    await addMember(paying, 'Owner', accountId);
    await insertMember(freeOrganization, 'Developer', 'developer@example.com');
    for (let n = 0; n < 3; n++) await insertProject(paying, 'ACTIVE_HEALTHY');
    await insertProject(other, 'ACTIVE_HEALTHY');
    expect(await names(freeOrganization)).toEqual([]);
    await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    expect(await names(freeOrganization)).toEqual(['owner@example.com']);
    expect(await names(paying)).toEqual([]);
  });

  it('that are all taken are a refusal with the names of who took them', async () => {
    await insertMember(freeOrganization, 'Administrator', 'admin@example.com');
    const check = () => db.transaction().execute((t) => assertWithinFreeLimit(t, freeOrganization.id));
    await check();
    await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    await insertProject(freeOrganization, 'ACTIVE_UNHEALTHY');
    await expect(check()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^admin@example.com \(2\) and owner@example.com \(2\) have reached/),
    });
  });
});

describe('a removed project', () => {
  it('is nowhere but among the removed', async () => {
    const { ref } = await insertProject(freeOrganization, 'REMOVED', { removed_at: new Date() });
    await expect(getProject(db, actorForTest(accountId), ref)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listProjects(db, actorForTest(accountId))).toEqual([]);
    expect(await listMemberships(db, actorForTest(accountId))).toEqual([
      expect.objectContaining({ projectCount: 0 }),
    ]);
    expect((await getRemovedProject(db, actorForTest(accountId), ref)).project.ref).toBe(ref);
  });

  it('of others is not there at all, and one that was not removed neither', async () => {
    const { ref } = await insertProject(await insertOrganization('free'), 'REMOVED', {
      removed_at: new Date(),
    });
    await expect(getRemovedProject(db, actorForTest(accountId), ref)).rejects.toMatchObject({
      code: 'not_found',
    });
    const present = await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    await expect(getRemovedProject(db, actorForTest(accountId), present.ref)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a restore that ended without success', () => {
  it.each([
    ['taken back on request', true, true, 'INACTIVE', null],
    ['taken back', false, true, 'RESTORE_FAILED', 'It did not start.'],
    ['not taken back, on request', true, false, 'RESTORE_FAILED', 'It did not start.'],
  ] as const)('%s leaves the project as it is', async (_, cancelled, undone, status, reason) => {
    const { id, ref } = await insertProject(freeOrganization, 'RESTORING');
    const operation = await db.transaction().execute((t) => insertOperation(t, restore, id, null));
    if (cancelled) await cancelRestore(db, actorForTest(accountId, 'owner@example.com'), ref);
    await finishOperation(db, operation, 'It did not start.', undone);
    const { project } = await getProject(db, actorForTest(accountId), ref);
    expect([project.status, project.status_reason]).toEqual([status, reason]);
    await expect(cancelRestore(db, actorForTest(accountId), ref)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('an exit survey', () => {
  const keep = (survey: Parameters<typeof keepExitSurvey>[2]) =>
    keepExitSurvey({ db, log: () => {} }, actorForTest(accountId, 'owner@example.com'), survey);
  const kept = () => db.selectFrom('exit_surveys').selectAll().execute();
  beforeEach(() => db.deleteFrom('exit_surveys').execute());

  it('is kept although its project is gone from sight', async () => {
    const { ref } = await insertProject(freeOrganization, 'REMOVED', { removed_at: new Date() });
    await keep({
      projectRef: ref,
      reasons: '- pricing',
      additionalFeedback: 'bye\0bye \ud800',
      exitAction: 'delete',
    });
    expect(await kept()).toEqual([
      expect.objectContaining({
        account_id: accountId,
        organization_slug: freeOrganization.slug,
        project_ref: ref,
        reasons: '- pricing',
        feedback: 'byebye \ufffd',
        exit_action: 'delete',
      }),
    ]);
  });

  it('that names nothing is dropped', async () => {
    await keep({ reasons: '- none' });
    await keep({ projectRef: ' ', orgSlug: '\0' });
    expect(await kept()).toEqual([]);
  });

  it('may be about an organization alone', async () => {
    await keep({ orgSlug: freeOrganization.slug, exitAction: 'downgrade' });
    expect(await kept()).toMatchObject([{ organization_slug: freeOrganization.slug, project_ref: null }]);
  });

  it.each([
    ['a made-up ref', () => ({ projectRef: 'a'.repeat(20) })],
    ['a made-up ref beside the own organization', (own) => ({ projectRef: 'a'.repeat(20), orgSlug: own })],
    ['what is no ref at all', () => ({ projectRef: "x' or true --" })],
    ["somebody else's project", (_, ref) => ({ projectRef: ref })],
    [
      "somebody else's project beside the own organization",
      (own, ref) => ({ projectRef: ref, orgSlug: own }),
    ],
    ["somebody else's organization", (_, __, other) => ({ orgSlug: other })],
    ["somebody else's organization and project", (_, ref, other) => ({ projectRef: ref, orgSlug: other })],
    ['a made-up organization', () => ({ orgSlug: 'made-up' })],
  ] as [string, (own: string, ref: string, other: string) => object][])(
    'about %s is refused',
    async (_, of) => {
      const other = await insertOrganization('pro');
      const { ref } = await insertProject(other, 'ACTIVE_HEALTHY');
      await expect(keep(of(freeOrganization.slug, ref, other.slug))).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await kept()).toEqual([]);
    },
  );

  it('does not put an own project into another organization', async () => {
    const other = await insertOrganization('pro');
    await addMember(other, 'Owner', accountId);
    const { ref } = await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    await expect(keep({ projectRef: ref, orgSlug: other.slug })).rejects.toMatchObject({ code: 'not_found' });
    expect(await kept()).toEqual([]);
  });

  it.each(['Developer', 'Read-only'] as const)('of a %s is refused', async (role) => {
    const { ref } = await insertProject(freeOrganization, 'ACTIVE_HEALTHY');
    const member = await insertMember(freeOrganization, role, 'member@example.com');
    for (const survey of [{ projectRef: ref }, { orgSlug: freeOrganization.slug }])
      await expect(keepExitSurvey({ db, log: () => {} }, actorForTest(member), survey)).rejects.toMatchObject(
        { code: 'forbidden' },
      );
    expect(await kept()).toEqual([]);
  });
});

function insertOrganization(plan: Plan): Promise<OrganizationRow> {
  return db
    .insertInto('organizations')
    .values({ slug: randomLetters(20), name: 'Stone works', plan })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertMember(organization: OrganizationRow, role: Role, email: string): Promise<string> {
  const account = { email, password_hash: '' };
  const { id } = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow();
  await addMember(organization, role, id);
  return id;
}

async function addMember(
  { id: organization_id }: OrganizationRow,
  role: Role,
  account_id: string,
): Promise<void> {
  await db.insertInto('organization_members').values({ organization_id, account_id, role }).execute();
}

let port = 1;
function insertProject(
  { id: organization_id }: OrganizationRow,
  status: ProjectStatus,
  extra: { removed_at?: Date } = {},
): Promise<ProjectRow> {
  return db
    .insertInto('projects')
    .values({
      ref: randomLetters(20),
      organization_id,
      name: 'Quarry',
      region: 'eu-central-1',
      status,
      status_reason: null,
      postgres_engine: '17',
      release_channel: 'ga',
      port: port++,
      database_password: Buffer.alloc(0),
      ...extra,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
