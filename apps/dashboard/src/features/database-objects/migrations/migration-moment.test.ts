import { expect, it } from 'vitest';
import { migrationMoment } from './migration-moment.ts';

it.each([
  ['20260131120507', '2026-01-31 12:05 UTC'],
  ['20260231120000', null],
  ['0001', null],
  ['20261399999999', null],
])('reads the moment of %s', (version, moment) => {
  expect(migrationMoment(version)).toBe(moment);
});
