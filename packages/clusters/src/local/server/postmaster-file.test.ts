import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

const WHOLE = '4711\n/data\n1763632000\n15432\n/run/x\n127.0.0.1\n  12345 6\nready   \n';

test('pid, start and status come from lines 1, 3 and 8', () => {
  expect(parsePostmasterFile(WHOLE)).toEqual({
    pid: 4711,
    startedAt: new Date(1_763_632_000_000),
    status: 'ready',
  });
});

test('a file that is still being written has no status yet', () => {
  expect(parsePostmasterFile('4711\n/data\n')?.status).toBe('');
});

test.each(['', 'x\n', '0\n', '1\n', '1.5\n', '-1\n'])('%j names no process that may get a signal', (text) => {
  expect(parsePostmasterFile(text)).toBeNull();
});
