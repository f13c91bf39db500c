import { useTestCluster } from '@basalt/clusters/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../../auth-project-for-test.ts';
import { arrived } from '../browser-for-test.ts';
import { CLIENT, type ProviderServer, startProviderServer } from '../oauth2/provider-server-for-test.ts';

const cluster = useTestCluster();
const { privateKey, publicKey } = await generateKeyPair('RS256');
let server: ProviderServer;
let project: AuthProjectForTest;

beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  project = await authProjectForTest(
    await cluster.createDatabase(),
    { custom_oauth_enabled: true },
    { outgoing: server.outgoing },
  );
  server.become(ISSUER_SERVER);
});
afterEach(() => project.close());

const ISSUER = 'https://id.quarry.test/realm';
const PUBLISHED = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/.well-known/keys`,
  scopes_supported: ['openid'],
};
const ISSUER_SERVER = {
  token: '',
  secretIn: 'body' as const,
  answers: {
    [`${ISSUER}/.well-known/openid-configuration`]: PUBLISHED,
    [`${ISSUER}/.well-known/keys`]: {
      keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }],
    },
  },
};
const OIDC = {
  provider_type: 'oidc',
  identifier: 'custom:quarry',
  name: 'Quarry',
  client_id: CLIENT.client_id,
  client_secret: CLIENT.secret,
  issuer: ISSUER,
};
const OAUTH2 = {
  provider_type: 'oauth2',
  identifier: 'custom:stones',
  name: 'Stones',
  client_id: CLIENT.client_id,
  client_secret: CLIENT.secret,
  authorization_url: 'https://stones.test/authorize',
  token_url: 'https://stones.test/token',
  userinfo_url: 'https://stones.test/me',
  scopes: ['read:me'],
  authorization_params: { audience: 'stones' },
  attribute_mapping: { sub: 'key', email: 'mail', name: 'label', team: 'Masons' },
  custom_claims_allowlist: ['groups'],
  email_optional: true,
};
const STONES_SERVER = {
  token: 'https://stones.test/token',
  secretIn: 'header' as const,
  pkce: true,
  answers: {
    'https://stones.test/me': {
      key: 'ada',
      mail: 'Ada@Example.com',
      email_verified: true,
      label: 'Ada',
      groups: ['a'],
    },
  },
};
const create = (body: object) => project.manage('POST', '/admin/custom-providers', body);

describe('the admin API', () => {
  it('keeps providers, without telling their secrets', async () => {
    const made = await create(OIDC);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      identifier: 'custom:quarry',
      scopes: ['openid', 'email', 'profile'],
      pkce_enabled: true,
      enabled: true,
      discovery_document: { issuer: ISSUER, supported_scopes: ['openid'] },
    });
    expect(JSON.stringify(made.body)).not.toContain(CLIENT.secret);
    await create(OAUTH2);
    const changed = await project.manage('PUT', '/admin/custom-providers/custom:quarry', {
      name: 'Pit',
      scopes: ['a'],
    });
    expect(changed.body).toMatchObject({ name: 'Pit', scopes: ['openid', 'a'], issuer: ISSUER });
    const listed = await project.manage('GET', '/admin/custom-providers?type=oidc');
    expect(listed.body.providers).toEqual([changed.body]);
    expect((await project.manage('GET', '/admin/custom-providers/custom:stones')).body).toMatchObject({
      attribute_mapping: OAUTH2.attribute_mapping,
      custom_claims_allowlist: ['groups'],
    });
    expect((await project.manage('DELETE', '/admin/custom-providers/custom:quarry')).status).toBe(204);
    expect((await project.manage('DELETE', '/admin/custom-providers/custom:quarry')).body.code).toBe(
      'custom_provider_not_found',
    );
    expect((await project.call('GET', '/admin/custom-providers')).status).toBe(401);
  });

  it.each([
    [{ identifier: 'google' }, 'identifier must be'],
    [{ identifier: `custom:${'a'.repeat(44)}` }, 'identifier must be'],
    [{ provider_type: 'saml' }, 'provider_type must be'],
    [{ client_secret: '' }, 'client_secret is required'],
    [{ issuer: 'http://id.quarry.test/realm' }, 'issuer must be an address that begins with https://'],
    [{ issuer: undefined }, 'issuer is required'],
    [{ issuer: 'https://id.quarry.test/other' }, 'cannot be read'],
    [
      { discovery_url: `${ISSUER}/.well-known/openid-configuration`, issuer: 'https://evil.test' },
      'another issuer',
    ],
    [{ attribute_mapping: { role: 'x' } }, 'cannot set role'],
    [{ attribute_mapping: { email_verified: 'x' } }, 'cannot set email_verified'],
    [{ authorization_params: { redirect_uri: 'https://evil.test' } }, 'cannot set redirect_uri'],
    [{ scopes: 'openid' }, 'scopes must be a list'],
  ])('refuses %j', async (changes, why) => {
    const { status, body } = await create({ ...OIDC, ...changes });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toContain(why);
  });

  it('reads an issuer before anything is saved, and forgets an address that is taken back', async () => {
    const discover = (body: object) => project.manage('POST', '/admin/custom-providers/discovery', body);
    expect((await discover({ issuer: ISSUER })).body).toMatchObject({
      discovery_document: { token_endpoint: `${ISSUER}/token`, supported_scopes: ['openid'] },
    });
    expect((await discover({ issuer: `${ISSUER}/other` })).body.message).toContain('cannot be read');
    expect((await discover({})).body.message).toBe('issuer is required');
    expect((await project.manage('GET', '/admin/custom-providers')).body).toEqual({ providers: [] });
    const discovery_url = `${ISSUER}/.well-known/openid-configuration`;
    expect((await create({ ...OIDC, discovery_url })).body).toMatchObject({ discovery_url });
    const change = { discovery_url: '' };
    const { body } = await project.manage('PUT', '/admin/custom-providers/custom:quarry', change);
    expect(body).not.toHaveProperty('discovery_url');
    expect(body.issuer).toBe(ISSUER);
  });

  it('refuses a second provider with the same identifier', async () => {
    const made = await Promise.all([create(OAUTH2), create(OAUTH2)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });
});

async function signIn(identifier: string) {
  const begun = await project.call('GET', `/authorize?provider=${identifier}`);
  const url = begun.headers.location ?? '';
  const { headers } = await project.call('GET', `/callback${server.visit(url).search}`);
  return { url: new URL(url), back: arrived(headers.location ?? '') };
}

test('people sign in with OAuth 2, and are known by the claims that are named', async () => {
  await create(OAUTH2);
  server.become(STONES_SERVER);
  const { url, back } = await signIn('custom:stones');
  expect(url.origin + url.pathname).toBe(OAUTH2.authorization_url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ audience: 'stones', scope: 'read:me' });
  expect(back.fragment.get('provider_token')).toBe('token-of-the-provider');
  const [found] = await project.sql('select provider, provider_id, identity_data from auth.identities');
  expect(found).toMatchObject({
    provider: 'custom:stones',
    provider_id: 'ada',
    identity_data: { email: 'ada@example.com', full_name: 'Ada', custom_claims: { groups: ['a'] } },
  });
});

test('an ID token of an issuer signs in, for all clients that are named', async () => {
  await create({ ...OIDC, acceptable_client_ids: ['phone-app'] });
  const now = Math.floor(Date.now() / 1000);
  const present = async (changes: object) => {
    const claims = { iss: ISSUER, sub: 'ada', aud: 'phone-app', iat: now, exp: now + 300, ...changes };
    const id_token = await new SignJWT({ ...claims, email: 'ada@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey);
    return project.call('POST', '/token?grant_type=id_token', { provider: 'custom:quarry', id_token });
  };
  expect((await present({})).body.user).toMatchObject({
    identities: [{ provider: 'custom:quarry', id: 'ada' }],
  });
  expect((await present({ aud: 'another' })).body.code).toBe('unexpected_audience');
  expect((await present({ iss: 'https://evil.test' })).body.code).toBe('validation_failed');
});

test('nobody signs in with a provider that is off, unknown, or where none may be', async () => {
  await create({ ...OAUTH2, enabled: false });
  const begin = async (name: string) => (await project.call('GET', `/authorize?provider=${name}`)).body.code;
  expect(await begin('custom:stones')).toBe('provider_disabled');
  expect(await begin('custom:nobody')).toBe('oauth_provider_not_supported');
  project.settings.custom_oauth_enabled = false;
  expect(await begin('custom:stones')).toBe('provider_disabled');
});
