import { expect, test } from 'vitest';
import { isOnPath, pathTo } from './timeline-history.ts';

const HISTORY = `1\t0/5000148\tbefore 2026-11-20 10:00:00.123+00

2\t0/7000000\tno recovery target specified
`;

test('a history says which stretch of the log belongs to which timeline', () => {
  expect(pathTo(3, HISTORY)).toEqual([
    { timeline: 1, begin: 0n, end: 0x5000148n },
    { timeline: 2, begin: 0x5000148n, end: 0x7000000n },
    { timeline: 3, begin: 0x7000000n, end: null },
  ]);
  expect(pathTo(1, null)).toEqual([{ timeline: 1, begin: 0n, end: null }]);
});

test('what ended after its timeline was left is not on the path', () => {
  const path = pathTo(3, HISTORY);
  expect(isOnPath(path, 1, 0x5000148n)).toBe(true);
  expect(isOnPath(path, 1, 0x5000149n)).toBe(false);
  expect(isOnPath(path, 3, 0xffff0000n)).toBe(true);
  expect(isOnPath(path, 4, 0n)).toBe(false);
});

test('other text is refused', () => {
  expect(() => pathTo(2, 'this is no history')).toThrow(TypeError);
});
