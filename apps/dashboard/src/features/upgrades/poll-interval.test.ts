import { POLL, UPGRADE_STATUS } from '@basalt/contract';
import { expect, it } from 'vitest';
import { pollInterval } from './poll-interval.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const of = (
  status: number,
  progress: '5_initiated_data_upgrade' | '9_completed_upgrade' | '10_completed_post_physical_backup',
) => ({
  status,
  progress,
  initiated_at: new Date(START).toISOString(),
});
const { upgrading, upgraded, failed } = UPGRADE_STATUS;

it.each([
  ['closely at first', of(upgrading, '5_initiated_data_upgrade'), 5_000, 1_000],
  ['in its rhythm later', of(upgrading, '5_initiated_data_upgrade'), 61_000, POLL.upgrading],
  ['closely when the server is ahead', of(upgrading, '5_initiated_data_upgrade'), -30_000, 1_000],
  ['until the backup is there', of(upgraded, '9_completed_upgrade'), 5_000, POLL.upgrading],
  ['no more with the backup', of(upgraded, '10_completed_post_physical_backup'), 5_000, false],
  ['no more after a failure', of(failed, '5_initiated_data_upgrade'), 5_000, false],
  ['no more when there was none', null, 0, false],
  ['while nothing is known', undefined, 0, POLL.upgrading],
] as const)('an upgrade is looked at %s', (_, upgrade, after, expected) => {
  expect(pollInterval(upgrade, START + after)).toBe(expected);
});
