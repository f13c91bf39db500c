import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, CALLBACK, PASSWORD, provider, startAuthApp } from '../auth-app-for-test.ts';
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
  app.settings.mailer_autoconfirm = false;
  app.settings.external = { keycloak: keycloak() };
  openId.people.clear();
});
afterEach(() => app.close());

const ADA = { email: 'ada@example.com', email_verified: true, name: 'Ada' };

function keycloak(changes = {}) {
  return provider({ client_id: openId.clientId, secret: openId.secret, url: openId.issuer, ...changes });
}

async function signIn(who: string): Promise<URLSearchParams> {
  return (await browser(app, openId).signIn(who)).fragment;
}

async function signUp(email: string, confirmed: boolean) {
  app.settings.mailer_autoconfirm = confirmed;
  const answer = await app.call('POST', '/signup', { body: { email, password: PASSWORD } });
  app.settings.mailer_autoconfirm = false;
  return answer.body;
}

function password(email: string) {
  return app.call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } });
}

function people() {
  return app.sql(
    `select email, email_confirmed_at is not null as confirmed,
       (select array_agg(provider order by provider) from auth.identities where user_id = users.id) as providers
     from auth.users order by email`,
  );
}

describe('a verified address', () => {
  it('leads to the account that has it, and leaves its password', async () => {
    const { user } = await signUp('ada@example.com', true);
    openId.people.set('1', ADA);
    const session = await signIn('1');
    const { body } = await app.call('GET', '/user', { token: session.get('access_token') ?? '' });
    expect(body).toMatchObject({
      id: user.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    });
    expect((await password('ada@example.com')).status).toBe(200);
  });

  it('takes an account from whoever made it without owning the address', async () => {
    await signUp('ada@example.com', false);
    openId.people.set('1', ADA);
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect(await people()).toEqual([{ email: 'ada@example.com', confirmed: true, providers: ['keycloak'] }]);
    expect((await password('ada@example.com')).body.code).toBe('invalid_credentials');
  });

  it('takes a password away that somebody else gave to an account the provider made', async () => {
    openId.people.set('1', { ...ADA, email_verified: false });
    expect((await signIn('1')).get('error_code')).toBe('provider_email_needs_verification');
    await app.sql(`update auth.users set encrypted_password = 'left by somebody else'`);
    openId.people.set('1', ADA);
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect(await app.sql('select encrypted_password from auth.users')).toEqual([
      { encrypted_password: null },
    ]);
  });
});

describe('an address that is not verified', () => {
  it('never leads to an account that exists', async () => {
    await signUp('ada@example.com', true);
    await signUp('bob@example.com', false);
    app.settings.mailer_allow_unverified_email_sign_ins = true;
    app.settings.mailer_autoconfirm = true;
    for (const [who, email] of [
      ['1', 'ada@example.com'],
      ['2', 'bob@example.com'],
      ['3', 'ADA@example.com'],
    ] as const) {
      openId.people.set(who, { email, email_verified: false });
      expect((await signIn(who)).get('error_code')).toBe('provider_email_needs_verification');
    }
    expect(await people()).toEqual([
      { email: 'ada@example.com', confirmed: true, providers: ['email'] },
      { email: 'bob@example.com', confirmed: false, providers: ['email'] },
    ]);
  });

  it('is confirmed by mail before its user gets in', async () => {
    openId.people.set('1', { ...ADA, email_verified: false });
    const refused = await signIn('1');
    expect(refused.get('error_code')).toBe('provider_email_needs_verification');
    expect(refused.get('error_description')).toContain('A confirmation email has been sent');
    const [mail] = await app.messages('ada@example.com');
    const link = new URL(String(mail?.link));
    const followed = await app.call('GET', `/verify${link.search}`);
    expect(followed.location).toContain('#access_token=');
    expect((await signIn('1')).has('access_token')).toBe(true);
  });

  it('is good enough where the settings say so', async () => {
    openId.people.set('1', { ...ADA, email_verified: false });
    app.settings.mailer_allow_unverified_email_sign_ins = true;
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect(await people()).toMatchObject([{ confirmed: false }]);
    app.settings.mailer_allow_unverified_email_sign_ins = false;
    app.settings.mailer_autoconfirm = true;
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect(await people()).toMatchObject([{ confirmed: true }]);
  });
});

describe('no address', () => {
  it('is refused, unless the provider of this project may leave it out', async () => {
    openId.people.set('1', { name: 'Nobody' });
    expect((await signIn('1')).get('error_description')).toBe(
      'Error getting user email from external provider',
    );
    app.settings.external = { keycloak: keycloak({ email_optional: true }) };
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect(await people()).toEqual([{ email: null, confirmed: false, providers: ['keycloak'] }]);
  });
});

describe('who does not get in', () => {
  it('new people, when the project takes none', async () => {
    openId.people.set('1', ADA);
    openId.people.set('2', { ...ADA, email: 'bob@example.com' });
    await signIn('1');
    app.settings.disable_signup = true;
    expect((await signIn('1')).has('access_token')).toBe(true);
    expect((await signIn('2')).get('error_code')).toBe('signup_disabled');
    expect(await people()).toHaveLength(1);
  });

  it('users who are banned', async () => {
    openId.people.set('1', ADA);
    await signIn('1');
    await app.sql(`update auth.users set banned_until = 'infinity'`);
    expect((await signIn('1')).get('error_code')).toBe('user_banned');
  });
});
