import type { CustomProvider } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { detailsOf, draftOf, problemsOf } from './provider-draft.ts';

const KNOWN: CustomProvider = {
  identifier: 'custom:quarry',
  provider_type: 'oidc',
  name: 'Quarry',
  client_id: 'basalt',
  acceptable_client_ids: ['app'],
  scopes: ['openid', 'email'],
  pkce_enabled: true,
  attribute_mapping: { sub: 'key', level: 3, team: 'Masons' },
  authorization_params: { audience: 'stones' },
  custom_claims_allowlist: ['groups'],
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  issuer: 'https://id.quarry.test',
  created_at: '2026-01-01T00:00:00Z',
};

describe('a provider in a form', () => {
  it('comes out as it went in, and without a secret keeps the one that there is', () => {
    const { name, client_id, scopes, attribute_mapping, authorization_params, issuer } = KNOWN;
    const details = detailsOf(draftOf(KNOWN), KNOWN);
    expect(details).toMatchObject({
      name,
      client_id,
      scopes,
      attribute_mapping,
      authorization_params,
      issuer,
    });
    expect(details).not.toHaveProperty('client_secret');
    expect(problemsOf(draftOf(KNOWN), KNOWN)).toEqual({});
  });

  it('has the addresses of its kind only, and lists by spaces, commas and lines', () => {
    const draft = { ...draftOf(null), type: 'oauth2' as const, scopes: 'a, b\nc', issuer: 'left over' };
    expect(detailsOf({ ...draft, tokenUrl: ' https://t.test ' }, null)).toMatchObject({
      scopes: ['a', 'b', 'c'],
      token_url: 'https://t.test',
    });
    expect(detailsOf(draft, null)).not.toHaveProperty('issuer');
    const missing = [
      'authorizationUrl',
      'clientId',
      'identifier',
      'name',
      'secret',
      'tokenUrl',
      'userinfoUrl',
    ];
    expect(Object.keys(problemsOf(draft, null)).toSorted()).toEqual(missing);
    expect(problemsOf({ ...draft, identifier: 'My id' }, null).identifier).toMatch(/lower-case/);
  });
});
