import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAppWithProvider } from './app-with-provider-for-test.ts';
import { type AuthApp, CALLBACK, SITE, startAuthApp } from './auth-app-for-test.ts';
import { type Browser, browser } from './browser-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from './openid-server-for-test.ts';
import { pkce } from './pkce-for-test.ts';

const cluster = useTestCluster();
let openId: TestOpenIdServer;
let app: AuthApp;
let person: Browser;

beforeAll(async () => {
  openId = await startOpenIdServer(CALLBACK);
});
afterAll(() => openId.stop());

beforeEach(async () => {
  ({ app, person } = await startAppWithProvider(await cluster.createDatabase(), openId));
});
afterEach(() => app.close());

function users() {
  return app.sql('select email, confirmed_at is not null as confirmed from auth.users order by created_at');
}

describe('where people are sent', () => {
  it.each([
    'https://evil.example/',
    'https://app.example.com.evil.example/',
    'https://app.example.com@evil.example/',
    '//evil.example',
    'https:\\\\evil.example',
    'javascript://app.example.com/%0aalert(1)',
    'data:text/html,x',
    'myapp://callback.evil.example',
    'nonsense',
  ])('is the site, not %s', async (redirect_to) => {
    for (const back of [
      await person.signIn('ada', { redirect_to }),
      await person.signIn('deny', { redirect_to }),
    ]) {
      expect([back.address.origin, back.address.pathname]).toEqual([SITE, '/']);
    }
  });

  it('is the site once the address is no longer allowed', async () => {
    const back = await person.visit('ada', { redirect_to: 'myapp://callback' });
    app.settings.uri_allow_list = '';
    expect((await person.comeBack(back)).address.origin).toBe(SITE);
  });
});

describe('an answer that is not right', () => {
  it('says what the provider said', async () => {
    const implicit = await person.signIn('deny');
    expect(implicit.address.search).toBe('');
    expect(Object.fromEntries(implicit.fragment)).toMatchObject({
      error: 'access_denied',
      error_description: 'The person said no',
    });
    const withCode = await person.signIn('deny', await pkce());
    expect(withCode.query.get('error')).toBe('access_denied');
    expect(await users()).toEqual([]);
  });

  it.each([
    ['', 'bad_oauth_callback'],
    ['?code=x', 'bad_oauth_callback'],
    ['?code=x&state=', 'bad_oauth_callback'],
    ['?code=x&state=forged', 'bad_oauth_state'],
    ['?code=x&state=00000000-0000-4000-8000-000000000000', 'bad_oauth_state'],
    ["?code=x&state=' or 1=1", 'bad_oauth_state'],
    ['?error=access_denied&state=x', 'bad_oauth_state'],
  ])('leads to the site for "%s"', async (query, code) => {
    const back = await person.comeBack(query);
    expect(back.address.origin).toBe(SITE);
    expect([back.query.get('error_code'), back.fragment.get('error_code')]).toEqual([code, code]);
  });

  it('is taken once', async () => {
    const back = await person.visit('ada');
    expect((await person.comeBack(back)).fragment.has('access_token')).toBe(true);
    expect((await person.comeBack(back)).fragment.get('error_code')).toBe('bad_oauth_state');
    const withCode = await person.visit('ada', await pkce());
    expect((await person.comeBack(withCode)).query.has('code')).toBe(true);
    expect((await person.comeBack(withCode)).query.get('error_code')).toBe('bad_oauth_state');
  });

  it('is taken for ten minutes', async () => {
    const back = await person.visit('ada');
    app.pass(601);
    expect((await person.comeBack(back)).fragment.get('error_code')).toBe('bad_oauth_state');
  });

  it('is not taken with the state of another project', async () => {
    const other = await startAuthApp(await cluster.createDatabase());
    other.settings.external = app.settings.external;
    const back = await person.visit('ada');
    const refused = await browser(other, openId).comeBack(back);
    expect(refused.fragment.get('error_code')).toBe('bad_oauth_state');
    await other.close();
  });

  it('is not taken with the code of another sign-in', async () => {
    const [one, other] = [await person.visit('ada'), await person.visit('ada')];
    one.searchParams.set('code', other.searchParams.get('code') ?? '');
    const back = await person.comeBack(one);
    expect(back.fragment.get('error_description')).toBe('Unable to exchange external code');
    expect(await users()).toEqual([]);
  });

  it('is not taken with a made-up code, a foreign issuer or a second state', async () => {
    for (const change of [{ code: 'made-up' }, { iss: 'https://evil.example' }]) {
      const back = await person.visit('ada');
      for (const [name, value] of Object.entries(change)) back.searchParams.set(name, value);
      expect((await person.comeBack(back)).fragment.get('error_code')).toBe('unexpected_failure');
    }
    const back = await person.visit('ada');
    expect((await person.comeBack(`${back.search}&state=other`)).fragment.get('error_code')).toBe(
      'unexpected_failure',
    );
    expect(await users()).toEqual([]);
  });

  it('is not taken when the provider was switched off meanwhile', async () => {
    const back = await person.visit('ada');
    app.settings.external = {};
    expect((await person.comeBack(back)).fragment.get('error_code')).toBe('provider_disabled');
  });
});
