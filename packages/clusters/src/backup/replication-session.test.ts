import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageReader, ReplicationSession } from '@basalt/postgres/replication';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClusterAddress } from '../driver.ts';
import { DeathWatch } from '../local/server/death-watch.ts';

const PORT = 5432;

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const NOTICE = message('N', Buffer.from('MOne moment.\0\0'));

/** A server that belongs to whoever broke into the project: it says what it likes. */
describe('a replication connection to a server that', () => {
  const sockets = new Set<Socket>();
  let folder: string;
  let server: Server;
  let address: ClusterAddress;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basalt-replication-'));
    address = { host: folder, port: PORT, user: 'u', database: 'postgres' };
    server = createServer((socket) => sockets.add(socket.on('error', () => {})));
    await once(server.listen(join(folder, `.s.PGSQL.${PORT}`)), 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function say(greeting: Buffer, answer: (socket: Socket) => void): void {
    server.on('connection', (socket: Socket) => {
      socket.once('data', () => {
        socket.write(greeting);
        socket.once('data', () => answer(socket));
      });
    });
  }

  async function ask(silenceMs: number): Promise<number> {
    const session = await ReplicationSession.open(address, { silenceMs });
    let messages = 0;
    try {
      for await (const each of session.send('IDENTIFY_SYSTEM')) messages += each.type.length;
      return messages;
    } finally {
      session.close();
    }
  }

  it('says nothing before it lets anybody in is given up', async () => {
    say(Buffer.alloc(0), () => {});
    await expect(ReplicationSession.open(address, { silenceMs: 50 })).rejects.toThrow('stopped answering');
  });

  it('falls silent in the middle of an answer is given up', async () => {
    say(LET_IN, (socket) => socket.write(message('d', Buffer.alloc(10)).subarray(0, 9)));
    await expect(ask(50)).rejects.toThrow('stopped answering');
  });

  it('only ever sends notices is given up', async () => {
    say(LET_IN, (socket) => {
      const timer = setInterval(() => socket.write(NOTICE), 10);
      socket.once('close', () => clearInterval(timer));
    });
    await expect(ask(100)).rejects.toThrow('stopped answering');
  });

  it('takes long for all of it, but not for any part, is listened to', async () => {
    say(LET_IN, (socket) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        socket.write(sent < 10 ? message('d', Buffer.alloc(10)) : READY);
        if (sent === 10) clearInterval(timer);
      }, 40);
    });
    await expect(ask(250)).resolves.toBe(9);
  });

  it.each([
    ['announces a message of two gigabytes', 0x7fff_fff0],
    ['announces one of less than nothing', -5],
  ])('%s is not listened to', async (_, length) => {
    say(LET_IN, (socket) => {
      const head = Buffer.from('d0000');
      head.writeInt32BE(length, 1);
      socket.write(head);
    });
    await expect(ask(5_000)).rejects.toThrow('longer than any should be');
  });

  it('answers with a row that is none says nothing about its place in the log', async () => {
    let asked = 0;
    say(LET_IN, (socket) => {
      asked += 1;
      socket.write(Buffer.concat([message('D'), READY]));
    });
    const watch = new DeathWatch(
      address,
      async () => true,
      () => {},
    );
    await expect
      .poll(async () => {
        expect(await watch.position()).toBeNull();
        return asked;
      })
      .toBeGreaterThan(0);
    watch.close();
  });

  const PLACE = { systemIdentifier: '7', timeline: 1, lsn: '0/3000148' };

  /** Waits until the server is ready to be listened to. */
  async function listen(watch: DeathWatch): Promise<() => boolean> {
    let isWritten = false;
    await expect
      .poll(() => {
        const written = watch.written(PLACE);
        void written?.then(() => {
          isWritten = true;
        });
        return written !== null;
      })
      .toBe(true);
    return () => isWritten;
  }

  it('goes on with its log is heard at once, and can be asked again', async () => {
    const said: string[] = [];
    let goOn: () => void = () => {};
    server.on('connection', (socket: Socket) => {
      const read = messageReader(1_000, ({ type, body }) => {
        said.push(type === 'Q' ? body.toString('latin1').replace('\0', '') : type);
        if (type === 'c')
          socket.write(Buffer.concat([message('d', Buffer.alloc(90_000)), message('c'), READY]));
      });
      goOn = () => socket.write(message('d', Buffer.from('w and a record')));
      socket.once('data', () => {
        socket.write(LET_IN);
        socket.on('data', read);
      });
    });
    const watch = new DeathWatch(
      address,
      async () => true,
      () => {},
    );
    const isWritten = await listen(watch);
    await expect.poll(() => said).toEqual(['START_REPLICATION PHYSICAL 0/3000148 TIMELINE 1']);
    expect(isWritten()).toBe(false);
    expect(watch.written(PLACE)).toBeNull();
    goOn();
    await expect.poll(isWritten).toBe(true);
    await listen(watch);
    void watch.position();
    await expect.poll(() => said.at(-1)).toBe('IDENTIFY_SYSTEM');
    expect(said.slice(1)).toEqual(['c', said[0], 'c', 'IDENTIFY_SYSTEM']);
    watch.close();
  });

  it.each([
    [
      'sends its log without end',
      (socket: Socket) => void socket.write(message('d', Buffer.alloc(17 << 20))),
    ],
    ['ends', (socket: Socket) => void socket.destroy()],
  ])('is listened to and then %s is not waited for', async (_, answer) => {
    say(LET_IN, answer);
    const watch = new DeathWatch(
      address,
      async () => true,
      () => {},
    );
    const isWritten = await listen(watch);
    await expect.poll(isWritten).toBe(true);
    watch.close();
  });
});
