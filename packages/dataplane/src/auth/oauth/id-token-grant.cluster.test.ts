import { createHash } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, provider, startAuthApp } from './auth-app-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from './openid-server-for-test.ts';

const cluster = useTestCluster();
let openId: TestOpenIdServer;
let app: AuthApp;

beforeAll(async () => {
  openId = await startOpenIdServer('http://127.0.0.1/callback');
});
afterAll(() => openId.stop());

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  const keycloak = provider({
    client_id: openId.clientId,
    url: openId.issuer,
    additional_client_ids: 'ios-app',
  });
  app.settings.external = { keycloak, github: provider() };
});
afterEach(() => app.close());

const NOW = Math.floor(Date.now() / 1000);

function claims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const usual = { iss: openId.issuer, sub: 'ada', aud: 'ios-app', iat: NOW, exp: NOW + 300 };
  return { ...usual, email: 'ada@example.com', email_verified: true, name: 'Ada', ...changes };
}

function present(body: object, token?: string) {
  const all = { provider: 'keycloak', ...body };
  return app.call('POST', '/token?grant_type=id_token', token ? { body: all, token } : { body: all });
}

describe('grant_type=id_token', () => {
  it('signs the person in', async () => {
    const nonce = 'made by the app';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const { status, body } = await present({ id_token: await openId.sign(claims({ nonce: hashed })), nonce });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: 'ada@example.com',
      email_confirmed_at: expect.any(String),
      identities: [{ provider: 'keycloak', id: 'ada' }],
    });
    expect((await app.call('GET', '/user', { token: body.access_token })).status).toBe(200);
  });

  it.each([
    ['another audience', { aud: 'somebody' }, 'unexpected_audience'],
    ['another issuer', { iss: 'https://evil.example' }, 'validation_failed'],
    ['yesterday', { exp: NOW - 86400 }, 'validation_failed'],
    ['a nonce the app does not have', { nonce: 'x' }, 'validation_failed'],
  ])('refuses a token of %s', async (_name, changes, code) => {
    const answer = await present({ id_token: await openId.sign(claims(changes)) });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('refuses what is not signed, and what is no token', async () => {
    for (const id_token of [new UnsecuredJWT(claims()).encode(), 'x', '', undefined, { a: 1 }]) {
      const answer = await present({ id_token });
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    }
    expect(await app.sql('select 1 from auth.users')).toEqual([]);
  });

  it.each([
    [{ provider: 'github' }, 'oauth_provider_not_supported'],
    [{ provider: 'google' }, 'provider_disabled'],
    [{ provider: 'nobody' }, 'oauth_provider_not_supported'],
    [{ provider: null }, 'validation_failed'],
  ])('refuses %j', async (body, code) => {
    const answer = await present({ id_token: await openId.sign(claims()), ...body });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('does not open an account with an address that is not verified', async () => {
    await app.signUp('ada@example.com');
    const answer = await present({ id_token: await openId.sign(claims({ email_verified: false })) });
    expect([answer.status, answer.body.code]).toEqual([422, 'provider_email_needs_verification']);
  });

  it('adds the identity to whoever asks with their own token', async () => {
    const { id, token } = await app.signUp('me@example.com');
    const body = { id_token: await openId.sign(claims()), link_identity: true };
    expect((await present(body)).body.code).toBe('no_authorization');
    const answer = await present(body, token);
    expect(answer.body.user).toMatchObject({ id, email: 'me@example.com' });
    expect((await present(body, token)).body.code).toBe('identity_already_exists');
    app.settings.security_manual_linking_enabled = false;
    expect((await present(body, token)).body.code).toBe('manual_linking_disabled');
  });
});
