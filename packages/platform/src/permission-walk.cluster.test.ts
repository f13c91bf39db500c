import { randomBytes, randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { contract, type Role } from '@basalt/contract';
import { call, Procedure } from '@orpc/server';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { secrets } from './backups/platform-for-test.ts';
import { openContentPlatform } from './content/content-for-test.ts';
import { actionOf, ENTERING_ROUTES, mayChange } from './kernel/audit/changing-routes.ts';
import { PlatformError } from './kernel/platform-error.ts';
import type { Actor } from './kernel/ports.ts';
import { isOfWholeAccount, type RequestContext } from './kernel/router-base.ts';
import type { ProjectRow } from './kernel/schema.ts';
import { ROUTE_PERMISSIONS } from './permission-walk-table.ts';
import { router } from './router.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let project: ProjectRow;
let slug: string;
let branch: ProjectRow;

/** Who walks. */
const people = {} as Record<Role | 'stranger' | 'administersProject', Actor>;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  project = await platform.insertProject();
  branch = await platform.insertProject();
  await platform.db
    .insertInto('branches')
    .values({
      project_id: branch.id,
      parent_id: project.id,
      name: 'walked',
      persistent: false,
      with_data: false,
    })
    .execute();
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
  const roles: [keyof typeof people, Role | null][] = [
    ['Owner', 'Owner'],
    ['Administrator', 'Administrator'],
    ['Developer', 'Developer'],
    ['Read-only', 'Read-only'],
    ['stranger', null],
    ['administersProject', 'Read-only'],
  ];
  for (const [name, role] of roles) people[name] = await platform.insertPerson(role);
  await platform.db
    .insertInto('project_members')
    .values({
      project_id: project.id,
      account_id: people.administersProject.accountId,
      role: 'Administrator',
    })
    .execute();
});

/** What a call reaches once nothing refuses it: nothing of it happens. */
class Reached extends Error {}
const beyond: never = new Proxy(() => {}, {
  get(_, key) {
    if (key === 'then') return undefined;
    if (typeof key === 'symbol') throw new Reached(String(key));
    return beyond;
  },
  apply: () => {
    const refusal = Promise.reject(new Reached());
    // Some calls are not waited for.
    refusal.catch(() => {});
    return refusal;
  },
}) as never;

function contextOf(actor: Actor | null): RequestContext {
  return {
    db: platform.db,
    secrets,
    actor,
    mailer: null,
    // Nobody's attempts are counted together.
    ip: `10.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}.1`,
    userAgent: null,
    session: { token: null, issue: () => {}, clear: () => {} },
    settings: {
      dashboardUrl: 'https://basalt.example.com',
      projectUrl: (ref) => `https://${ref}.example.com`,
      defaultPlan: 'pro',
      databaseHost: 'localhost',
      databasePorts: { first: 1, last: 2 },
      pooler: { host: 'localhost', session: null, transaction: null },
      deletionGraceDays: 7,
      allowedExtensions: null,
      gitRepositories: null,
      modelServer: null,
      openId: null,
      modelTimeoutMs: 1_000,
    },
    log: () => {},
    clusters: beyond,
    keeper: null,
    backups: beyond,
    backupStore: beyond,
    backupCopies: beyond,
    objectFiles: beyond,
    fileWriter: beyond,
    functionFiles: beyond,
    exportTickets: beyond,
    sqlConnections: beyond,
    lintReports: beyond,
    userIndexes: beyond,
    scheduledJobs: beyond,
    remoteDatabases: beyond,
    webhooks: beyond,
    gitFollower: beyond,
    operations: beyond,
    callProject: beyond,
    untilServed: beyond,
    readDocuments: beyond,
    answers: beyond,
    outgoing: beyond,
    requestLog: beyond,
    functionLog: beyond,
    postgresLog: beyond,
    poolerLog: beyond,
    realtimeCounts: beyond,
  };
}

/** What addresses name, and as little more as routes look at before they ask who may. */
async function input(path: string) {
  const named = {
    ref: project.ref,
    branch_id_or_ref: branch.ref,
    slug,
    organization_slug: slug,
    target_organization_slug: slug,
    projectRef: project.ref,
    project_ref: project.ref,
    orgSlug: slug,
    id: path.includes('/invitations/') ? await insertInvitation() : randomUUID(),
    // Whoever may, removes them.
    account_id: path.includes('/members/')
      ? (await platform.insertPerson('Read-only')).accountId
      : randomUUID(),
    email: `${randomUUID()}@example.com`,
    role: 'Read-only',
    query: 'select 1',
    confirmed: true,
    search: '',
    addon_type: 'pitr',
    addon_variant: 'pitr_7',
    schema: 'public',
    keywords: '',
    schedule: '* * * * *',
    url: 'https://example.com',
    recovery_time_target_unix: 1,
    attributes: { size_gb: 8 },
  };
  return { ...named, params: named, query: named, body: named };
}

async function insertInvitation(): Promise<string> {
  const { id: organization_id } = await platform.db
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id } = await platform.db
    .insertInto('invitations')
    .values({
      organization_id,
      email: `${randomUUID()}@example.com`,
      role: 'Read-only',
      token_hash: randomBytes(32),
      expires_at: new Date(Date.now() + 60_000),
      invited_by: people.Owner.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Outcome = 'passed' | 'forbidden' | 'not_found' | 'unauthorized';

/** Calls a route past the check of its input, which is another test's. */
async function walk(procedure: AnyProcedure, actor: Actor | null): Promise<Outcome> {
  const unchecked = new Procedure({
    ...procedure['~orpc'],
    inputSchema: undefined,
    outputSchema: undefined,
  } as never);
  try {
    const answer: unknown = await call(unchecked as never, (await input(pathOf(procedure))) as never, {
      context: contextOf(actor) as never,
    });
    // A stream may ask who may only when it is read.
    if (isStream(answer)) await answer.next();
    return 'passed';
  } catch (error) {
    if (!(error instanceof PlatformError)) return 'passed';
    const { code } = error;
    return code === 'forbidden' || code === 'not_found' || code === 'unauthorized' ? code : 'passed';
  }
}

interface AnyProcedure {
  '~orpc': { route: { path?: string; method?: string } };
}

const pathOf = (procedure: AnyProcedure) => procedure['~orpc'].route.path ?? '';

const isStream = (value: unknown): value is AsyncIterator<unknown> =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function';

/** `projects.list` and so on, with what is there. */
function leavesOf(tree: object, path: string[] = []): [string, AnyProcedure][] {
  if ('~orpc' in tree) return [[path.join('.'), tree as AnyProcedure]];
  return Object.entries(tree).flatMap(([key, below]) => leavesOf(below, [...path, key]));
}

test('every route lets in exactly those whom the table names', async () => {
  const routes = leavesOf(router);
  expect(routes.map(([name]) => name).sort()).toEqual(
    leavesOf(contract)
      .map(([name]) => name)
      .sort(),
  );
  const found: Record<string, string[]> = {};
  let combinations = 0;
  const walkAs = (procedure: AnyProcedure, actor: Actor | null) => {
    combinations += 1;
    return walk(procedure, actor);
  };
  for (const [name, procedure] of routes.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const who = await whoMay(procedure, walkAs);
    found[who] = [...(found[who] ?? []), name];
  }
  process.stdout.write(`${routes.length} routes, ${combinations} combinations of route and caller\n`);
  expect(found).toEqual(ROUTE_PERMISSIONS);
});

async function whoMay(procedure: AnyProcedure, walkAs: typeof walk): Promise<string> {
  if ((await walkAs(procedure, null)) !== 'unauthorized') return 'everybody';
  const outside = await walkAs(procedure, people.stranger);
  if (outside === 'passed') return 'whoever is signed in';
  const outcomes: [Role, Outcome][] = [];
  for (const role of ['Owner', 'Administrator', 'Developer', 'Read-only'] as const)
    outcomes.push([role, await walkAs(procedure, people[role])]);
  const roles = outcomes.flatMap(([role, outcome]) => (outcome === 'forbidden' ? [] : [role]));
  const inProject = (await walkAs(procedure, people.administersProject)) !== 'forbidden';
  const isOfProject = /\{(branch_id_or_)?ref\}/.test(pathOf(procedure));
  const asExpected = inProject === roles.includes(isOfProject ? 'Administrator' : 'Read-only');
  return [
    roles.join(', '),
    ...(outcomes.some(([, outcome]) => outcome === 'not_found') ? ['of what is not there'] : []),
    ...(outside === 'not_found' ? [] : [`others are told: ${outside}`]),
    ...(asExpected ? [] : [`an Administrator of the project alone: ${inProject ? 'may' : 'may not'}`]),
  ].join('; ');
}

test('every route that may change something leaves an entry in the audit log', async () => {
  const changing = leavesOf(contract).flatMap(
    ([
      name,
      {
        '~orpc': { route },
      },
    ]) => (mayChange({ name, method: route.method ?? 'POST' }) && !ENTERING_ROUTES.has(name) ? [name] : []),
  );
  const missing: string[] = [];
  for (const name of changing) {
    await sql`truncate audit_log`.execute(platform.db);
    const [, procedure] = leavesOf(router).find(([one]) => one === name) ?? [];
    if (procedure !== undefined) await walk(procedure, people.Owner);
    const entry = await platform.db
      .selectFrom('audit_log')
      .select(['action', 'finished_at'])
      .executeTakeFirst();
    if (entry?.action !== actionOf(name) || entry.finished_at === null) missing.push(name);
  }
  expect(missing).toEqual([]);
});

test('a token that is limited to a role may what that role may, and nothing with the account', async () => {
  const { Owner } = people;
  const limit = { role: 'Read-only', projectId: null } as const;
  const limited: Actor = { ...Owner, credential: { kind: 'token', id: randomUUID(), name: 'ci', limit } };
  const open = Object.entries(ROUTE_PERMISSIONS).flatMap(([who, names]) =>
    /^(everybody|whoever)|Read-only/.test(who) ? names : [],
  );
  const wrong: string[] = [];
  for (const [name, procedure] of leavesOf(router)) {
    const isRefused = (await walk(procedure, limited)) === 'forbidden';
    const needsMore = !open.includes(name) || isOfWholeAccount(name);
    if (isRefused !== (needsMore && ROUTE_PERMISSIONS.everybody?.includes(name) !== true)) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test('an organization that requires a second factor is closed to whoever has none, by every route', async () => {
  const { db } = platform;
  const close = (requires_second_factor: boolean) =>
    db.updateTable('organizations').set({ requires_second_factor }).where('slug', '=', slug).execute();
  await close(true);
  const [everybodys = [], signedIn = []] = [
    ROUTE_PERMISSIONS.everybody,
    ROUTE_PERMISSIONS['whoever is signed in'],
  ];
  const wrong: string[] = [];
  for (const [name, procedure] of leavesOf(router)) {
    const hasPassed = (await walk(procedure, people.Owner)) === 'passed';
    if (!everybodys.includes(name) && hasPassed !== signedIn.includes(name)) wrong.push(name);
  }
  await close(false);
  expect(wrong).toEqual([]);
});
