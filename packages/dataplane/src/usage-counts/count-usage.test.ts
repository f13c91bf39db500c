import type { Socket } from 'node:net';
import type { UsageBatch } from '@basalt/project';
import { afterEach, expect, it, vi } from 'vitest';
import { openUsageCounts } from './count-usage.ts';

const connection = () => ({ bytesWritten: 0, once: () => {} });
const asSocket = (one: object) => one as unknown as Socket;

afterEach(() => vi.useRealTimers());

it('counts requests and the bytes that each of them added to its connection', async () => {
  const batches: UsageBatch[] = [];
  const inside = connection();
  const usage = openUsageCounts({
    write: async (batch) => void batches.push(batch),
    onError: expect.unreachable,
    isInside: (one) => one === asSocket(inside),
    now: () => Date.parse('2026-01-31T23:59:59Z'),
  });
  const outside = connection();
  const request = (service: string | null, over: ReturnType<typeof connection>, bytes: number) => {
    usage.begin(asSocket(over));
    over.bytesWritten += bytes;
    if (service === null) usage.uncounted(asSocket(over));
    else usage.request('abc', service, asSocket(over));
  };
  request('rest', outside, 100);
  request(null, outside, 9_000);
  // In answer to something that nobody told of.
  outside.bytesWritten += 500;
  request('auth', outside, 50);
  request('rest', inside, 7_000);
  const socket = connection();
  usage.upgraded('xyz', 'realtime', asSocket(socket));
  socket.bytesWritten = 40;
  usage.realtime('xyz', { sockets: 5, received: 1, sent: 2 });
  usage.realtime('xyz', { sockets: 3, received: 0, sent: 4 });
  usage.activeUser('abc', 'somebody');
  usage.activeUser('abc', 'somebody');
  await usage.close();
  expect(batches).toMatchObject([
    {
      number: 1,
      day: '2026-01-31',
      counts: [
        { ref: 'abc', figure: 'rest_requests', value: 2 },
        { ref: 'abc', figure: 'rest_egress_bytes', value: 100 },
        { ref: 'abc', figure: 'auth_requests', value: 1 },
        { ref: 'abc', figure: 'auth_egress_bytes', value: 50 },
        { ref: 'xyz', figure: 'realtime_messages', value: 7 },
        { ref: 'xyz', figure: 'realtime_peak_connections', value: 5 },
        { ref: 'xyz', figure: 'realtime_egress_bytes', value: 40 },
      ],
      activeUsers: [{ ref: 'abc', userId: 'somebody' }],
    },
  ]);
});

it('sends a batch that may not have been written again as it was, and what came meanwhile after it', async () => {
  vi.useFakeTimers();
  const sent: UsageBatch[] = [];
  let isAway = true;
  const usage = openUsageCounts({
    write: async (batch) => {
      sent.push(structuredClone(batch));
      if (isAway) throw new Error('away');
    },
    onError: () => {},
    flushMs: 1_000,
  });
  const socket = asSocket(connection());
  usage.begin(socket);
  usage.request('abc', 'rest', socket);
  await vi.advanceTimersByTimeAsync(1_000);
  usage.begin(socket);
  usage.request('abc', 'rest', socket);
  await vi.advanceTimersByTimeAsync(1_000);
  isAway = false;
  await usage.close();
  expect(sent.map(({ number, counts }) => [number, counts[0]?.value])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
  ]);
});
