import type { Backup, ResourceSample, Usage } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { connectionTrend, diskTrend, userTrend, verifiedBackup } from './trend-values.ts';

const samples = (...connections: (number | null)[]) =>
  connections.map((connections) => ({ connections }) as ResourceSample);
const limits = { connections: 60 } as Parameters<typeof connectionTrend>[0]['limits'];
const days = (figure: 'database_bytes' | 'active_users', ...values: (number | null)[]) =>
  values.map((value) => ({ [figure]: value })) as unknown as Usage['days'];
const words = (bytes: number) => `${bytes} B`;

describe('the trend', () => {
  it('of connections is how many there are now, against all there can be', () => {
    expect(connectionTrend({ samples: samples(4, 12.5, null, 7, null), limits })).toEqual({
      figure: '7 of 60',
      hint: '13 at most in 24 hours',
      values: [4, 12.5, null, 7, null],
      top: 60,
    });
    expect(connectionTrend({ samples: samples(null, null), limits }).hint).toBe('Not measured yet');
  });

  it.each([
    [[null, 100, 200, 250], '250 B', '150 B more than 4 days ago'],
    [[250, null, 100], '100 B', '150 B less than 3 days ago'],
    [[1_000, 1_001], '1001 B', 'As much as 2 days ago'],
    [[null, 100], '100 B', 'Measured since today'],
    [[null, null], '–', 'Not measured yet'],
  ])('of the disk, %j, is %s: %s', (values, figure, hint) => {
    expect(diskTrend(days('database_bytes', ...values), words)).toMatchObject({ figure, hint });
  });

  it('of users is this month’s', () => {
    expect(userTrend(days('active_users', 1_200, 0, 1_500)).figure).toBe('1,500');
    expect(userTrend([]).figure).toBe('0');
  });
});

it('names the last backup that was verified and found good, and the last that was taken', () => {
  const backup = (day: number, change: Partial<Backup>) =>
    ({
      state: 'done',
      finished_at: `2026-01-0${day}T03:00:00Z`,
      verified_at: null,
      verify_error: null,
      ...change,
    }) as Backup;
  const verified_at = '2026-01-02T04:00:00Z';
  expect(
    verifiedBackup({
      backups: [
        backup(5, { state: 'failed' }),
        backup(4, {}),
        backup(3, { verified_at: '2026-01-03T04:00:00Z', verify_error: 'A page is damaged.' }),
        backup(2, { verified_at }),
        backup(1, { verified_at: '2026-01-01T04:00:00Z' }),
      ],
    }),
  ).toEqual({ verified: verified_at, taken: '2026-01-04T03:00:00Z' });
  expect(verifiedBackup({ backups: [] })).toEqual({ verified: null, taken: null });
});
