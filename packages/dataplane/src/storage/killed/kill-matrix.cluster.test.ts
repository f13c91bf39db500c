import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { describeShare, KILL_TURN, shareOf, useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, TEST_REF } from '../../rest/rest-api-for-test.ts';
import { openLocalFiles, sweepIncoming } from '../files/local-object-files.ts';
import { openPartialFiles } from '../resumable/partial-files.ts';
import { StorageProcess } from './storage-process-for-test.ts';
import { type Attempt, WRITES, type Write } from './writes.cases.ts';

/**
 * SIGKILL before every step of every way to write objects: each change of files, each statement, right after it was sent, and before
 * the answer. The steps are learned by letting each run once undisturbed. A run tries a share of the cases.
 */
const KEY = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(64) };
const cluster = useTestCluster();
const printed: string[] = [];
let folder: string;
let storage: StorageProcess;
let sql: (text: string) => Promise<Record<string, unknown>[]>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
  const address = await cluster.createDatabase();
  sql = (text) => withClient(address, async (client) => (await client.query(text)).rows);
  await sql("insert into storage.buckets (id, name) values ('kill', 'kill')");
  const storageKey = { accessKey: KEY.accessKeyId, secret: KEY.secretAccessKey };
  storage = new StorageProcess({ address, folder, storageKey });
});
afterAll(async () => {
  storage.end();
  await rm(folder, { recursive: true, force: true });
  process.stdout.write(
    `\nKilled while objects were written. ${describeShare(KILL_TURN, 'KILL_MATRIX')}\n${printed.join('\n')}\n\n`,
  );
});

async function attemptAt(key: string, memory = new Map<string, string>()): Promise<Attempt> {
  const url = `${await storage.url}/storage/v1`;
  const s3 = new S3Client({
    endpoint: `${url}/s3`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: KEY,
    maxAttempts: 1,
  });
  return {
    key,
    s3,
    memory,
    async send(method, at, body, headers = {}) {
      const isJson = typeof body === 'object' && body.constructor === Object;
      const response = await fetch(`${url}${at}`, {
        method,
        headers: {
          apikey: KEYS.service,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
      });
      if (!response.ok)
        throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`);
      return response;
    },
  };
}

async function contentOf(key: string): Promise<string | null> {
  const response = await fetch(`${await storage.url}/storage/v1/object/kill/${key}`, {
    headers: { apikey: KEYS.service },
  });
  const text = await response.text();
  if (response.ok) return text;
  expect(text).toContain('NoSuchKey');
  return null;
}

/** Writes once, and answers the steps. With a number the process dies before that one. */
async function run(write: Write, killAt: number): Promise<string[]> {
  const key = randomUUID();
  const attempt = await attemptAt(key);
  await write.setUp?.(attempt);
  await storage.armed(killAt);
  const isAcknowledged = await write.act(attempt).then(
    () => true,
    (error: unknown) => {
      if (killAt === Number.MAX_SAFE_INTEGER) throw error;
      return false;
    },
  );
  const steps = await storage.steps();
  let isDone = isAcknowledged;
  if (!isAcknowledged && write.goOn !== undefined) {
    await write.goOn(await attemptAt(key, attempt.memory));
    isDone = true;
  }
  const ends = Object.entries(write.objects);
  const found = await Promise.all(ends.map(([end]) => contentOf(`${key}${end}`)));
  const before = ends.map(([, [content]]) => content);
  const after = ends.map(([, [, content]]) => content);
  if (isDone) expect(found).toEqual(after);
  else expect([before, after]).toContainEqual(found);
  await everyRowHasItsFile();
  return steps ?? [];
}

async function everyRowHasItsFile(): Promise<void> {
  const files = new Set((await Array.fromAsync(openLocalFiles(folder).list(TEST_REF))).flat());
  const rows = await sql(
    'select version from storage.objects union all select version from storage.s3_multipart_uploads_parts',
  );
  expect(rows.map(({ version }) => String(version)).filter((version) => !files.has(version))).toEqual([]);
}

test.each(WRITES.map((write, number) => ({ ...write, number })))(
  '$kind',
  { timeout: 300_000 },
  async ({ number, ...write }) => {
    const steps = await run(write, Number.MAX_SAFE_INTEGER);
    expect(steps.at(-1)).toBe('answer');
    const tried = shareOf([...steps.keys()], KILL_TURN, number);
    for (const killAt of tried) await run(write, killAt);
    printed.push(
      `${write.kind}: ${steps.map((step, n) => (tried.includes(n) ? `[${step}]` : step)).join(', ')}`,
    );
  },
);

test('what killed processes left goes with the next look', async () => {
  const left = async (of: string) => (await readdir(path.join(folder, TEST_REF, of))).length;
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const name of await readdir(path.join(folder, TEST_REF, 'incoming')))
    await utimes(path.join(folder, TEST_REF, 'incoming', name), old, old);
  await sweepIncoming(folder, Date.now());
  await openPartialFiles(folder).sweep(Date.now() + 2 * 86_400_000, () => false);
  expect([await left('incoming'), await left('resumable')]).toEqual([0, 0]);
});
