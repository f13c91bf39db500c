import { expect, it } from 'vitest';
import { grantsFor, newHookSecret } from './hook-forms.ts';

it('grants a function to the auth service alone, with names that need quotes', () => {
  expect(grantsFor('pg-functions://postgres/public/Claims')).toBe(
    [
      'grant usage on schema public to supabase_auth_admin;',
      'grant execute on function public."Claims" to supabase_auth_admin;',
      'revoke execute on function public."Claims" from public, anon, authenticated;',
    ].join('\n'),
  );
  expect(grantsFor('https://example.com/hook')).toBeNull();
});

it('makes secrets that the settings take', () => {
  expect(newHookSecret()).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
});
