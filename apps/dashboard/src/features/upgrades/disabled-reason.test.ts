import type { Project } from '@basalt/contract';
import { expect, it } from 'vitest';
import {
  cancelDisabledReason,
  discardDisabledReason,
  goBackDisabledReason,
  upgradeDisabledReason,
} from './disabled-reason.ts';

const asked = (status: Project['status'], may = true) => ({
  status,
  abilities: { upgrade_project: may, restore_backup: may, back_up: may } as Project['abilities'],
});

it.each([
  ['ACTIVE_HEALTHY', null],
  ['ACTIVE_UNHEALTHY', 'The database does not answer. Restart the project first.'],
  ['INACTIVE', 'The project is paused. Restore it first.'],
  ['RESIZING', 'Wait until the change that is under way is finished.'],
] as const)('a project that is %s: %s', (status, reason) => {
  expect(upgradeDisabledReason(asked(status))).toBe(reason);
});

it('permissions come before the state', () => {
  expect(upgradeDisabledReason(asked('INACTIVE', false))).toBe(
    'You need additional permissions to upgrade this project',
  );
  expect(cancelDisabledReason(asked('UPGRADING', false))).toBe(
    'You need additional permissions to cancel this upgrade',
  );
  expect(goBackDisabledReason(asked('UPGRADING', false))).toBe(
    'You need additional permissions to restore backups',
  );
  expect(discardDisabledReason(asked('UPGRADING', false))).toBe(
    'You need additional permissions to manage backups',
  );
});

it('the old cluster is left alone while something changes', () => {
  for (const disabledReason of [goBackDisabledReason, discardDisabledReason]) {
    expect(disabledReason(asked('ACTIVE_HEALTHY'))).toBeNull();
    expect(disabledReason(asked('UPGRADING'))).toBe('Wait until the change that is under way is finished.');
  }
});
