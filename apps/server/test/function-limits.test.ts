import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildGateway, createFunctionsService, HeldProjects, openRequestLog } from '@basalt/dataplane';
import { openFunctionStore } from '@basalt/functions';
import { FunctionRunner, folderOf } from '@basalt/functions/run';
import type { FunctionLogEntry, ProjectSnapshot } from '@basalt/project';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The gateway with real functions and less patience than it has in use. */
const LIMITS = { answerMs: 1_500, wallClockMs: 4_000 };
const REF = 'abcdefghijklmnopqrst';
const KEY = 'sb_publishable_abc';
const SOURCE = `
  const forever = () => new Promise(() => {});
  const slowly = () => new ReadableStream({
    async start(controller) {
      for (;;) {
        controller.enqueue(new TextEncoder().encode('more\\n'));
        await new Promise((done) => setTimeout(done, 100));
      }
    },
  });
  Deno.serve(async (request) => {
    request.signal.addEventListener('abort', () => console.log('gone'));
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/silent')) return await forever();
    if (pathname.endsWith('/endless')) return new Response(slowly());
    if (pathname.endsWith('/socket')) {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onmessage = ({ data }) => socket.send(data);
      return response;
    }
    return new Response('fine');
  });`;

let folder: string;
let gateway: FastifyInstance;
let origin: string;
const logged: FunctionLogEntry[] = [];

beforeAll(async () => {
  // Sockets have short paths.
  folder = await mkdtemp(path.join(tmpdir(), 'f-'));
  await chmod(folder, 0o755);
  const files = path.join(folder, 'files');
  const { digest } = await openFunctionStore(files).add(REF, {
    files: [{ path: 'index.ts', bytes: Buffer.from(SOURCE) }],
    entrypoint: 'index.ts',
    importMap: null,
  });
  const project = {
    ref: REF,
    unavailable: null,
    publicUrl: `http://127.0.0.1:8001/${REF}`,
    keys: [
      {
        hash: createHash('sha256').update(KEY).digest('base64url'),
        role: 'anon',
        type: 'publishable',
        enabled: true,
      },
    ],
    verificationKeys: [],
    functions: ['patience', 'other'].map((slug) => ({
      slug,
      id: slug,
      version: 1,
      digest,
      entrypoint: 'index.ts',
      verifyJwt: false,
    })),
    functionVariables: '',
  } as unknown as ProjectSnapshot;
  const runner = new FunctionRunner({
    folder: path.join(folder, 'run'),
    filesOf: (ref, name) => folderOf(files, ref, name),
    environmentOf: async () => ({}),
    waysOf: () => ({ api: (socket) => socket.destroy(), database: async () => null }),
    log: (_ref, entry) => logged.push(entry),
    limits: LIMITS,
  });
  const logger = Fastify().log;
  gateway = buildGateway({
    logger,
    runtime: { find: (ref) => (ref === REF ? project : null), onChange: () => () => {} },
    projects: new HeldProjects(),
    services: [createFunctionsService({ logger, runner })],
    requestLog: openRequestLog(path.join(folder, 'log'), () => {}),
    projectDomain: null,
    trustProxy: false,
    state: () => 'ready',
  });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
  origin = `127.0.0.1:${(gateway.server.address() as AddressInfo).port}/${REF}/functions/v1/patience`;
  expect(await call()).toEqual([200, 'fine']);
});

afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(below = '', init: RequestInit = {}): Promise<[number, string]> {
  const answer = await fetch(`http://${origin}${below}`, init);
  return [answer.status, await answer.text()];
}

test('each call has its time, and others are answered meanwhile', async () => {
  const socket = new WebSocket(`ws://${origin}/socket`);
  const echoed = new Promise((resolve, reject) => {
    socket.onopen = () => socket.send('hello');
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => reject(new Error('The socket broke.'));
  });
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  const silent = call('/silent');
  const endless = call('/endless').then(
    () => 'ended',
    () => 'broke off',
  );
  expect(await echoed).toBe('hello');
  expect(await call()).toEqual([200, 'fine']);
  const [status, body] = await silent;
  expect([status, JSON.parse(body).code]).toEqual([504, 'IDLE_TIMEOUT']);
  expect(await endless).toBe('broke off');
  await closed;
  expect(await call()).toEqual([200, 'fine']);
});

test('a function hears that whoever asked has gone, and goes on for others', async () => {
  logged.length = 0;
  const signal = AbortSignal.timeout(300);
  await expect(call('/silent', { signal })).rejects.toThrow();
  await expect.poll(() => logged.map(({ message }) => message)).toContain('gone');
  expect(await call()).toEqual([200, 'fine']);
});

test('two processes are ready once functions are used, and each serves one function', async () => {
  // A folder with sockets each.
  const processes = async () =>
    (await readdir(path.join(folder, 'run'))).filter((name) => /^\d+$/.test(name)).length;
  await expect.poll(processes, { timeout: 20_000 }).toBe(3);
  logged.length = 0;
  const other = await fetch(`http://${origin.replace('patience', 'other')}`);
  expect(await other.text()).toBe('fine');
  const boots = () =>
    logged.filter(({ kind }) => kind === 'boot').map(({ slug, message }) => `${slug}: ${message}`);
  expect(boots()).toEqual([
    expect.stringMatching(/^other: Listening after \d+ ms, in a process that was ready\.$/),
  ]);
  await expect.poll(processes, { timeout: 20_000 }).toBe(4);
  expect(await call()).toEqual([200, 'fine']);
  expect(boots()).toHaveLength(1);
});
