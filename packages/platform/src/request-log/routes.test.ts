import { expect, it } from 'vitest';
import { toFilter } from './routes.ts';

it('asks for nothing that was not asked for', () => {
  expect(toFilter({ path: '' })).toEqual({});
});

it('understands classes of statuses and codes', () => {
  expect(toFilter({ status: '4xx' })).toEqual({ statuses: [4] });
  expect(toFilter({ status: '404' })).toEqual({ statuses: [404] });
});

it('reads times with their offset', () => {
  const question = { from: '2026-01-31T12:00:00+01:00', to: '2026-01-31T12:00:00Z' };
  const { from, to } = toFilter(question);
  expect((to ?? 0) - (from ?? 0)).toBe(3_600_000);
});
