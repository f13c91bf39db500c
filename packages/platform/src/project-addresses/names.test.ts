import { expect, test } from 'vitest';
import { PlatformError } from '../kernel/platform-error.ts';
import { addressOfLabel, checkHostname, checkLabel, domainOf } from './names.ts';

const REF = 'abcdefghijklmnopqrst';
const byPath = {
  projectUrl: (ref: string) => `http://127.0.0.1:8001/${ref}`,
  dashboardUrl: 'http://127.0.0.1:8000',
};
const byHost = {
  projectUrl: (ref: string) => `https://${ref}.api.example.com`,
  dashboardUrl: 'https://basalt.example.com',
};

test('a label takes the place of the ref in an address', () => {
  expect([byPath, byHost].map((settings) => addressOfLabel('quarry', REF, settings))).toEqual([
    '127.0.0.1:8001/quarry',
    'quarry.api.example.com',
  ]);
  expect([byPath, byHost].map(domainOf)).toEqual([null, 'api.example.com']);
});

test.each(['acme-prod', 'abc', 'a1b', 'a'.repeat(63)])('%s is a label', (label) => {
  expect(() => checkLabel(label)).not.toThrow();
});

test.each([
  'ab',
  '-abc',
  'abc-',
  'a--b',
  '1abc',
  'a.b',
  'a b',
  'a/b',
  'Abc',
  'a'.repeat(64),
  REF,
  'health',
  'www',
  '',
])('%j is none', (label) => {
  expect(() => checkLabel(label)).toThrow(PlatformError);
});

test('a host name is one of the public internet, and not of the installation', () => {
  for (const hostname of ['api.acme.com', 'xn--bcher-kva.example.org', 'acme.io'])
    expect(() => checkHostname(hostname, byHost)).not.toThrow();
  for (const hostname of [
    ...[
      'acme',
      'localhost',
      'x.localhost',
      'x.local',
      '127.0.0.1',
      'a..b.com',
      'a_b.com',
      '*.acme.com',
      'acme.com:443',
    ],
    ...['basalt.example.com', 'api.example.com', `${REF}.api.example.com`, 'acme.com/path', 'acme.com\nx'],
  ])
    expect(() => checkHostname(hostname, byHost), hostname).toThrow(PlatformError);
});
