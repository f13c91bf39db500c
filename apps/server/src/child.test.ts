import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Child } from './child.ts';

const { execPath } = process;
let folder: string;
let child: Child;
const heard: string[] = [];
const refused = vi.fn();
const over = vi.fn();
beforeEach(async () => {
  heard.length = 0;
  refused.mockClear();
  over.mockClear();
  folder = await mkdtemp(join(tmpdir(), 'child-'));
  const module = join(folder, 'process.mjs');
  await writeFile(
    module,
    `process.on('message', () => process.exit(0)); process.send({ type: 'progress', text: 'here' });`,
  );
  child = new Child({
    name: 'a child',
    module: pathToFileURL(module),
    youngGenerationMb: 4,
    log: { error: refused },
    onMessage: (message) => heard.push(message.type),
    onExit: over,
  });
});
afterEach(async () => {
  process.execPath = execPath;
  await child.stop(5_000);
  await rm(folder, { recursive: true });
});

it.each([
  ['a moment later', '/nowhere/node'],
  ['at once', '/dev/null/node'],
])(
  'starts a process again that the system has refused %s',
  async (_, nowhere) => {
    process.execPath = nowhere;
    child.start();
    // Never from within: who starts it may still be starting others.
    expect(over).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(over).toHaveBeenCalledTimes(2), 10_000);
    expect(refused).toHaveBeenCalledTimes(2);
    process.execPath = execPath;
    await vi.waitFor(() => expect(heard).toEqual(['progress']), 20_000);
  },
  30_000,
);

it('does not wait for the end of a process that never began', async () => {
  process.execPath = '/nowhere/node';
  child.start();
  await child.stop(5_000);
  expect(heard).toEqual([]);
});

describe('connections that are handed to a process', () => {
  const server = createServer({ pauseOnConnect: true });
  const ends: Socket[] = [];
  /** @param code what the process does besides saying that it is there */
  const start = async (code: string) => {
    const module = join(folder, 'taker.mjs');
    await writeFile(module, `${code}; process.send({ type: 'progress', text: 'here' });`);
    let pid = 0;
    child = new Child({
      name: 'a taker',
      module: pathToFileURL(module),
      youngGenerationMb: 4,
      log: { error: refused },
      onStart: (started) => {
        pid = started;
      },
      onMessage: (message) => heard.push(message.type),
      onExit: over,
    });
    child.start();
    await vi.waitFor(() => expect(heard).toContain('progress'), 20_000);
    return () => process.kill(pid, 'SIGKILL');
  };
  const hand = async () => {
    const { port } = server.address() as AddressInfo;
    const taken = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1').on('error', () => {});
    ends.push(client);
    const [socket] = await taken;
    expect(child.hand({ type: 'connection', mode: 'session' }, socket)).toBe(true);
    return client;
  };
  beforeEach(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterEach(() => {
    for (const client of ends.splice(0)) client.destroy();
    server.close();
  });

  it('stay open in there alone', async () => {
    await start(`process.on('message', (message, socket) => {
      if (message.type === 'stop') process.exit(0);
      socket.end('welcome');
    })`);
    for (const client of [await hand(), await hand()])
      expect(String(await once(client, 'data'))).toBe('welcome');
    await vi.waitFor(async () => {
      const open = new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
      expect(await open).toBe(0);
    });
  });

  it('end with a process that is killed before it has taken them', async () => {
    const kill = await start(`process.on('message', () => { for (;;); })`);
    const clients = [await hand(), await hand(), await hand()];
    const closed = clients.map((client) => once(client.resume(), 'close'));
    kill();
    await Promise.all(closed);
  });
});
