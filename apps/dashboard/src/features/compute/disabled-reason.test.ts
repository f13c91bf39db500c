import type { Project } from '@basalt/contract';
import { expect, it } from 'vitest';
import { liftDisabledReason, resizeDisabledReason } from './disabled-reason.ts';

const asked = (status: Project['status'], may = true) => ({
  status,
  abilities: { resize_project: may } as Project['abilities'],
});

it.each([
  ['ACTIVE_HEALTHY', true, null],
  ['INACTIVE', true, null],
  ['UPGRADING', true, 'Wait until the change that is under way is finished.'],
  ['ACTIVE_HEALTHY', false, 'You need additional permissions to resize this project'],
] as const)('a project that is %s, permission %s: %s', (status, may, reason) => {
  expect(resizeDisabledReason(asked(status, may))).toBe(reason);
});

it('lifting the read-only mode has a sentence of its own', () => {
  expect(liftDisabledReason(asked('ACTIVE_HEALTHY', false))).toBe(
    'You need additional permissions to lift the read-only mode',
  );
});
