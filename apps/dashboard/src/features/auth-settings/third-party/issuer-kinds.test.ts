import { expect, it } from 'vitest';
import { ISSUER_KINDS, kindLabel } from './issuer-kinds.ts';

const issuerOf = (kind: string, typed: string) =>
  ISSUER_KINDS.find(({ value }) => value === kind)?.issuerOf(typed);

it('makes the issuer that tokens name of what people know', () => {
  expect(issuerOf('firebase', 'quarry')).toBe('https://securetoken.google.com/quarry');
  expect(issuerOf('auth0', 'https://quarry.eu.auth0.com')).toBe('https://quarry.eu.auth0.com/');
  expect(issuerOf('cognito', 'eu-central-1_Ab1')).toBe(
    'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1',
  );
});

it('tells of an issuer what it is', () => {
  for (const { issuerOf: make, placeholder, label } of ISSUER_KINDS)
    expect(kindLabel({ type: 'oidc', oidc_issuer_url: make(placeholder) })).toBe(label);
  expect(kindLabel({ type: 'oidc', oidc_issuer_url: 'https://id.example.com' })).toBe('OpenID Connect');
  expect(kindLabel({ type: 'jwks', oidc_issuer_url: null })).toBe('Address of keys');
});
