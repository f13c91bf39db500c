import { expect, test } from 'vitest';
import { dashboardParty } from './passkey-ceremony.ts';

test.each([
  ['https://basalt.example.com', 'basalt.example.com', 'https://basalt.example.com'],
  ['https://basalt.example.com:8443/', 'basalt.example.com', 'https://basalt.example.com:8443'],
  ['http://127.0.0.1:8000', 'localhost', 'http://localhost:8000'],
  ['http://[::1]:8000', 'localhost', 'http://localhost:8000'],
  ['http://basalt.localhost', 'basalt.localhost', 'http://basalt.localhost'],
])('browsers make passkeys for %s', (dashboardUrl, id, origin) => {
  expect(dashboardParty({ dashboardUrl })).toMatchObject({ id, origins: [origin], verification: 'required' });
});

test.each([
  'http://basalt.example.com',
  'https://192.0.2.7',
  'http://192.0.2.7:8000',
  'https://[2001:db8::7]',
])('browsers make none for %s', (dashboardUrl) => {
  expect(dashboardParty({ dashboardUrl })).toBeNull();
});
