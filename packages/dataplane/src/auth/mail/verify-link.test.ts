import { expect, test } from 'vitest';
import { verifyLink } from './verify-link.ts';

test('a link leads to the project and carries token, type and where to go then', () => {
  const link = verifyLink({
    linkUrl: 'http://127.0.0.1:8001/abc',
    tokenHash: 'pkce_0a1b',
    type: 'signup',
    redirectTo: 'https://app.test/?a=1&type=recovery#x',
  });
  expect(
    link.startsWith('http://127.0.0.1:8001/abc/auth/v1/verify?token=pkce_0a1b&type=signup&redirect_to='),
  ).toBe(true);
  const query = new URL(link).searchParams;
  expect(query.getAll('type')).toEqual(['signup']);
  expect(query.get('redirect_to')).toBe('https://app.test/?a=1&type=recovery#x');
});
