import { expect, test } from 'vitest';
import { erasedLabels, removedLine } from './removed-labels.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-27T12:00:00Z', 'erased on 27 Nov 2026, in 7 days'],
  ['2026-11-27T11:00:00Z', 'erased on 27 Nov 2026, in 6 days'],
  ['2026-11-21T13:00:00Z', 'erased on 21 Nov 2026, in 1 day'],
  ['2026-11-20T13:00:00Z', 'erased on 20 Nov 2026, within a day'],
  ['2026-11-20T11:00:00Z', 'is being erased'],
])('%s', (at, words) => expect(erasedLabels(at, now)).toBe(words));

test.each([
  [1, '1 deleted project can be brought back'],
  [12, '12 deleted projects can be brought back'],
])('%d', (count, words) => expect(removedLine(count)).toBe(words));
