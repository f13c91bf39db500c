import type { AuthUser } from '@basalt/contract';
import { expect, it } from 'vitest';
import { tokenClaims } from './token-claims.ts';

const ALL = { basalt_reads_graphql_schema: true, basalt_rolls_back: true };

it.each([
  ['anon', { role: 'anon', ...ALL }],
  ['authenticated', { role: 'authenticated', aud: 'authenticated', ...ALL }],
  ['service_role', { role: 'service_role', ...ALL }],
] as const)('says of %s', (role, claims) => expect(tokenClaims(role, null)).toEqual(claims));

it('says of a user what policies ask for, and lets metadata name nothing else', () => {
  const user = {
    id: '7c9ab0b4-0000-4000-8000-000000000001',
    aud: '',
    role: 'editor',
    email: 'ada@example.com',
    phone: '',
    app_metadata: { role: 'service_role' },
    user_metadata: { sub: 'somebody else' },
  } as AuthUser;
  expect(tokenClaims('authenticated', user)).toMatchObject({
    sub: user.id,
    aud: 'authenticated',
    role: 'editor',
    email: 'ada@example.com',
    is_anonymous: false,
    ...ALL,
  });
});
