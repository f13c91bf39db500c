import { expect, test } from 'vitest';
import { readAllowed } from './allowed.ts';

test('ranges, addresses and names are allowed, and nothing else', () => {
  const allowed = readAllowed(' 10.1.0.0/16, 192.168.7.1 ,fd00:1::/32, ::1, Keycloak.internal,localhost,');
  for (const address of ['10.1.255.255', '192.168.7.1', 'fd00:1::9', '::1', '::ffff:10.1.0.1'])
    expect(allowed.hasAddress(address)).toBe(true);
  for (const address of ['10.2.0.0', '192.168.7.2', 'fd00:2::9', '::2', 'keycloak.internal', ''])
    expect(allowed.hasAddress(address)).toBe(false);
  expect(['keycloak.internal', 'localhost'].every(allowed.hasName)).toBe(true);
  expect(['internal', 'a.keycloak.internal', '10.1.0.1'].some(allowed.hasName)).toBe(false);
});

test('an empty list allows nothing', () => {
  const allowed = readAllowed('');
  expect([allowed.hasName(''), allowed.hasAddress('127.0.0.1')]).toEqual([false, false]);
});

test.each([
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0/8',
  '127.1',
  '0x7f000001',
  '2130706433',
  'fd00::/129',
  'fe80::1%eth0',
  '*.internal',
  'http://keycloak',
  'keycloak:8080',
  'a b',
  '/8',
])('%s is no entry', (entry) => {
  expect(() => readAllowed(`localhost,${entry}`)).toThrow(/^must be a list of ranges .* is neither$/);
});
