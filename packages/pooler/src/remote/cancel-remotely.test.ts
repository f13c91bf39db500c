import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cancelRemotely } from './cancel-remotely.ts';

const KEY = Buffer.from([0, 0, 0, 7, 1, 2, 3, 4]);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a server hears that answers in its own way. */
async function asked(tls: 'off' | 'encrypt', serve: (socket: Socket) => void, withinMs?: number) {
  const heard: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes) => heard.push(bytes)).on('error', () => {});
    closing.push(() => socket.destroy());
    serve(socket);
  });
  closing.push(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const reach = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const failure = await cancelRemotely({ tls }, KEY, reach, withinMs).then(
    () => null,
    (error: Error) => error.message,
  );
  return { failure, heard: Buffer.concat(heard) };
}

test('a server hears the key and hangs up', async () => {
  const { failure, heard } = await asked('off', (socket) => void socket.on('data', () => socket.end()));
  expect(failure).toBeNull();
  expect(heard.subarray(8)).toEqual(KEY);
  expect(heard.readInt32BE(4)).toBe(80_877_102);
});

test('a server that takes it and never hangs up is given up', async () => {
  const { failure, heard } = await asked('off', () => {}, 100);
  expect([failure, heard.length]).toEqual([null, 16]);
});

test('a server that never says whether it speaks TLS, or hangs up, is given up', async () => {
  const silent = await asked('encrypt', () => {}, 100);
  expect([silent.failure, silent.heard.length]).toEqual(['The server did not take it in time.', 8]);
  const rude = await asked('encrypt', (socket) => void socket.on('data', () => socket.end()));
  expect([rude.failure, rude.heard.length]).toEqual(['The database hung up.', 8]);
});
