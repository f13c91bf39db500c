import { expect, it } from 'vitest';
import { restorePointName } from './restore-point-name.ts';

it('is short enough to be a name and tells when it was', () => {
  const name = restorePointName(new Date('2026-03-09T14:15:02.500Z'));
  expect(name).toBe('sql-20260309-141502');
  expect(name.length).toBeLessThanOrEqual(20);
});
