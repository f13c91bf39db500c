import { expect, it } from 'vitest';
import { localMoment, momentOfLocal } from './local-moment.ts';

it('comes back as it went', () => {
  const at = Date.parse('2026-03-04T05:06:07Z');
  expect(localMoment(at)).toMatch(/^2026-03-0[345]T\d\d:\d\d:07$/);
  expect(momentOfLocal(localMoment(at))).toBe(at);
});

it.each(['', 'yesterday', '2026-13-40T99:99', '2026-01-01'])('%j is no moment', (text) => {
  expect(momentOfLocal(text)).toBeNull();
});
