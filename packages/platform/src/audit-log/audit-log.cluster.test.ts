import { useTestCluster } from '@basalt/clusters/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import { audited, recordChange } from '../kernel/audit/audited.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { changeMember } from '../members/change-members.ts';
import { updateOrganization } from '../organizations/manage-organizations.ts';
import { csvField, openAuditLogExport } from './export-entries.ts';
import { listChoices, listEntries } from './find-entries.ts';
import { forgetEntries } from './forget-entries.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;
let project: ProjectRow;
let owner: Actor;
let reader: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
  project = await platform.insertProject();
});
afterAll(() => platform.db.destroy());
beforeEach(() => sql`truncate audit_log`.execute(platform.db));

const log: string[] = [];
const record = <T>(
  call: Partial<Parameters<typeof audited>[1]>,
  work: () => Promise<T>,
  db = platform.db,
): Promise<T> =>
  audited(
    { db, log: (_level, _fields, message) => void log.push(message) },
    { action: 'test.change', actor: owner, subject: { slug }, request: {}, ...call },
    work,
  );
const list = async (question: Parameters<typeof listEntries>[3] = {}) =>
  (await listEntries(platform, owner, slug, question)).entries;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: PlatformError) => error.code,
  );

it('says who changed what, with what and from where, and what was there before', async () => {
  await record({ action: 'organizations.update', request: { name: 'Slate works' } }, () =>
    updateOrganization(platform.db, owner, slug, { name: 'Slate works' }),
  );
  await record({ action: 'members.update' }, () =>
    changeMember(platform.db, owner, slug, reader.accountId, { role: 'Developer' }),
  );
  const [member, organization] = await list();
  expect(organization).toMatchObject({
    action: 'organizations.update',
    outcome: 'succeeded',
    actor: {
      account_id: owner.accountId,
      email: owner.email,
      credential: { kind: 'session', id: owner.credential.id },
    },
    ip: '192.0.2.1',
    before: { name: 'Stone works' },
    after: { name: 'Slate works' },
  });
  expect(member).toMatchObject({
    before: { email: reader.email, role: 'Read-only' },
    after: { role: 'Developer' },
  });
  await changeMember(platform.db, owner, slug, reader.accountId, { role: 'Read-only' });
  expect(await list()).toHaveLength(2);
});

it('is written before the change, and says that it does not know how it ended when the platform dies', async () => {
  let during: unknown;
  await record({ subject: { ref: project.ref } }, async () => {
    [during] = await list();
  });
  expect(during).toMatchObject({ outcome: 'unknown', project_ref: project.ref });
  // What a killed process leaves: the change was committed together with its outcome, or neither was.
  const dying = new Error('killed');
  const transact = (dies: boolean) =>
    platform.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('organizations').set({ name: 'Gravel' }).execute();
      await recordChange(transaction, { after: { name: 'Gravel' } });
      if (dies) throw dying;
    });
  await expect(record({}, () => transact(true))).rejects.toThrow(dying);
  expect((await list())[0]).toMatchObject({ outcome: 'failed', after: null });
  let committed: unknown;
  await record({}, async () => {
    await transact(false);
    [committed] = await list();
  });
  expect(committed).toMatchObject({ outcome: 'succeeded', after: { name: 'Gravel' } });
});

it('tells how a change failed, keeps what was done although the rest failed, and needs its entry', async () => {
  await codeOf(record({}, () => Promise.reject(new PlatformError('conflict'))));
  await codeOf(record({}, () => Promise.reject(new TypeError('defect'))));
  expect((await list()).map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', 'internal'],
    ['failed', 'conflict'],
  ]);
  let ran = false;
  const broken = platform.db.withSchema('nowhere');
  await expect(
    record(
      {},
      async () => {
        ran = true;
      },
      broken,
    ),
  ).rejects.toThrow();
  expect(ran).toBe(false);
});

it('follows a stream to its end', async () => {
  async function* events(...types: string[]) {
    for (const type of types) yield { type };
  }
  for (const types of [['rows'], ['rows', 'error']]) {
    const stream = await record({}, async () => events(...types));
    expect((await list())[0]?.outcome).toBe('unknown');
    for await (const _ of stream);
  }
  const left = await record({}, async () => events('rows', 'rows'));
  await left.next();
  await left.return(undefined);
  expect((await list()).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'succeeded']);
});

it('holds nothing of people who are not in the organization, and is for owners and administrators', async () => {
  const stranger = await platform.insertPerson(null);
  await record({ actor: stranger }, async () => {});
  await record({ actor: stranger, subject: { ref: project.ref } }, async () => {});
  await record({ actor: stranger, subject: {} }, async () => {});
  expect(await list()).toEqual([]);
  for (const [actor, code] of [
    [stranger, 'not_found'],
    [reader, 'forbidden'],
    [await platform.insertPerson('Administrator'), 'done'],
  ] as const) {
    expect(await codeOf(listEntries(platform, actor, slug, {}))).toBe(code);
    expect(await codeOf(listChoices(platform, actor, slug))).toBe(code);
    expect(await codeOf(openAuditLogExport(platform, actor, slug, { format: 'csv' }))).toBe(code);
  }
});

it('is filtered and searched, page by page, and lists what to filter by', async () => {
  await record({ action: 'members.update', request: { email: 'Anna@example.com' } }, async () => {});
  await record({ action: 'projects.pause', subject: { ref: project.ref }, actor: reader }, async () => {});
  await record({ action: 'projects.restore', subject: { ref: project.ref } }, async () => {});
  const actions = async (question: Parameters<typeof list>[0]) =>
    (await list(question)).map(({ action }) => action);
  expect(await actions({ action: 'projects' })).toEqual(['projects.restore', 'projects.pause']);
  expect(await actions({ action: 'project' })).toEqual([]);
  expect(await actions({ action: 'projects.pause' })).toEqual(['projects.pause']);
  expect(await actions({ account: reader.accountId })).toEqual(['projects.pause']);
  expect(await actions({ project: project.ref, search: 'RESTORE' })).toEqual(['projects.restore']);
  expect(await actions({ search: 'anna@' })).toEqual(['members.update']);
  expect(await actions({ search: '%' })).toEqual([]);
  expect(await actions({ outcome: 'failed' })).toEqual([]);
  expect(await actions({ to: new Date(0).toISOString() })).toEqual([]);
  expect(await listChoices(platform, owner, slug)).toMatchObject({
    actions: ['members.update', 'projects.pause', 'projects.restore'],
    projects: [{ ref: project.ref, name: project.name }],
  });
  for (let n = 0; n < 50; n++) await record({ action: `many.${n}` }, async () => {});
  const first = await listEntries(platform, owner, slug, {});
  expect(first.entries).toHaveLength(50);
  const second = await listEntries(platform, owner, slug, { before: first.next ?? 0 });
  expect([second.entries.length, second.next]).toEqual([3, null]);
});

it('is downloaded as CSV and JSON, with no formula of whoever names their client so', async () => {
  const read = async (format: string) =>
    (await (await openAuditLogExport(platform, owner, slug, { format })).content.toArray()).join('');
  expect(JSON.parse(await read('json'))).toEqual([]);
  await record(
    { actor: { ...owner, userAgent: '=cmd|calc' }, request: { name: 'a "b", c' } },
    async () => {},
  );
  await record({}, async () => {});
  expect(JSON.parse(await read('json'))).toEqual(await list());
  const lines = (await read('csv')).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toContain(`,'=cmd|calc,`);
  expect(lines[2]).toContain('"{""name"":""a \\""b\\"", c""}"');
  expect([csvField('-1'), csvField('a\nb'), csvField(null)]).toEqual(["'-1", '"a\nb"', '']);
});

it('cannot be changed or deleted, and ends in time and in number', async () => {
  for (let n = 0; n < 4; n++) await record({}, async () => {});
  await record({ subject: {} }, async () => {});
  const denied = 'not changed or deleted';
  await expect(platform.db.deleteFrom('audit_log').execute()).rejects.toThrow(denied);
  for (const change of [{ outcome: 'failed' as const }, { email: 'x' }, { action: 'x' }])
    await expect(platform.db.updateTable('audit_log').set(change).execute()).rejects.toThrow(denied);
  const ids = (await list()).map(({ id }) => id);
  await forgetEntries(platform.db, 3);
  expect((await list()).map(({ id }) => id)).toEqual(ids.slice(0, 3));
  await sql`alter table audit_log disable trigger keep_audit_log`.execute(platform.db);
  await sql`update audit_log set at = now() - interval '366 days' where id <= ${ids[1]}`.execute(platform.db);
  await sql`alter table audit_log enable trigger keep_audit_log`.execute(platform.db);
  await forgetEntries(platform.db);
  expect((await list()).map(({ id }) => id)).toEqual(ids.slice(0, 1));
});
