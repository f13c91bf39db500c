import { expect, test } from 'vitest';
import { ClusterError } from '../../driver.ts';
import { explainFullDisk } from '../files/disk.ts';
import { explainDeath, explainFailedStart } from './explain-failure.ts';

const PREFIX = '2026-11-20 10:00:00.000 UTC [7] 00000 ';

test.each([
  [
    'could not bind IPv4 address "127.0.0.1": Address already in use',
    'port_in_use',
    /another program uses port 15432/,
  ],
  ['could not bind IPv4 address "127.0.0.1": Permission denied', 'start_failed', /we may not use that port/],
  [
    'could not bind IPv4 address "10.1.1.1": Cannot assign requested address',
    'start_failed',
    /does not have that address/,
  ],
  ['could not write to file "x": No space left on device', 'disk_full', /disk is full/],
])('%s', (message, code, sentence) => {
  const error = explainFailedStart('abc', 15_432, [
    `${PREFIX}LOG:  ${message}`,
    `${PREFIX}FATAL:  could not go on`,
  ]);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(sentence);
});

test('any other failed start repeats what was fatal', () => {
  const log = [`${PREFIX}LOG:  starting`, `${PREFIX}FATAL:  data directory "/x" has wrong ownership`];
  expect(explainFailedStart('abc', 1, log).message).toBe(
    'The database abc did not start. Its log says: data directory "/x" has wrong ownership.',
  );
});

test.each([
  ['LOG:  received fast shutdown request', /shut down from outside/],
  ['PANIC:  could not write to file "pg_wal/1": No space left on device', /disk is full/],
  ['PANIC:  could not locate a valid checkpoint record', /valid checkpoint record\.$/],
  ['FATAL:  lock file "postmaster.pid" is gone', /is gone\.$/],
  ['LOG:  listening', /as a process does that was killed/],
])('a server whose log ends with "%s"', (line, sentence) => {
  expect(explainDeath('abc', 7, [PREFIX + line])).toMatch(sentence);
});

test('what killed a session is not taken for what killed the server', () => {
  const session = '2026-11-20 10:00:00.000 UTC [8] 28P01 FATAL:  password authentication failed for user "x"';
  expect(explainDeath('abc', 7, [session])).toMatch(/as a process does that was killed/);
});

test('a full disk becomes a sentence, other errors stay what they are', () => {
  const full = explainFullDisk(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }), '/home');
  expect(full).toBeInstanceOf(ClusterError);
  expect((full as ClusterError).message).toMatch(/holds \/home is full/);
  const other = new Error('else');
  expect(explainFullDisk(other, '/home')).toBe(other);
});
