import type { Backup } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { awayLabels, trustOf } from './backup-labels.ts';

const done = { state: 'done', error: null, verified_at: null, verify_error: null } as Backup;
const when = '2026-11-20T03:40:00Z';

describe('trustOf', () => {
  test.each<[string, Partial<Backup>, boolean, string, string, string | null]>([
    ['at work', { state: 'running' }, false, 'live', 'Being taken', null],
    [
      'failed',
      { state: 'failed', error: 'The disk is full.' },
      false,
      'danger',
      'Failed',
      'The disk is full.',
    ],
    ['failed silently', { state: 'failed' }, false, 'danger', 'Failed', 'The reason is not known.'],
    ['never verified', {}, false, 'idle', 'Not verified yet', null],
    ['being verified', {}, true, 'live', 'Verifying', null],
    ['verified', { verified_at: when }, false, 'ok', 'Verified', null],
    ['verified again', { verified_at: when }, true, 'live', 'Verifying', null],
    [
      'damaged',
      { verified_at: when, verify_error: 'A page is torn.' },
      false,
      'danger',
      'Verification failed',
      'A page is torn.',
    ],
    [
      'damaged without a date',
      { verify_error: 'A page is torn.' },
      false,
      'danger',
      'Verification failed',
      'A page is torn.',
    ],
  ])('%s', (_, part, isVerifying, tone, label, problem) =>
    expect(trustOf({ ...done, ...part }, isVerifying)).toMatchObject({ tone, label, problem }),
  );
});

test.each([
  [null, 'about 10 seconds'],
  [8_000_000, 'about 10 seconds'],
  [1_000_000_000, 'about 20 seconds'],
  [4_900_000_000, 'about a minute'],
  [12_000_000_000, 'about 3 minutes'],
  [600_000_000_000, 'about 2 hours'],
])('%d bytes are away for %s', (bytes, words) => expect(awayLabels(bytes)).toBe(words));
