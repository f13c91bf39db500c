import { POLL, UPGRADE_ERRORS, UPGRADE_PROGRESS, UPGRADE_STATUS } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { STEP_LABELS } from './step-labels.ts';
import { currentStep, pollInterval, type StepState, upgradeSteps } from './upgrade-steps.ts';

const { upgrading, upgraded, failed } = UPGRADE_STATUS;
const MARKS: Record<StepState, string> = {
  waiting: '·',
  running: '>',
  done: 'x',
  failed: '!',
  cancelled: '-',
};
const drawn = (...args: Parameters<typeof upgradeSteps>) =>
  upgradeSteps(...args)
    .map(({ state }) => MARKS[state])
    .join('');

describe('the steps of an upgrade', () => {
  it.each([
    ['0_requested', '········'],
    ['1_started', '>·······'],
    ['2_launched_upgraded_instance', 'x>······'],
    ['3_detached_volume_from_upgraded_instance', 'xx>·····'],
    ['4_attached_volume_to_original_instance', 'xxx>····'],
    ['5_initiated_data_upgrade', 'xxxx>···'],
    ['6_completed_data_upgrade', 'xxxxx>··'],
    ['7_detached_volume_from_original_instance', 'xxxxxx>·'],
    ['8_attached_volume_to_upgraded_instance', 'xxxxxxx>'],
  ] as const)('%s is drawn %s', (progress, picture) => {
    expect(drawn({ status: upgrading, progress })).toBe(picture);
  });

  it.each([
    ['9_completed_upgrade', 'running', 'xxxxxxxx>'],
    ['9_completed_upgrade', 'failed', 'xxxxxxxx!'],
    ['9_completed_upgrade', 'unknown', 'xxxxxxxx'],
    ['10_completed_post_physical_backup', 'running', 'xxxxxxxxx'],
    ['10_completed_post_physical_backup', 'unknown', 'xxxxxxxxx'],
  ] as const)('after %s with the backup %s: %s', (progress, backup, picture) => {
    expect(drawn({ status: upgraded, progress }, backup)).toBe(picture);
  });

  it.each(UPGRADE_ERRORS.slice(0, 8).map((error, at) => [error, at] as const))(
    '%s marks its step',
    (error, at) => {
      const picture = drawn({ status: failed, progress: UPGRADE_PROGRESS[at + 1], error });
      expect(picture).toBe(`${'x'.repeat(at)}!${'·'.repeat(7 - at)}`);
    },
  );

  it('does not say of a step that somebody cancelled that it failed', () => {
    const cancelled = {
      status: failed,
      error: '5_data_upgrade_completion_failed',
      reason: 'It was given up on request.',
    } as const;
    expect(drawn(cancelled)).toBe('xxxx-···');
    expect(currentStep(upgradeSteps(cancelled))?.number).toBe(5);
  });

  it('marks the step that was at work when nobody says which one failed', () => {
    expect(drawn({ status: failed, progress: '5_initiated_data_upgrade' })).toBe('xxxx!···');
  });

  it('are told by an upgrade in place itself', () => {
    const states = ['done', 'done', 'running', 'waiting', 'waiting', 'waiting', 'waiting'] as const;
    const steps = states.map((state, at) => ({ name: `step-${at}`, state }));
    const upgrade = { status: upgrading, in_place: true, steps };
    expect(drawn(upgrade)).toBe('xx>····');
    expect(upgradeSteps(upgrade)[2]?.text).toBe('CloudNativePG upgrades the servers');
    expect(drawn({ ...upgrade, status: upgraded }, 'unknown')).toBe('xxxxxxx');
    expect(drawn(null, 'running', true)).toBe('·······');
  });

  it('waits for all of them while nothing is known', () => {
    expect(drawn(null)).toBe('········');
    expect(drawn({ status: upgrading })).toBe('········');
  });

  it('speaks of each step in the wording of its state', () => {
    const texts = upgradeSteps({ status: upgrading, progress: '5_initiated_data_upgrade' }).map(
      ({ text }) => text,
    );
    expect(texts.slice(3, 6)).toEqual([
      'Shut down API services',
      'Migrating to the new database',
      'Execute the migration',
    ]);
    const ninth = upgradeSteps({ status: upgraded, progress: '9_completed_upgrade' }).at(-1);
    expect(ninth?.text).toBe('Full backup in progress');
  });

  it('has nine wordings that are told apart while something is at work', () => {
    expect(STEP_LABELS).toHaveLength(9);
    for (const { toDo, inProgress, done } of STEP_LABELS) {
      expect(inProgress).not.toBe(toDo);
      expect(inProgress).not.toBe(done);
    }
  });
});

describe('the one step where there is room for one', () => {
  it.each([
    [{ status: upgrading, progress: '6_completed_data_upgrade' }, 6],
    [{ status: upgrading, progress: '0_requested' }, 1],
    [{ status: failed, error: '4_data_upgrade_initiation_failed' }, 4],
    [{ status: upgraded, progress: '9_completed_upgrade' }, 9],
    [{ status: upgraded, progress: '10_completed_post_physical_backup' }, 9],
  ] as const)('of %j is number %i', (upgrade, number) => {
    expect(currentStep(upgradeSteps(upgrade))?.number).toBe(number);
  });
});

const START = Date.parse('2026-03-01T10:00:00Z');
const of = (
  status: number,
  progress: '5_initiated_data_upgrade' | '9_completed_upgrade' | '10_completed_post_physical_backup',
) => ({
  status,
  progress,
  initiated_at: new Date(START).toISOString(),
});

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
