import { expect, test } from 'vitest';
import { isOpenAuthPath } from './auth-service.ts';

test.each([
  ['/verify', true],
  ['/authorize', true],
  ['/callback', true],
  ['/health', true],
  ['/.well-known/jwks.json', true],
  ['/sso/saml/acs', true],
  ['/sso', false],
  ['/token', false],
  ['/verify/x', false],
  ['/admin/users', false],
  ['/settings', false],
])('%s without a key: %s', (path, open) => {
  expect(isOpenAuthPath(path)).toBe(open);
});
