import { useTestCluster } from '@basalt/clusters/testing';
import { MAX_FORMER_SLUGS, type Role } from '@basalt/contract';
import { beforeAll, expect, test } from 'vitest';
import { actorOfAccessToken, createAccessToken } from '../accounts/access-tokens.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { changeSlug } from '../organizations/change-slug.ts';
import { createOrganization, deleteOrganization } from '../organizations/manage-organizations.ts';
import { listMemberships } from '../organizations/store.ts';
import { getProject, listProjects } from '../projects/store.ts';
import { changeMember, removeMember } from './change-members.ts';
import { listMembers, listV1Members } from './list-members.ts';
import { readSecondFactorRequirement, requireSecondFactor } from './require-second-factor.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;
let shop: ProjectRow;
let blog: ProjectRow;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  [shop, blog] = [await platform.insertProject(), await platform.insertProject()];
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
});

const codeOf = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof PlatformError ? error.code : String(error)),
  );
const seenBy = async (actor: Actor) =>
  (await listProjects(platform.db, actor)).map(({ project, role }) => [project.ref, role]).sort();
const onePage = (actor: Actor, search: string) => listMembers(platform.db, actor, { slug, search, page: 1 });
const change = (actor: Actor, member: Actor, role: Role) =>
  codeOf(changeMember(platform.db, actor, slug, member.accountId, { role }));
const remove = (actor: Actor, member: Actor) =>
  codeOf(removeMember(platform.db, actor, slug, member.accountId));

test('no role gives more than it has, nor takes from a higher one', async () => {
  const [owner, admin, developer, reader, stranger] = [
    await platform.insertPerson('Owner'),
    await platform.insertPerson('Administrator'),
    await platform.insertPerson('Developer'),
    await platform.insertPerson('Read-only'),
    await platform.insertPerson(null),
  ];
  for (const actor of [developer, reader]) {
    expect(await change(actor, actor, 'Owner')).toBe('forbidden');
    expect(await remove(actor, admin)).toBe('forbidden');
  }
  expect(await change(stranger, reader, 'Developer')).toBe('not_found');
  expect(await change(admin, admin, 'Owner')).toBe('forbidden');
  expect(await change(admin, owner, 'Read-only')).toBe('forbidden');
  expect(await remove(admin, owner)).toBe('forbidden');
  expect(await change(admin, reader, 'Administrator')).toBe('done');
  expect(await change(admin, reader, 'Read-only')).toBe('done');
  expect(await change(owner, stranger, 'Developer')).toBe('not_found');
  expect(await change(owner, admin, 'Owner')).toBe('done');
  expect(await remove(developer, developer)).toBe('done');
  const seen = await onePage(reader, admin.email);
  expect(seen.members).toMatchObject([{ email: admin.email, role: 'Owner', may_change: false }]);
});

test('an organization keeps an owner, whoever goes at once', async () => {
  const [one, other] = [await platform.insertPerson(null), await platform.insertPerson(null)];
  const { db } = platform;
  const own = await db
    .transaction()
    .execute((t) => createOrganization(t, { name: 'Pair', plan: 'free', ownerId: one.accountId }));
  expect(await codeOf(removeMember(db, one, own.slug, one.accountId))).toBe('conflict');
  expect(await codeOf(changeMember(db, one, own.slug, one.accountId, { role: 'Developer' }))).toBe(
    'conflict',
  );
  await db
    .insertInto('organization_members')
    .values({ organization_id: own.id, account_id: other.accountId, role: 'Owner' })
    .execute();
  const codes = await Promise.all([
    codeOf(removeMember(db, one, own.slug, one.accountId)),
    codeOf(changeMember(db, other, own.slug, other.accountId, { role: 'Read-only' })),
  ]);
  expect(codes.sort()).toEqual(['conflict', 'done']);
});

test('a role holds in chosen projects, differs there, and ends at once with the membership', async () => {
  const { db } = platform;
  const [owner, member] = [await platform.insertPerson('Owner'), await platform.insertPerson('Developer')];
  const { token } = await db
    .transaction()
    .execute((t) => createAccessToken(t, member.accountId, { name: 'ci' }));
  const set = (
    has_all_projects: boolean,
    ...roles: [string, 'Administrator' | 'Developer' | 'Read-only'][]
  ) =>
    changeMember(db, owner, slug, member.accountId, {
      role: 'Developer',
      projects: { has_all_projects, project_roles: roles.map(([ref, role]) => ({ ref, role })) },
    });
  const both = (first: string, second: string) =>
    [
      [shop.ref, first],
      [blog.ref, second],
    ].sort();
  expect(await seenBy(member)).toEqual(both('Developer', 'Developer'));

  await set(true, [shop.ref, 'Read-only']);
  expect(await seenBy(member)).toEqual(both('Read-only', 'Developer'));
  await set(false, [shop.ref, 'Administrator']);
  expect(await seenBy(member)).toEqual([[shop.ref, 'Administrator']]);
  expect(await codeOf(getProject(db, member, blog.ref))).toBe('not_found');
  expect((await onePage(member, member.email)).members[0]?.project_roles).toMatchObject([{ ref: shop.ref }]);
  expect(await codeOf(set(false, ['a'.repeat(20), 'Developer']))).toBe('bad_request');
  expect(await seenBy(member)).toEqual([[shop.ref, 'Administrator']]);

  // Who has the organization has its projects.
  const limited = { has_all_projects: false, project_roles: [] };
  const asAdmin = { role: 'Administrator', projects: limited } as const;
  expect(await codeOf(changeMember(db, owner, slug, member.accountId, asAdmin))).toBe('bad_request');
  await set(false);
  expect(await seenBy(member)).toEqual([]);
  expect(await change(owner, member, 'Administrator')).toBe('done');
  expect(await seenBy(member)).toEqual(both('Administrator', 'Administrator'));

  expect(await remove(owner, member)).toBe('done');
  const actor = await actorOfAccessToken(db, token, { ip: '192.0.2.1', userAgent: null });
  expect(actor).toMatchObject({ accountId: member.accountId });
  expect(await seenBy(member)).toEqual([]);
  expect(await codeOf(onePage(member, ''))).toBe('not_found');
});

test('an organization that requires a second factor is closed to members without one, who may still leave', async () => {
  const { db } = platform;
  const [owner, admin, member] = [
    await platform.insertPerson('Owner'),
    await platform.insertPerson('Administrator'),
    await platform.insertPerson('Developer'),
  ];
  const require = (actor: Actor, enforced: boolean) =>
    codeOf(requireSecondFactor(db, actor, slug, enforced).then(() => 'done'));
  const enroll = ({ accountId }: Actor, confirmed_at: Date | null) =>
    db
      .insertInto('account_second_factors')
      .values({ account_id: accountId, sealed_secret: Buffer.of(0), confirmed_at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ confirmed_at }))
      .execute();
  expect(await require(owner, true)).toBe('conflict');
  // One that was begun is none.
  await enroll(owner, null);
  expect(await require(owner, true)).toBe('conflict');
  await enroll(owner, new Date());
  await enroll(admin, new Date());
  expect(await require(admin, true)).toBe('forbidden');
  expect(await require(owner, true)).toBe('done');

  expect(await seenBy(member)).toEqual([]);
  await expect(getProject(db, member, shop.ref)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('requires two-factor sign-in'),
    details: { second_factor: 'missing' },
  });
  expect(await codeOf(onePage(member, ''))).toBe('forbidden');
  expect(await listMemberships(db, member)).toMatchObject([{ isClosed: true }]);
  expect((await onePage(admin, admin.email)).members).toMatchObject([{ has_second_factor: true }]);
  expect((await onePage(admin, member.email)).members).toMatchObject([{ has_second_factor: false }]);
  expect((await readSecondFactorRequirement(db, admin, slug)).enforced).toBe(true);

  await enroll(member, new Date());
  expect(await seenBy(member)).toHaveLength(2);
  await db.deleteFrom('account_second_factors').where('account_id', '=', member.accountId).execute();
  expect(await remove(member, admin)).toBe('forbidden');
  expect(await remove(member, member)).toBe('done');
  expect(await require(owner, false)).toBe('done');
});

test('10,000 members are read by the page', async () => {
  const { db } = platform;
  const owner = await platform.insertPerson(null);
  const big = await db
    .transaction()
    .execute((t) => createOrganization(t, { name: 'Big', plan: 'free', ownerId: owner.accountId }));
  const people = await db
    .insertInto('accounts')
    .values(
      Array.from({ length: 10_000 }, (_, index) => ({
        email: `p${String(index).padStart(5, '0')}@big.example`,
        password_hash: '',
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('organization_members')
    .values(people.map(({ id }) => ({ organization_id: big.id, account_id: id, role: 'Read-only' as const })))
    .execute();
  const read = (search: string, page: number) => listMembers(db, owner, { slug: big.slug, search, page });
  const first = await read('P0', 1);
  expect(first.total).toBe(10_000);
  expect(first.members).toHaveLength(50);
  expect((await read('', 201)).members).toHaveLength(1);
  expect((await read('p09999', 1)).members).toMatchObject([{ email: 'p09999@big.example' }]);
  expect((await read('%', 1)).total).toBe(0);
  expect((await listV1Members(db, owner, big.slug))[0]).toEqual({
    user_id: expect.any(String),
    user_name: expect.any(String),
    email: expect.any(String),
    role_name: expect.stringMatching(/Owner|Read-only/),
    mfa_enabled: false,
  });
});

test('an organization is deleted by an owner, once it has no projects', async () => {
  const { db } = platform;
  const [owner, admin] = [await platform.insertPerson('Owner'), await platform.insertPerson('Administrator')];
  expect(await codeOf(deleteOrganization(db, admin, slug))).toBe('forbidden');
  expect(await codeOf(deleteOrganization(db, owner, slug))).toBe('conflict');
  const empty = await db
    .transaction()
    .execute((t) => createOrganization(t, { name: 'Empty', plan: 'free', ownerId: owner.accountId }));
  expect(await codeOf(deleteOrganization(db, admin, empty.slug))).toBe('not_found');
  expect(await codeOf(deleteOrganization(db, owner, empty.slug))).toBe('done');
  expect(await codeOf(deleteOrganization(db, owner, empty.slug))).toBe('not_found');
});

test('an organization is called otherwise, is found by what it was called, and nobody else takes that', async () => {
  const { db } = platform;
  const [owner, other] = [await platform.insertPerson(null), await platform.insertPerson(null)];
  const make = (ownerId: string) =>
    db.transaction().execute((t) => createOrganization(t, { name: 'Called', plan: 'free', ownerId }));
  const [own, others] = [await make(owner.accountId), await make(other.accountId)];
  const call = (actor: Actor, from: string, to: string) => codeOf(changeSlug(db, actor, from, to));
  expect(await call(owner, own.slug, 'granite-works')).toBe('done');
  expect(await call(other, others.slug, 'granite-works')).toBe('conflict');
  expect(await call(other, others.slug, own.slug)).toBe('conflict');
  expect(await call(other, others.slug, 'a'.repeat(20))).toBe('bad_request');
  expect(await call(other, own.slug, 'marble')).toBe('not_found');
  // By the former one too, and back to it.
  expect((await listMembers(db, owner, { slug: own.slug, search: '', page: 1 })).total).toBe(1);
  expect(await call(owner, own.slug, own.slug)).toBe('done');
  expect((await listMemberships(db, owner))[0]).toMatchObject({
    organization: { slug: own.slug },
    formerSlugs: ['granite-works'],
  });

  // Of two who take the same at once, one has it.
  const both = await Promise.all([call(owner, own.slug, 'marble'), call(other, others.slug, 'marble')]);
  expect(both.sort()).toEqual(['conflict', 'done']);

  // What came before the last ten is anybody's again.
  let present = own.slug;
  for (let number = 0; number <= MAX_FORMER_SLUGS; number += 1) {
    expect(await call(owner, present, `stone-${number}`)).toBe('done');
    present = `stone-${number}`;
  }
  expect(await call(owner, 'stone-0', present)).toBe('done');
  expect(await call(owner, own.slug, 'quartz')).toBe('not_found');
  expect(await call(other, others.slug, 'granite-works')).toBe('done');
});
