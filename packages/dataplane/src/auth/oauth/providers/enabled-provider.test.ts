import { describe, expect, it } from 'vitest';
import { openIdClient } from '../openid/openid-configuration.ts';
import { OAUTH_PROVIDERS, type OAuthProviderName, providerRecipe } from './enabled-provider.ts';

const SETTINGS = {
  enabled: true,
  client_id: 'web',
  secret: 's',
  url: '',
  additional_client_ids: '',
  email_optional: false,
  skip_nonce_check: false,
};

function issuerOf(name: OAuthProviderName, url: string): string {
  const recipe = providerRecipe(name);
  if (recipe?.kind !== 'openid') throw new Error(`${name} has no issuer`);
  return openIdClient(recipe, { ...SETTINGS, url }).issuer;
}

describe('the table of providers', () => {
  it('speaks to all but one, which has a newer name', () => {
    expect(OAUTH_PROVIDERS.filter((name) => providerRecipe(name) === null)).toEqual(['twitter']);
  });

  it.each(['', 'nobody', 'toString', '__proto__', 'GitHub'])('knows no provider called %j', (name) => {
    expect(providerRecipe(name)).toBeUndefined();
  });

  it('takes the issuer of the settings where there is a choice', () => {
    expect(issuerOf('gitlab', '')).toBe('https://gitlab.com');
    expect(issuerOf('gitlab', 'https://git.example/')).toBe('https://git.example');
    expect(issuerOf('keycloak', ' http://10.0.0.5/realms/a/.well-known/openid-configuration')).toBe(
      'http://10.0.0.5/realms/a',
    );
    expect(issuerOf('google', 'https://evil.example')).toBe('https://accounts.google.com');
  });

  it('says when the issuer is missing or is not an address', () => {
    expect(() => issuerOf('keycloak', '')).toThrow('lack the address of its issuer');
    expect(() => issuerOf('keycloak', 'file:///etc/passwd')).toThrow('not an http address');
    expect(() => issuerOf('keycloak', 'nonsense')).toThrow('not an http address');
  });
});
