import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOOR_TLS, doorKey } from './door-line.ts';
import { type Door, openDoor } from './open-door.ts';
import { type ReachedDoor, reachDoor } from './reach-door.ts';

const secretKey = Buffer.alloc(32, 7);
const REF = 'abcdefghijklmnopqrst';
let folder: string;
let door: Door;
let reached: ReachedDoor;
const servers: Server[] = [];

/** Says where it is, and then all that it hears. */
async function echo(file: string, name: string): Promise<void> {
  const server = createServer((socket) => {
    socket.write(`${name}: `);
    socket.pipe(socket);
  });
  server.listen(file);
  await once(server, 'listening');
  servers.push(server);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'door-'));
  await echo(path.join(folder, '.s.PGSQL.5432'), 'database');
  door = await openDoor({
    secretKey,
    host: '127.0.0.1',
    port: 0,
    addressOf: (ref) =>
      ref === REF ? Promise.resolve({ host: folder, port: 5432 }) : Promise.reject(new Error('none')),
    gatewaySocket: path.join(folder, 'gateway.sock'),
    log: { info: () => {} },
  });
  reached = await reachDoor({ host: '127.0.0.1', port: door.port }, secretKey, {
    path: folder,
    logs: folder,
  });
});

afterEach(async () => {
  await reached.close();
  door.close();
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true });
});

/** What comes back until the other side ends. */
async function answerOf(socket: Socket, said?: string): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
    if (said !== undefined && text.endsWith(said)) socket.destroy();
  });
  socket.on('error', () => {});
  if (said !== undefined) socket.write(said);
  await new Promise((closed) => socket.once('close', closed));
  return text;
}

describe('the door', () => {
  it('leads to the socket of a database, by a socket of this side', async () => {
    const { host, port } = await reached.address(REF);
    const large = `${'x'.repeat(300_000)}.`;
    expect(await answerOf(connect(`${host}/.s.PGSQL.${port}`), large)).toBe(`database: ${large}`);
  });

  it('ends what leads to nothing', async () => {
    const { host, port } = await reached.address('zzzzzzzzzzzzzzzzzzzz');
    expect(await answerOf(connect(`${host}/.s.PGSQL.${port}`))).toBe('');
  });

  it('waits for a gateway that is about to start', async () => {
    const answer = answerOf(reached.open({ kind: 'gateway' }), 'hello.');
    await echo(path.join(folder, 'gateway.sock'), 'gateway');
    expect(await answer).toBe('gateway: hello.');
  });

  it('is shut for who has another key, speaks no TLS, or asks for what it does not know', async () => {
    const other = await reachDoor({ host: '127.0.0.1', port: door.port }, Buffer.alloc(32, 8), {
      path: path.join(folder, 'other'),
      logs: folder,
    });
    expect(await answerOf(other.open({ kind: 'database', ref: REF }))).toBe('');
    await other.close();
    const { port } = door as Pick<AddressInfo, 'port'>;
    expect(await answerOf(connect(port, '127.0.0.1'), `database ${REF}\n`)).not.toContain('database:');
    for (const line of [`database ../${REF}\n`, 'platform\n', `${'x'.repeat(100)}\n`]) {
      const socket = connectTls({
        ...DOOR_TLS,
        port,
        host: '127.0.0.1',
        pskCallback: () => ({ psk: doorKey(secretKey), identity: 'gateway' }),
        checkServerIdentity: () => undefined,
      });
      socket.write(line);
      expect(await answerOf(socket), line).toBe('');
    }
  });
});
