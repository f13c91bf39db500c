import { useTestCluster } from '@basalt/clusters/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, provider, startAuthApp } from '../auth-app-for-test.ts';
import { CLIENT, type ProviderServer, startProviderServer } from './provider-server-for-test.ts';

/** What stands in the ID tokens of providers that have one issuer for everybody. */
const ISSUERS = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack: 'https://slack.com',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
};
const NOW = Math.floor(Date.now() / 1000);
const cluster = useTestCluster();
const { privateKey, publicKey } = await generateKeyPair('RS256');
let server: ProviderServer;
let app: AuthApp;

beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase(), { outgoing: server.outgoing });
  app.settings.external = Object.fromEntries(Object.keys(ISSUERS).map((name) => [name, provider(CLIENT)]));
});
afterEach(() => app.close());

describe.each(Object.entries(ISSUERS))('an ID token of %s', (name, issuer) => {
  beforeEach(async () => {
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' };
    const published = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/.well-known/keys`,
    };
    server.become({
      token: '',
      secretIn: 'body',
      answers: {
        [`${issuer}/.well-known/openid-configuration`]: published,
        [`${issuer}/.well-known/keys`]: { keys: [jwk] },
      },
    });
  });

  async function present(changes: object = {}) {
    const claims = { iss: issuer, sub: 'ada', aud: CLIENT.client_id, iat: NOW, exp: NOW + 300, ...changes };
    const id_token = await new SignJWT({ ...claims, email: 'ada@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey);
    return app.call('POST', '/token?grant_type=id_token', { body: { provider: name, id_token } });
  }

  it('signs in whom it was issued for, and nobody else', async () => {
    const { status, body } = await present();
    expect([status, body.user?.identities[0]]).toMatchObject([200, { provider: name, id: 'ada' }]);
    for (const changes of [{ aud: 'another' }, { iss: 'https://evil.example' }, { exp: NOW - 600 }])
      expect((await present(changes)).status).toBe(400);
  });
});
