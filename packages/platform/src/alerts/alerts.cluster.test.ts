import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useTestCluster } from '@basalt/clusters/testing';
import type { AlertRuleInput } from '@basalt/contract';
import { createOutgoing, NOTHING_ALLOWED, REAL_CLOCK, readAllowed } from '@basalt/network';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { secrets } from '../backups/platform-for-test.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import { type Actor, logAway, type Mail } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { writeSamples } from '../resources/store.ts';
import { setBudget } from '../usage/budgets/change-budgets.ts';
import { readBudgets } from '../usage/budgets/read-budgets.ts';
import { noteMeasured } from '../usage/store.ts';
import { createRule, removeRule, testRule, updateRule } from './change-rules.ts';
import { judgeBudgets } from './judge-budgets.ts';
import { judgeRules } from './judge-rules.ts';
import { listEvents, listRules } from './read-rules.ts';
import { sendNotices } from './send-notices.ts';
import { forgetOldEvents } from './start-alerts.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const MINUTE = 60_000;
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const clock = { ...REAL_CLOCK, hold: async () => {} };

let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let project: ProjectRow;
let server: Server;
let hook: string;
let asked: { headers: IncomingHttpHeaders; body: string }[] = [];
let statuses: number[] = [];
let mails: Mail[] = [];
let isMailBroken = false;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  server = createServer(async (request, response) => {
    asked.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/path`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.db.destroy();
});
beforeEach(async () => {
  [asked, statuses, mails, isMailBroken] = [[], [], [], false];
  await platform.db.deleteFrom('alert_rules').execute();
  project = await platform.insertProject();
});

const dependencies = (allowed = '127.0.0.1') => ({
  db: platform.db,
  secrets,
  mailer: {
    async send(mail: Mail) {
      if (isMailBroken) throw new Error('password of the server');
      mails.push(mail);
    },
  },
  outgoing: createOutgoing({ allowed: allowed === '' ? NOTHING_ALLOWED : readAllowed(allowed), clock }),
  settings: { dashboardUrl: 'https://basalt.example.com' } as PlatformSettings,
  requestLog: logAway,
  log: () => {},
});
const send = (pauses: readonly number[] = [0, 0]) => sendNotices(dependencies(), pauses);
const judgeAt = (at: number) => judgeRules(dependencies(), at);
const rule = (change: Partial<AlertRuleInput> = {}): AlertRuleInput => ({
  name: 'Busy',
  metric: 'cpu_percent',
  comparison: 'above',
  threshold: 80,
  minutes: 2,
  channel: 'webhook',
  mail_to: [],
  webhook_url: hook,
  ...change,
});
const create = (change: Partial<AlertRuleInput> = {}, actor = owner) =>
  createRule(dependencies(), actor, project.ref, rule(change));
const history = async () => (await listEvents(dependencies(), owner, { ref: project.ref })).events;

/** What the processors did in the minutes up to one. */
async function cpu(at: number, ...percents: number[]) {
  for (const [place, cpu_percent] of percents.entries())
    await writeSamples(platform.db, [
      {
        project_id: project.id,
        at: new Date(at - (percents.length - 1 - place) * MINUTE),
        cpu_percent,
        memory_bytes: null,
        disk_bytes: null,
        read_bytes_per_second: null,
        written_bytes_per_second: null,
        connections: null,
        cache_hit_percent: null,
      },
    ]);
}

it('watches of an attached database what is known of it', async () => {
  await platform.db
    .updateTable('projects')
    .set({ attached_version: '17.4' })
    .where('id', '=', project.id)
    .execute();
  await expect(create()).rejects.toMatchObject({ code: 'bad_request', field: 'metric' });
  const { rule: made } = await create({ metric: 'error_percent' });
  const change = { metric: 'connections_percent' } as const;
  await expect(
    updateRule(dependencies(), owner, { ref: project.ref, id: made.id }, change),
  ).rejects.toMatchObject({ code: 'bad_request', field: 'metric' });
});

it('fires once and is over once, however often it is judged and by how many at once', async () => {
  const { secret } = await create();
  await cpu(NOW - MINUTE, 90, 95);
  await Promise.all([judgeAt(NOW - MINUTE), judgeAt(NOW - MINUTE)]);
  await Promise.all([send(), send()]);
  await judgeAt(NOW - MINUTE);
  await send();
  expect(asked).toHaveLength(1);
  const [fired] = asked;
  const {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signature,
  } = fired?.headers ?? {};
  const key = Buffer.from(secret?.replace('v1,whsec_', '') ?? '', 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${fired?.body}`).digest('base64');
  expect(signature).toBe(`v1,${expected}`);
  expect(JSON.parse(fired?.body ?? '')).toMatchObject({
    type: 'alert.fired',
    data: { project: { ref: project.ref }, rule: { name: 'Busy', threshold: 80 }, value: 95 },
  });
  expect(await listRules(dependencies(), owner, project.ref)).toMatchObject({
    rules: [{ firing_since: expect.any(String), problem: null }],
  });

  await cpu(NOW, 10);
  await Promise.all([judgeAt(NOW), judgeAt(NOW)]);
  await send();
  await judgeAt(NOW);
  await send();
  expect(asked.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.fired', 'alert.resolved']);
  expect(await history()).toMatchObject([
    {
      fired_value: 95,
      resolved_value: 10,
      resolution: 'measured',
      notices: [
        { kind: 'fired', state: 'sent' },
        { kind: 'resolved', state: 'sent' },
      ],
    },
  ]);
});

it('tries again what was not taken, in order, and gives up in the end', async () => {
  await create();
  await cpu(NOW - MINUTE, 90, 95);
  await judgeAt(NOW - MINUTE);
  await cpu(NOW, 10);
  await judgeAt(NOW);
  statuses = [500, 503];
  await send();
  // That it is over is not told before that it began.
  expect(asked).toHaveLength(1);
  await send();
  await send();
  expect(asked.map(({ body }) => JSON.parse(body).type)).toEqual(Array(3).fill('alert.fired'));
  expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  statuses = [404];
  await send();
  await send();
  expect(asked).toHaveLength(4);
  expect((await history())[0]?.notices).toMatchObject([
    { kind: 'fired', state: 'sent', problem: null },
    { kind: 'resolved', state: 'failed', problem: 'The server answered with status 404.' },
  ]);
});

it('sends an attempt that a kill has cut off once more', async () => {
  await create();
  await cpu(NOW, 90, 95);
  await judgeAt(NOW);
  // As it stands right after an attempt has begun.
  await platform.db
    .updateTable('alert_notices')
    .set({ attempts: 1, due_at: new Date(Date.now() - 1) })
    .execute();
  await send();
  expect(asked).toHaveLength(1);
});

it('tells members by mail, and nobody who has left', async () => {
  const colleague = await platform.insertPerson('Developer');
  const stranger = await platform.insertPerson(null);
  await expect(create({ channel: 'mail', mail_to: [stranger.email] })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(stranger.email),
  });
  await create({ channel: 'mail', mail_to: [owner.email, colleague.email] });
  await platform.db
    .deleteFrom('organization_members')
    .where('account_id', '=', colleague.accountId)
    .execute();
  await cpu(NOW, 90, 95);
  await judgeAt(NOW);
  isMailBroken = true;
  await send();
  expect((await history())[0]?.notices.map(({ state, problem }) => [state, problem])).toEqual([
    ['waiting', 'The mail server did not take the mail.'],
    ['failed', 'Nobody with this address can open the project any more.'],
  ]);
  isMailBroken = false;
  await send();
  expect(mails).toMatchObject([
    { to: owner.email, subject: 'Alert: Busy (Quarry)', text: expect.stringContaining('CPU above 80 %') },
  ]);
  expect(mails[0]?.text).toContain(`https://basalt.example.com/project/${project.ref}/alerts`);
});

it('is no way into the network of the machine', async () => {
  const { rule } = await create();
  const results = await testRule(dependencies(''), owner, { ref: project.ref, id: rule.id });
  expect(results).toMatchObject([{ problem: expect.stringContaining('public internet') }]);
  expect(asked).toEqual([]);
  await expect(testRule(dependencies(''), owner, { ref: project.ref, id: rule.id })).rejects.toMatchObject({
    code: 'rate_limited',
  });
});

it('ends what it has fired when it is paused or asks for something else', async () => {
  const { rule } = await create();
  const id = { ref: project.ref, id: rule.id };
  await cpu(NOW, 90, 95);
  await judgeAt(NOW);
  await updateRule(dependencies(), owner, id, { name: 'Very busy' });
  expect(await history()).toMatchObject([{ resolution: null, rule: { name: 'Very busy' } }]);
  await updateRule(dependencies(), owner, id, { is_paused: true });
  await judgeAt(NOW);
  await updateRule(dependencies(), owner, id, { is_paused: false });
  await judgeAt(NOW);
  await updateRule(dependencies(), owner, id, { threshold: 99 });
  await judgeAt(NOW);
  expect((await history()).map(({ resolution }) => resolution)).toEqual(['changed', 'paused']);
  await send();
  await send();
  expect(asked.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
    ...Array(2).fill('alert.fired'),
    ...Array(2).fill('alert.resolved'),
  ]);
});

it('says nothing of a project that is paused, and goes on where it was', async () => {
  await create();
  await cpu(NOW - MINUTE, 90, 95);
  await judgeAt(NOW - MINUTE);
  await platform.db
    .updateTable('projects')
    .set({ status: 'INACTIVE' })
    .where('id', '=', project.id)
    .execute();
  await cpu(NOW, 1);
  await judgeAt(NOW);
  expect(await history()).toMatchObject([{ resolution: null }]);
});

it('shows readers no more of an address than the server, and lets them change nothing', async () => {
  const reader = await platform.insertPerson('Read-only');
  const { rule } = await create();
  await cpu(NOW, 90, 95);
  await judgeAt(NOW);
  const seen = JSON.stringify([
    await listRules(dependencies(), reader, project.ref),
    await listEvents(dependencies(), reader, { ref: project.ref }),
  ]);
  expect(seen).toContain(new URL(hook).origin);
  expect(seen).not.toContain('/hook/path');
  await expect(create({}, reader)).rejects.toMatchObject({ code: 'forbidden' });
  const id = { ref: project.ref, id: rule.id };
  await expect(removeRule(dependencies(), reader, id)).rejects.toMatchObject({ code: 'forbidden' });
  const other = await platform.insertProject();
  await expect(removeRule(dependencies(), owner, { ...id, ref: other.ref })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('forgets what has ended long ago, and goes with its rule', async () => {
  const { rule } = await create();
  await cpu(NOW - MINUTE, 90, 95);
  await judgeAt(NOW - MINUTE);
  await cpu(NOW, 10);
  await judgeAt(NOW);
  await forgetOldEvents(platform.db);
  expect(await history()).toHaveLength(1);
  await platform.db
    .updateTable('alert_events')
    .set({ resolved_at: new Date(NOW - 91 * 86_400_000) })
    .execute();
  await forgetOldEvents(platform.db);
  expect(await history()).toEqual([]);
  await removeRule(dependencies(), owner, { ref: project.ref, id: rule.id });
  expect((await listRules(dependencies(), owner, project.ref)).rules).toEqual([]);
});

it('warns of a budget once a month at each share, of several at once the highest, and anew once it was raised', async () => {
  const { db } = platform;
  const { slug } = await db
    .selectFrom('organizations')
    .select('slug')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const stranger = await platform.insertPerson(null);
  const machinery = dependencies();
  const budget = { slug, figure: 'storage_bytes', amount: 1_000, shares: [100, 50, 80] } as const;
  const set = (amount: number, mail_to: string[]) =>
    setBudget(machinery, owner, { ...budget, shares: [...budget.shares], amount, mail_to });
  const look = async () => {
    // Whoever looks at once with it finds it written.
    await Promise.all([judgeBudgets(machinery, new Date()), judgeBudgets(machinery, new Date())]);
    await sendNotices(machinery);
    return mails.splice(0).map(({ to, subject }) => `${to} ${subject}`);
  };
  await expect(set(1_000, [stranger.email])).rejects.toMatchObject({ code: 'bad_request', field: 'mail_to' });
  await expect(set(1_000, [owner.email])).resolves.toMatchObject({ budgets: [{ shares: [50, 80, 100] }] });
  expect(await look()).toEqual([]);
  await noteMeasured(db, project.id, 'storage_bytes', 850);
  expect(await look()).toEqual([expect.stringMatching(`^${owner.email} Budget: 80 % of storage size used`)]);
  await noteMeasured(db, project.id, 'storage_bytes', 900);
  expect(await look()).toEqual([]);
  expect((await readBudgets(machinery, owner, slug)).budgets).toMatchObject([
    { used: 900, warned: { share: 80, problem: null } },
  ]);
  await set(2_000, [owner.email]);
  expect((await readBudgets(machinery, owner, slug)).budgets).toMatchObject([{ warned: null }]);
  await noteMeasured(db, project.id, 'storage_bytes', 2_000);
  expect(await look()).toEqual([expect.stringContaining('Budget: 100 %')]);

  // Next month it begins again, and who has left is not told.
  await db.deleteFrom('organization_members').where('account_id', '=', owner.accountId).execute();
  const later = new Date(Date.now() + 32 * 86_400_000);
  await judgeBudgets(machinery, later);
  await sendNotices(machinery);
  expect(mails).toEqual([]);
  const notices = await db
    .selectFrom('alert_notices')
    .select('problem')
    .where('budget_warning_id', 'is not', null)
    .where('state', '=', 'failed')
    .execute();
  expect(notices).toEqual([{ problem: expect.stringContaining('member of the organization') }]);
  await db.deleteFrom('usage_budgets').execute();
  owner = await platform.insertPerson('Owner');
});
