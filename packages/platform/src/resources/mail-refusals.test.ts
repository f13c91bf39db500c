import { expect, it } from 'vitest';
import type { CallProject, RequestLogReader } from '../kernel/ports.ts';
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

/** An auth service that refused a mail last at this time. */
const auth =
  (refused_at: unknown): CallProject =>
  async (_ref, path) => {
    expect(path).toBe('/auth/v1/admin/mail_limit');
    return Response.json({ refused_at });
  };
const JUST_NOW = auth('2026-05-01T11:30:00.000Z');

it.each([
  [['/auth/v1/recover'], true],
  [['/auth/v1/token', '/auth/v1/otp'], true],
  [['/auth/v1/token', '/auth/v1/verify'], false],
  [[], false],
])('of the refused calls %o', async (paths, refused) => {
  const sources = { requestLog: logOf(...paths), callProject: JUST_NOW };
  expect(await hasRefusedMail(sources, 'ref', NOW)).toBe(refused);
});

it.each([
  ['another limit was reached', auth(null)],
  ['it was longer ago', auth('2026-05-01T10:59:00.000Z')],
  ['the service does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['the service is in trouble', async () => new Response('{}', { status: 503 })],
  ['the answer is not understood', auth(7)],
] satisfies [string, CallProject][])('is false when %s', async (_what, callProject) => {
  expect(await hasRefusedMail({ requestLog: logOf('/auth/v1/signup'), callProject }, 'ref', NOW)).toBe(false);
});

it('reads the log once a minute', async () => {
  const requestLog = logOf('/auth/v1/otp');
  const sources = { requestLog, callProject: JUST_NOW };
  await hasRefusedMail(sources, 'one', NOW);
  await hasRefusedMail(sources, 'one', NOW);
  expect(requestLog.reads).toBe(1);
  await hasRefusedMail(sources, 'another', NOW);
  expect(requestLog.reads).toBe(2);
});

it('knows nothing where there is no log', async () => {
  const requestLog = {
    read: () => Promise.reject(new Error('away')),
    count: () => Promise.reject(new Error('away')),
    keyUse: () => Promise.reject(new Error('away')),
  };
  expect(await hasRefusedMail({ requestLog, callProject: JUST_NOW }, 'ref', NOW)).toBe(false);
});
