import { expect, test } from 'vitest';
import { checkRef, clusterFolder, socketFolder } from './layout.ts';

test.each(['', '..', 'a/b', 'A', '1a', 'a'.repeat(41), 'a\0b', '_a'])('%j cannot name a cluster', (ref) => {
  expect(() => clusterFolder('/root', ref)).toThrow(/cannot name a cluster/);
});

test('the name of the platform is for the platform alone', () => {
  expect(() => checkRef('platform', 'project')).toThrow(/belongs to the platform/);
  expect(() => checkRef('abc', 'platform')).toThrow(/belongs to the platform/);
  expect(() => checkRef('platform', 'platform')).not.toThrow();
  expect(clusterFolder('/r', 'platform').folder).toBe('/r/platform');
  expect(clusterFolder('/r', 'abc').folder).toBe('/r/projects/abc');
  expect(() => clusterFolder('/r', 'platform', 'scratch')).toThrow(/belongs to the platform/);
  expect(clusterFolder('/r', 'abc', 'scratch').folder).toBe('/r/scratch/abc');
});

test('a socket whose path would be too long lives in /tmp, apart from those of other roots', () => {
  const deep = `/${'d'.repeat(80)}`;
  const ref = 'abcdefghijklmnopqrst';
  expect(socketFolder('/srv/basalt', ref, 15_432)).toBe(`/srv/basalt/run/${ref}`);
  expect(socketFolder(deep, ref, 15_432)).toMatch(new RegExp(`^/tmp/basalt-[0-9a-f]{12}/${ref}$`));
  expect(socketFolder(deep, ref, 15_432)).not.toBe(socketFolder(`${deep}2`, ref, 15_432));
});
