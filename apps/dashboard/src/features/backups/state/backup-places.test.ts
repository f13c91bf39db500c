import type { BackupPlace } from '@basalt/contract';
import { expect, test } from 'vitest';
import { lateBackupPlace, placeState } from './backup-places.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const bucket = (secondsBehind: number | null, part: Partial<BackupPlace> = {}): BackupPlace => ({
  kind: 'bucket',
  free_bytes: null,
  is_complete: true,
  behind_since: secondsBehind === null ? null : new Date(now - secondsBehind * 1_000).toISOString(),
  problem: null,
  ...part,
});

test.each<[string, BackupPlace, string]>([
  ['has everything', bucket(null), 'ok: Up to date'],
  ['follows', bucket(2), 'ok: Up to date'],
  ['is slow', bucket(20), 'warn: 20 seconds behind'],
  ['is away', bucket(2, { problem: 'It does not answer.' }), 'warn: 2 seconds behind. It does not answer.'],
  [
    'has been away for long',
    bucket(180, { problem: 'It does not answer.' }),
    'danger: 3 minutes behind. It does not answer.',
  ],
  [
    'is being filled',
    bucket(null, { is_complete: false }),
    'live: New backups are here; older ones are still being copied, or have no room',
  ],
])('a place that %s says so', (_, place, said) => {
  const { tone, words } = placeState(place, now);
  expect(`${tone}: ${words}`).toBe(said);
});

test('only a place that is behind for long is told of before anything else', () => {
  expect(lateBackupPlace([bucket(null), bucket(30)], now)).toBeNull();
  expect(lateBackupPlace([bucket(null), bucket(90)], now)?.behind_since).toBeTruthy();
});
