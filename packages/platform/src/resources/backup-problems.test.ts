import { expect, it } from 'vitest';
import { backupProblem } from './backup-problems.ts';

const GOOD = { state: 'done', error: null, verify_error: null } as const;

it.each([
  ['nothing', undefined, undefined, null],
  ['a good backup', { problem: null }, GOOD, null],
  [
    'an archive that fails',
    { problem: 'The archive has been failing for 5 minutes.' },
    GOOD,
    'The archive has been failing for 5 minutes.',
  ],
  [
    'a failed backup',
    { problem: null },
    { ...GOOD, state: 'failed' as const, error: 'The disk is full' },
    'The newest backup failed: The disk is full.',
  ],
  [
    'a backup that cannot be restored',
    undefined,
    { ...GOOD, verify_error: 'A segment is damaged.' },
    'The newest backup could not be restored when it was checked: A segment is damaged.',
  ],
])('%s', (_, archive, newest, problem) => expect(backupProblem(archive, newest)).toBe(problem));
