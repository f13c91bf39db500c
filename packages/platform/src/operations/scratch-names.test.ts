import { expect, it } from 'vitest';
import { isForgotten, scratchOf } from './scratch-names.ts';

const AT_WORK = ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'];

it.each([
  ['verify-20261120t101500z', true],
  [scratchOf('restore', AT_WORK[0] ?? ''), false],
  [scratchOf('new', AT_WORK[0] ?? ''), false],
  ['upgrade-1b9d6bcd', false],
  ['restore-aaaaaaaa', true],
  ['upgrade-aaaaaaaa', true],
  ['download-aaaaaaaa', false],
])('the scratch cluster %s is forgotten: %s', (scratch, forgotten) => {
  expect(isForgotten(scratch, AT_WORK)).toBe(forgotten);
});
