import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, NOTHING_ALLOWED } from '@basalt/network';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import { secretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { writeSamples } from '../resources/store.ts';
import { createRule } from './change-rules.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const MINUTE = 60_000;
const key = randomBytes(32);

let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let url: string;
let projectId: number;
let server: Server;
/** What the receiver does with a request: takes it, refuses it, or never answers. */
let receiver: 'takes' | 'refuses' | 'hangs' = 'refuses';
let received: { id: unknown; type: string; taken: boolean }[] = [];
let running: ChildProcess | null = null;

beforeAll(async () => {
  const address = await cluster.createDatabase();
  const { user, host, port, database } = address;
  url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  platform = await openContentPlatform(address);
  server = createServer(async (request, response) => {
    const { type } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    received.push({ id: request.headers['webhook-id'], type, taken: receiver === 'takes' });
    if (receiver !== 'hangs') response.writeHead(receiver === 'takes' ? 204 : 503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(kill);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.db.destroy();
});

/** Begins to look after alerts, in a process of its own. */
function start(): void {
  const script = path.join(import.meta.dirname, 'alerts-process-for-test.ts');
  running = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, url, key.toString('hex')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

async function kill(): Promise<void> {
  if (running === null || running.exitCode !== null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
  running = null;
}

/** What the processors do in this minute and the next ones. */
async function cpu(percent: number): Promise<void> {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  for (const later of [0, 1, 2])
    await writeSamples(platform.db, [
      {
        project_id: projectId,
        at: new Date(now + later * MINUTE),
        cpu_percent: percent,
        memory_bytes: null,
        disk_bytes: null,
        read_bytes_per_second: null,
        written_bytes_per_second: null,
        connections: null,
        cache_hit_percent: null,
      },
    ]);
}

const events = () => platform.db.selectFrom('alert_events').selectAll().execute();
const notices = () => platform.db.selectFrom('alert_notices').selectAll().orderBy('id').execute();
/** As if the pause before the next attempt were over. */
const due = () =>
  platform.db
    .updateTable('alert_notices')
    .set({ due_at: new Date(0) })
    .execute();
const taken = () => received.filter((one) => one.taken).map(({ type }) => type);

it('fires by itself, once, whenever its process is killed, and nothing that it has to tell is lost', async () => {
  const owner = await platform.insertPerson('Owner');
  const { id, ref } = await platform.insertProject();
  projectId = id;
  await createRule(
    {
      db: platform.db,
      secrets: secretBox(key),
      mailer: null,
      outgoing: createOutgoing({ allowed: NOTHING_ALLOWED }),
      settings: {} as PlatformSettings,
      log: () => {},
    } as never,
    owner,
    ref,
    {
      name: 'Busy',
      metric: 'cpu_percent',
      comparison: 'above',
      threshold: 80,
      minutes: 1,
      channel: 'webhook',
      mail_to: [],
      webhook_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    },
  );
  await cpu(95);
  start();
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  await kill();
  // It was refused once. Killed at any moment, the next process goes on.
  for (const moment of [400, 500, 600]) {
    start();
    await due();
    await new Promise((done) => setTimeout(done, moment));
    await kill();
  }
  expect(await events()).toHaveLength(1);
  expect(await notices()).toMatchObject([{ kind: 'fired', state: 'waiting' }]);
  receiver = 'takes';
  start();
  await due();
  await expect.poll(taken, { timeout: 20_000 }).toEqual(['alert.fired']);

  // Killed while the receiver thinks about it, it is told again under the same id.
  receiver = 'hangs';
  received = [];
  await cpu(5);
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  await kill();
  receiver = 'takes';
  await due();
  start();
  await expect.poll(taken, { timeout: 20_000 }).toEqual(['alert.resolved']);
  expect(new Set(received.map(({ id: notice }) => notice)).size).toBe(1);
  await expect.poll(notices).toMatchObject([
    { kind: 'fired', state: 'sent' },
    { kind: 'resolved', state: 'sent' },
  ]);
  expect(await events()).toMatchObject([{ resolution: 'measured' }]);
});
