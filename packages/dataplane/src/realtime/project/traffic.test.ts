import { expect, test } from 'vitest';
import { Traffic } from './traffic.ts';

test('the most sockets at once and all messages are handed on every ten seconds, and nothing of a quiet project', () => {
  const noted: unknown[] = [];
  const traffic = new Traffic((count) => noted.push(count), 0);
  traffic.tick(20_000);
  traffic.opened();
  traffic.opened();
  traffic.closed();
  traffic.received += 2;
  traffic.sent += 3;
  for (const now of [25_000, 30_000, 31_000, 40_000]) traffic.tick(now);
  traffic.closed();
  traffic.note(41_000);
  traffic.tick(60_000);
  expect(noted).toEqual([
    { time: 30_000, sockets: 2, received: 2, sent: 3 },
    { time: 40_000, sockets: 1, received: 0, sent: 0 },
    { time: 41_000, sockets: 1, received: 0, sent: 0 },
  ]);
});
