import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, withClient } from './connect.ts';
import type { ConnectionTarget } from './connection-target.ts';

/** AuthenticationOk and ReadyForQuery. */
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

describe('connecting to something that is no database', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let target: ConnectionTarget;

  beforeEach(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Accepts connections and never says a word.
    server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(
      0,
      '127.0.0.1',
      resolve,
    );
    await promise;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    target = { host: '127.0.0.1', port: address.port, user: 'u', database: 'd', password: 'hunter2' };
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('gives up after the timeout', async () => {
    const error = await connect(target, { connectTimeoutMs: 50 }).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'QueryError', code: '08001' });
    expect(JSON.stringify(error) + error.stack).not.toContain('hunter2');
  });

  it('gives up when it is told to', async () => {
    const controller = new AbortController();
    const attempt = connect(target, { signal: controller.signal });
    controller.abort();
    await expect(attempt).rejects.toMatchObject({ code: '57014' });
    await expect(connect(target, { signal: controller.signal })).rejects.toMatchObject({ code: '57014' });
  });

  it('drops a session whose server lets it in and never answers the question', async () => {
    server.on('connection', (socket: Socket) => {
      let heard = 0;
      // The answer begins and goes on, byte by byte, without an end.
      const drip = () => {
        if (socket.write(Buffer.from([0]))) setTimeout(drip, 20).unref();
      };
      socket.on('data', () => {
        heard += 1;
        if (heard === 1) return void socket.write(LET_IN);
        if (heard === 2) socket.write(Buffer.from([0x44, 0, 0, 0xff, 0xff]), drip);
      });
    });
    const began = performance.now();
    const asked = withClient(target, (client) => client.query('select 1'), { answerTimeoutMs: 200 });
    await expect(asked).rejects.toMatchObject({ name: 'QueryError', code: '08007' });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('says so when nobody listens', async () => {
    await expect(connect({ ...target, host: '/nowhere' })).rejects.toMatchObject({ code: '08001' });
  });
});
