import { expect, test } from 'vitest';
import { type ClusterKind, SMALL_SETTINGS } from '../../driver.ts';
import { serverArguments } from './server-parameters.ts';

const PLACE = {
  kind: 'project' as const,
  listenAddresses: '127.0.0.1',
  port: 15_432,
  socketFolder: '/a b/run',
  hostAccess: '/h',
  name: 'abc',
};

test('settings of the caller win over everything else', () => {
  const given = serverArguments(17, PLACE, {
    ...SMALL_SETTINGS,
    parameters: { wal_level: 'minimal', archive_mode: 'off' },
  });
  expect(given).toContain('wal_level=minimal');
  expect(given).not.toContain('wal_level=logical');
  expect(given).toContain('archive_mode=off');
  expect(given).not.toContain('archive_mode=on');
});

test('only projects archive by themselves', () => {
  const modeOf = (kind: ClusterKind) =>
    serverArguments(17, { ...PLACE, kind }, SMALL_SETTINGS).find((each) => each.startsWith('archive_mode'));
  expect(modeOf('project')).toBe('archive_mode=on');
  expect(modeOf('scratch')).toBe('archive_mode=off');
  expect(modeOf('platform')).toBe('archive_mode=off');
});

test('a socket folder with spaces or commas stays one folder', () => {
  expect(serverArguments(17, PLACE, SMALL_SETTINGS)).toContain('unix_socket_directories="/a b/run"');
});

test('only PostgreSQL 18 knows io_method', () => {
  expect(serverArguments(18, PLACE, SMALL_SETTINGS)).toContain('io_method=sync');
  expect(serverArguments(17, PLACE, SMALL_SETTINGS)).not.toContain('io_method=sync');
});

test.each(['a=b', 'a b', '-c', 'a.b.c', ''])('%j is refused as the name of a parameter', (name) => {
  expect(() => serverArguments(17, PLACE, { ...SMALL_SETTINGS, parameters: { [name]: 'x' } })).toThrow(
    TypeError,
  );
});
