import { expect, test } from 'vitest';
import { ClusterError } from '../../driver.ts';
import { BackupError } from './cluster-backups.ts';
import { allOf, explainFullDisk } from './explain-failure.ts';

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

test('of streams that fail together the failure that broke the others is thrown, once all have ended', async () => {
  const broken = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  let hasEnded = false;
  const last = new Promise((resolve) => setImmediate(resolve)).then(() => {
    hasEnded = true;
    throw full;
  });
  await expect(allOf([Promise.reject(broken), last, Promise.resolve(1)])).rejects.toBe(full);
  expect(hasEnded).toBe(true);
  await expect(allOf([Promise.resolve(1), Promise.reject(broken)])).rejects.toBe(broken);
  expect(await allOf([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});
