import { expect, it } from 'vitest';
import type { RequestLogReader } from '../kernel/ports.ts';
import { hasRefusedMail } from './mail-refusals.ts';

const NOW = new Date('2026-05-01T12:00:00Z');

/** A log with refused calls of these paths; counts how often it is read. */
function logOf(...paths: string[]) {
  const log = {
    reads: 0,
    read: async (_ref: string, filter: { from?: number }) => {
      log.reads += 1;
      expect(filter).toMatchObject({ from: NOW.getTime() - 3_600_000, statuses: [429], services: ['auth'] });
      const entries = paths.map((path) => ({
        time: 0,
        method: 'POST',
        path,
        status: 429,
        duration: 1,
        role: 'anon',
      }));
      return { entries, cursor: null };
    },
    count: () => Promise.reject(new Error('not asked')),
    keyUse: () => Promise.reject(new Error('not asked')),
  };
  return log satisfies RequestLogReader & { reads: number };
}

it.each([
  [['/auth/v1/recover'], true],
  [['/auth/v1/token', '/auth/v1/otp'], true],
  [['/auth/v1/token', '/auth/v1/verify'], false],
  [[], false],
])('of the refused calls %o', async (paths, refused) => {
  expect(await hasRefusedMail(logOf(...paths), 'ref', NOW)).toBe(refused);
});

it('reads the log once a minute', async () => {
  const log = logOf('/auth/v1/otp');
  await hasRefusedMail(log, 'one', NOW);
  await hasRefusedMail(log, 'one', NOW);
  expect(log.reads).toBe(1);
  await hasRefusedMail(log, 'another', NOW);
  expect(log.reads).toBe(2);
});

it('knows nothing where there is no log', async () => {
  const away = {
    read: () => Promise.reject(new Error('away')),
    count: () => Promise.reject(new Error('away')),
    keyUse: () => Promise.reject(new Error('away')),
  };
  expect(await hasRefusedMail(away, 'ref', NOW)).toBe(false);
});
