import { expect, test } from 'vitest';
import { chooseUid } from './access.ts';

const BASE = 15_432;
const project = (port: number | null) => ({ kind: 'project' as const, port });

test('the user of a project follows from its port', () => {
  expect(chooseUid(project(BASE), BASE, new Set())).toBe(60_000);
  expect(chooseUid(project(BASE + 4_499), BASE, new Set())).toBe(64_499);
});

test.each([
  ['no port', project(null)],
  ['a port below the range', project(BASE - 1)],
  ['a port above the range', project(BASE + 4_500)],
])('with %s it is a spare one that nobody has', (_name, cluster) => {
  expect(chooseUid(cluster, BASE, new Set([64_500]))).toBe(64_501);
});

test('two clusters never share a user, not even with the same port', () => {
  expect(chooseUid(project(BASE), BASE, new Set([60_000]))).toBe(64_500);
});

test('the platform has a user that no project can get', () => {
  expect(chooseUid({ kind: 'platform', port: null }, BASE, new Set())).toBe(59_999);
});

test('when all spare users are taken the answer says so', () => {
  const all = new Set(Array.from({ length: 500 }, (_, index) => 64_500 + index));
  expect(() => chooseUid(project(null), BASE, all)).toThrow(/500 databases without a port/);
});
