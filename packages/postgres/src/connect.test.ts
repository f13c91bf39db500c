import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import type { ConnectionTarget } from './connection-target.ts';

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

  it('says so when nobody listens', async () => {
    await expect(connect({ ...target, host: '/nowhere' })).rejects.toMatchObject({ code: '08001' });
  });
});
