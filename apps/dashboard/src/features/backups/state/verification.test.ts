import { expect, test } from 'vitest';
import { isUnderWay } from './verification.ts';

const now = 1_000_000_000;
const old = '2026-11-13T03:40:00Z';
const recent = '2026-11-20T03:40:00Z';
const asked = (minutesAgo: number, verifiedAt: string | null = old, problem: string | null = null) => ({
  at: now - minutesAgo * 60_000,
  verifiedAt,
  problem,
});
const backup = (verified_at: string | null, verify_error: string | null = null) => ({
  verified_at,
  verify_error,
});

test.each([
  ['nobody asked', undefined, backup(null), false],
  ['the first one is at work', asked(1, null), backup(null), true],
  ['another one is at work', asked(1), backup(old), true],
  ['it has passed', asked(1), backup(recent), false],
  ['it has failed', asked(1), backup(recent, 'A page is torn.'), false],
  ['it could not be begun', asked(1, null), backup(null, 'The disk is full.'), false],
  ['a problem is gone', asked(1, old, 'A page is torn.'), backup(recent), false],
  ['it was given up', asked(31), backup(old), false],
])('%s', (_, question, answer, isUnder) => expect(isUnderWay(question, answer, now)).toBe(isUnder));
