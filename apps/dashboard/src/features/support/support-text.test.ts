import type { Operation, Project } from '@basalt/contract';
import { expect, it } from 'vitest';
import { diagnosticsText, supportText } from './support-text.ts';

const now = Date.parse('2026-03-01T14:00:00Z');
const project = {
  name: 'Quarry',
  ref: 'abcdefghijklmnopqrst',
  status: 'PAUSE_FAILED',
  status_reason: 'The disk was busy.',
  postgrestStatus: 'OFFLINE',
  postgres_version: '17.10',
  compute_size: 'micro',
  is_readonly_mode_enabled: false,
} as Project;
const failed = {
  kind: 'pause',
  state: 'failed',
  reason: 'The disk was busy.',
  started_at: '2026-03-01T13:59:00Z',
} as Operation;

it('says what is known of the project, and no more operations than help', () => {
  const operations = Array.from({ length: 9 }, () => failed);
  expect(diagnosticsText({ now, userAgent: 'curl', project, operations: operations })).toBe(
    [
      'Time: 2026-03-01T14:00:00.000Z',
      'Browser: curl',
      'Project: Quarry (abcdefghijklmnopqrst)',
      'Status: PAUSE_FAILED: The disk was busy.',
      'API: OFFLINE',
      'Postgres: 17.10',
      'Size: micro',
      'Read-only mode: off',
      'Last operations:',
      ...Array(5).fill('- 2026-03-01T13:59:00Z Pausing failed: The disk was busy.'),
    ].join('\n'),
  );
});

it('is a text that can be pasted, also while it is not written yet', () => {
  const diagnostics = diagnosticsText({ now, userAgent: 'curl', project: undefined, operations: [] });
  const draft = { category: 'Database_unresponsive', subject: ' It stands still ', message: '' };
  expect(supportText(draft, diagnostics)).toBe(
    `It stands still
About: A database that does not answer

No description

--- Diagnostics ---
Time: 2026-03-01T14:00:00.000Z
Browser: curl`,
  );
  expect(supportText({ ...draft, category: 'unheard of' }, '')).toContain('About: unheard of');
});
