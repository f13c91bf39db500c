import { AUTH_LINES, AUTH_SECRETS, AUTH_SWITCHES, SERVED_OAUTH_PROVIDERS } from '@basalt/contract';
import { expect, it } from 'vitest';
import { PROVIDER_FORMS } from './oauth-providers.ts';

it('has a form for every provider that users can really sign in with', () => {
  expect(PROVIDER_FORMS.map(({ name }) => name).toSorted()).toEqual([...SERVED_OAUTH_PROVIDERS].toSorted());
});

const KINDS: Record<string, readonly string[]> = {
  switch: AUTH_SWITCHES,
  text: AUTH_LINES,
  list: AUTH_LINES,
  secret: AUTH_SECRETS,
};

it.each(PROVIDER_FORMS)('the settings of $label are settings of the API', ({ settings }) => {
  for (const { kind, name } of settings) expect(KINDS[kind]).toContain(name);
});
