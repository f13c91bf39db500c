import { expect, it } from 'vitest';
import { auditFilter } from './audit-search.ts';

it('asks for what an address says, and leaves out what makes no sense', () => {
  const person = '0e6c3f2a-0000-4000-8000-123456789abc';
  expect(
    auditFilter({ q: 'anna', person, action: 'projects', project: 'a'.repeat(20), outcome: 'failed' }),
  ).toEqual({
    search: 'anna',
    account: person,
    action: 'projects',
    project: 'a'.repeat(20),
    outcome: 'failed',
  });
  expect(
    auditFilter({
      person: 'anna',
      action: 'projects;',
      project: 'x',
      outcome: 'good',
      from: 'today',
      to: '',
    }),
  ).toEqual({});
});

it('takes days as the reader counts them, the last one included', () => {
  const { from = '', to = '' } = auditFilter({ from: '2026-11-26', to: '2026-11-27' });
  expect(new Date(from)).toEqual(new Date(2026, 10, 26));
  expect(new Date(to)).toEqual(new Date(2026, 10, 28));
});
