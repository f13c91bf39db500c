import { expect, test } from 'vitest';
import { ClusterError } from '../../driver.ts';
import { BackupError } from './cluster-backups.ts';
import { explainFullDisk } from './explain-failure.ts';

const SENTENCE = 'The disk is full, so it was not verified: free some space and try again.';
const explained = (error: unknown, hadNoRoom = false) =>
  explainFullDisk(error, 'it was not verified', hadNoRoom);

test.each([
  ['the file system', Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }), false],
  [
    'the driver, of a cluster that nobody knows',
    new ClusterError('disk_full', 'The database verify-1 …'),
    false,
  ],
  [
    'nobody, because there was no room for words',
    new ClusterError('start_failed', 'It did not start.'),
    true,
  ],
  ['a server that could not read', new BackupError('damaged', 'orders cannot be read.'), true],
])('a full disk is told as one, said by %s', (_, error, hadNoRoom) => {
  expect(explained(error, hadNoRoom)).toMatchObject({ code: 'disk_full', message: SENTENCE });
});

test('what says more is told as it is, and so is what has another reason', () => {
  const needs = new BackupError('disk_full', 'Restoring it needs 319 MB.');
  expect(explained(needs, true)).toBe(needs);
  const damaged = new BackupError('damaged', 'orders cannot be read.');
  expect(explained(damaged)).toBe(damaged);
});
