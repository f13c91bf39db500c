import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, CALLBACK, provider, startAuthApp } from '../auth-app-for-test.ts';
import { browser } from '../browser-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from '../openid-server-for-test.ts';

const cluster = useTestCluster();
let openId: TestOpenIdServer;
let app: AuthApp;

beforeAll(async () => {
  openId = await startOpenIdServer(CALLBACK);
});
afterAll(() => openId.stop());

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  const openIdServer = provider({ client_id: openId.clientId, secret: openId.secret, url: openId.issuer });
  app.settings.external = { keycloak: openIdServer, gitlab: openIdServer };
  openId.people.clear();
  openId.people.set('ada', { email: 'ada@work.example', email_verified: true, name: 'Ada' });
});
afterEach(() => app.close());

/** What the application's address says after the user added an identity. */
async function link(token: string, who = 'ada', name = 'keycloak'): Promise<URLSearchParams> {
  const query = `provider=${name}&login_hint=${who}&skip_http_redirect=true`;
  const { body } = await app.call('GET', `/user/identities/authorize?${query}`, { token });
  const back = await openId.visit(body.url);
  return (await browser(app, openId).comeBack(back)).fragment;
}

async function user(token: string) {
  return (await app.call('GET', '/user', { token })).body;
}

async function unlink(token: string, name: string) {
  const { identities } = await user(token);
  const identity = identities.find((one: { provider: string }) => one.provider === name);
  return await app.call('DELETE', `/user/identities/${identity.identity_id}`, { token });
}

it('the user is told of identities that come and go, at the address there was', async () => {
  app.settings.mailer_notifications = {
    ...app.settings.mailer_notifications,
    identity_linked: true,
    identity_unlinked: true,
  };
  const { token } = await app.signUp('ada@example.com');
  await link(token);
  expect((await unlink(token, 'keycloak')).status).toBe(200);
  expect((await app.messages('ada@example.com')).map(({ kind }) => kind)).toEqual([
    'identity_unlinked_notification',
    'identity_linked_notification',
  ]);
  const { body } = await app.call('POST', '/signup', { body: {} });
  await link(body.access_token);
  expect(await app.messages('ada@work.example')).toEqual([]);
});

describe('adding an identity', () => {
  it('keeps the user and the address', async () => {
    const { id, token } = await app.signUp('ada@example.com');
    const session = await link(token);
    expect(session.has('access_token')).toBe(true);
    expect(await user(token)).toMatchObject({
      id,
      email: 'ada@example.com',
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
      identities: [{ provider: 'email' }, { provider: 'keycloak', id: 'ada' }],
    });
  });

  it('makes a user of an anonymous one', async () => {
    const { body } = await app.call('POST', '/signup', { body: {} });
    expect(body.user.is_anonymous).toBe(true);
    await link(body.access_token);
    expect(await user(body.access_token)).toMatchObject({
      id: body.user.id,
      is_anonymous: false,
      email: 'ada@work.example',
      email_confirmed_at: expect.any(String),
    });
  });

  it('does not give an anonymous user the address of somebody else, or one that is not verified', async () => {
    await app.signUp('ada@work.example');
    const { body } = await app.call('POST', '/signup', { body: {} });
    expect((await link(body.access_token)).get('error_code')).toBe('email_exists');
    openId.people.set('eve', { email: 'victim@example.com', email_verified: false });
    await link(body.access_token, 'eve');
    expect(await user(body.access_token)).toMatchObject({ email: '', is_anonymous: false });
  });

  it('is refused for an identity that somebody has', async () => {
    const first = await app.signUp('ada@example.com');
    const second = await app.signUp('eve@example.com');
    await link(first.token);
    const own = await link(first.token);
    expect([own.get('error_code'), own.get('error_description')]).toEqual([
      'identity_already_exists',
      'Identity is already linked',
    ]);
    const foreign = await link(second.token);
    expect(foreign.get('error_description')).toBe('Identity is already linked to another user');
  });

  it('needs a user and the setting', async () => {
    const path = '/user/identities/authorize?provider=keycloak';
    expect((await app.call('GET', path)).body.code).toBe('no_authorization');
    const { token } = await app.signUp('ada@example.com');
    expect((await app.call('GET', path, { token })).status).toBe(302);
    app.settings.security_manual_linking_enabled = false;
    const answer = await app.call('GET', path, { token });
    expect([answer.status, answer.body.code]).toEqual([404, 'manual_linking_disabled']);
  });
});

describe('taking an identity away', () => {
  it('leaves the others', async () => {
    const { token } = await app.signUp('ada@example.com');
    await link(token);
    const answer = await unlink(token, 'keycloak');
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await user(token)).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    });
  });

  it('moves the address to one that stays', async () => {
    const { token } = await app.signUp('ada@example.com');
    await link(token);
    await unlink(token, 'email');
    expect(await user(token)).toMatchObject({
      email: 'ada@work.example',
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    });
  });

  it('is refused when the address that stays is somebody else’s', async () => {
    const { token } = await app.signUp('ada@example.com');
    await link(token);
    await app.signUp('ada@work.example');
    const answer = await unlink(token, 'email');
    expect([answer.status, answer.body.code]).toEqual([422, 'email_conflict_identity_not_deletable']);
    expect((await user(token)).identities).toHaveLength(2);
  });

  it('is refused for the last one', async () => {
    const { token } = await app.signUp('ada@example.com');
    const answer = await unlink(token, 'email');
    expect([answer.status, answer.body.code]).toEqual([422, 'single_identity_not_deletable']);
  });

  it('is refused for those of others and for what is no id', async () => {
    const eve = await app.signUp('eve@example.com');
    await link(eve.token);
    const { token } = await app.signUp('ada@example.com');
    await link(token, 'ada', 'gitlab');
    const [foreign] = (await user(eve.token)).identities;
    const answer = await app.call('DELETE', `/user/identities/${foreign.identity_id}`, { token });
    expect([answer.status, answer.body.code]).toEqual([422, 'identity_not_found']);
    expect((await app.call('DELETE', '/user/identities/x', { token })).body.code).toBe('validation_failed');
    expect((await user(eve.token)).identities).toHaveLength(2);
  });

  it('needs the setting', async () => {
    const { token } = await app.signUp('ada@example.com');
    app.settings.security_manual_linking_enabled = false;
    expect((await unlink(token, 'email')).body.code).toBe('manual_linking_disabled');
  });
});
