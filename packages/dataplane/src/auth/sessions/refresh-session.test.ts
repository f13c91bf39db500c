import { expect, test } from 'vitest';
import { expiry } from './refresh-session.ts';

const session = { created_at: '2031-01-01 00:00:00+00', refreshed_at: null, not_after: null };
const at = (time: string) => new Date(`2031-01-01T${time}Z`);
const NONE = { sessions_timebox: 0, sessions_inactivity_timeout: 0 };

test.each([
  ['goes on without limits', {}, NONE, '23:59:59', null],
  ['goes on within its time', {}, { ...NONE, sessions_timebox: 60 }, '00:00:59', null],
  ['is over after its time', {}, { ...NONE, sessions_timebox: 60 }, '00:01:00', ''],
  [
    'is over when nobody used it',
    {},
    { ...NONE, sessions_inactivity_timeout: 60 },
    '00:01:00',
    ' (Inactivity)',
  ],
  [
    'goes on when somebody used it',
    { refreshed_at: '2031-01-01 00:00:30' },
    { ...NONE, sessions_inactivity_timeout: 60 },
    '00:01:29',
    null,
  ],
  ['is over at a time that was set for it', { not_after: '2031-01-01 00:00:10+00' }, NONE, '00:00:10', ''],
])('a session %s', (_name, changes, limits, time, expected) => {
  expect(expiry({ ...session, ...changes }, limits, at(time))).toBe(expected);
});
