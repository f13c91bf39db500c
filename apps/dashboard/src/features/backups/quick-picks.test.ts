import type { Backup } from '@basalt/contract';
import { expect, test } from 'vitest';
import { quickPicks } from './quick-picks.ts';

const now = Date.parse('2026-11-20T12:00:00.400Z');
const backup = (started_at: string, state: Backup['state'] = 'done') => ({ started_at, state }) as Backup;
const labels = (earliest: string, backups: Backup[] = []) =>
  quickPicks({ earliest: Date.parse(earliest), latest: now - 2_400 }, backups, now).map(({ label }) => label);

test('an old project offers everything', () => {
  const picks = quickPicks(
    { earliest: Date.parse('2026-11-13T00:00:00Z'), latest: now - 2_400 },
    [
      backup('2026-11-20T03:30:00.500Z'),
      backup('2026-11-19T03:30:00Z'),
      backup('2026-11-20T11:59:00Z', 'running'),
    ],
    now,
  );
  expect(picks.map(({ label, at }) => `${label}: ${new Date(at).toISOString()}`)).toEqual([
    'Newest moment: 2026-11-20T11:59:58.000Z',
    '5 minutes ago: 2026-11-20T11:55:00.000Z',
    '1 hour ago: 2026-11-20T11:00:00.000Z',
    '1 day ago: 2026-11-19T12:00:00.000Z',
    'Just before the last backup: 2026-11-20T03:29:59.000Z',
    'Earliest moment: 2026-11-13T00:00:00.000Z',
  ]);
});

test('a young one only what it can restore', () => {
  expect(labels('2026-11-20T11:58:00Z', [backup('2026-11-20T11:58:00Z')])).toEqual([
    'Newest moment',
    'Earliest moment',
  ]);
  expect(labels('2026-11-20T11:30:00Z')).toEqual(['Newest moment', '5 minutes ago', 'Earliest moment']);
});
