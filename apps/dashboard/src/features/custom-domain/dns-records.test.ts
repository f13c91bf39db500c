import type { CustomHostname } from '@basalt/contract';
import { expect, it } from 'vitest';
import { dnsRecords, hostnameState } from './dns-records.ts';

const hostname = (origin: string, status = 'pending', step = '2_initiated') =>
  ({
    status: step,
    custom_hostname: 'api.acme.com',
    data: {
      result: {
        custom_origin_server: origin,
        ownership_verification: { type: 'txt', name: '_basalt-challenge.api.acme.com', value: 'proof' },
        status,
      },
    },
  }) as unknown as CustomHostname;

it.each([
  ['ref.api.example.com', 'CNAME', 'ref.api.example.com'],
  ['localhost:8001', 'CNAME', 'localhost'],
  ['203.0.113.7:8001', 'A', '203.0.113.7'],
  ['[2001:db8::1]:8001', 'AAAA', '2001:db8::1'],
])('a name that leads to %s has a record of type %s', (origin, type, value) => {
  expect(dnsRecords(hostname(origin))).toMatchObject([
    { type: 'TXT', name: '_basalt-challenge.api.acme.com', value: 'proof' },
    { type, name: 'api.acme.com', value },
  ]);
});

it('tells how far it is, and what a refusal means', () => {
  expect(hostnameState(hostname('a.b'), null)).toBe('pending');
  expect(hostnameState(hostname('a.b', 'active', '4_origin_setup_completed'), null)).toBe('verified');
  expect(hostnameState(hostname('a.b', 'active', '5_services_reconfigured'), null)).toBe('active');
  expect(hostnameState(undefined, { status: 404 })).toBe('no_hostname_configured');
  expect(hostnameState(undefined, { status: 403 })).toBe('not_allowed');
  expect(hostnameState(undefined, { status: 500 })).toBeNull();
});
