import { describe, expect, it } from 'vitest';
import { upgradeError, upgradeProgress, upgradeTargets } from './upgrade-rules.ts';

const steps = (text: string) =>
  [...text].map((letter) => ({
    state: { d: 'done', r: 'running', f: 'failed', w: 'waiting' }[letter] ?? '',
  }));

describe('upgradeTargets', () => {
  it('offers newer versions only', () => {
    expect(upgradeTargets('15')).toEqual(['16', '17', '18']);
    expect(upgradeTargets('18')).toEqual([]);
  });
});

describe('upgradeProgress', () => {
  it.each([
    ['wwwwwwww', '0_requested'],
    ['rwwwwwww', '1_started'],
    ['drwwwwww', '2_launched_upgraded_instance'],
    ['dddddrww', '6_completed_data_upgrade'],
    ['dddddddr', '8_attached_volume_to_upgraded_instance'],
  ])('of a running upgrade with steps %s is %s', (text, expected) => {
    expect(upgradeProgress(steps(text), 'running', false)).toBe(expected);
  });

  it('ends with the upgrade, and again with the backup after it', () => {
    expect(upgradeProgress(steps('dddddddd'), 'done', false)).toBe('9_completed_upgrade');
    expect(upgradeProgress(steps('dddddddd'), 'done', true)).toBe('10_completed_post_physical_backup');
  });
});

describe('upgradeError', () => {
  it('names the step that failed', () => {
    expect(upgradeError(steps('dddddddd'))).toBeUndefined();
    expect(upgradeError(steps('ddddfwww'))).toBe('5_data_upgrade_completion_failed');
  });
});
