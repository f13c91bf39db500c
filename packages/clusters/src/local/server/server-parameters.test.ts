import { expect, test } from 'vitest';
import { type ClusterKind, SMALL_SETTINGS } from '../../driver.ts';
import { mostProcesses, serverArguments } from './server-parameters.ts';

const PLACE = {
  kind: 'project' as const,
  listenAddresses: '127.0.0.1',
  port: 15_432,
  socketFolder: '/a b/run',
  hostAccess: '/h',
  certificate: null,
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

test('what is kept for others is said last, as far as the version knows it', () => {
  const given = (major: 15 | 16, max: string) =>
    serverArguments(major, PLACE, {
      ...SMALL_SETTINGS,
      keptConnections: { platform: 3, services: 27 },
      temporaryFilesMb: 1_024,
      parameters: { max_connections: max, superuser_reserved_connections: '0', temp_file_limit: '-1' },
    }).filter((each) => /reserved|temp_file/.test(each));
  expect(given(15, '50')).toEqual(['superuser_reserved_connections=3', 'temp_file_limit=1024MB']);
  expect(given(16, '50')).toEqual([
    'superuser_reserved_connections=3',
    'temp_file_limit=1024MB',
    'reserved_connections=27',
  ]);
  // More than there are would keep the server from starting.
  expect(given(16, '20')).toContain('reserved_connections=16');
  expect(serverArguments(16, PLACE, SMALL_SETTINGS).join()).not.toMatch(/reserved|temp_file/);
});

test('processes are enough for the connections that the project has set', () => {
  const withMax = (max: string) => mostProcesses({ ...SMALL_SETTINGS, parameters: { max_connections: max } });
  expect(withMax('150') - withMax('50')).toBe(100);
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
