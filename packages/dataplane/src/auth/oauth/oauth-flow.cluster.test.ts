import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAppWithProvider } from './app-with-provider-for-test.ts';
import { type AuthApp, CALLBACK, provider } from './auth-app-for-test.ts';
import { startBrokenServer } from './broken-server-for-test.ts';
import { arrived, type Browser } from './browser-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from './openid-server-for-test.ts';
import { pkce, redeem } from './pkce-for-test.ts';

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

describe('signing in through a provider', () => {
  it('creates the user and hands the session over in the fragment', async () => {
    const back = await person.signIn('ada', { redirect_to: 'https://app.example.com/welcome?a=1' });
    expect(back.address.href).toMatch(/^https:\/\/app\.example\.com\/welcome\?a=1#/);
    const session = back.fragment;
    expect(session.get('token_type')).toBe('bearer');
    expect(session.get('provider_token')).toBeTruthy();
    const { body } = await app.call('GET', '/user', { token: session.get('access_token') ?? '' });
    expect(body).toMatchObject({
      email: 'ada@example.com',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ada', email: 'ada@example.com', sub: 'ada', iss: openId.issuer },
      identities: [
        {
          provider: 'keycloak',
          id: 'ada',
          identity_data: { email: 'ada@example.com', email_verified: true },
        },
      ],
    });
    const refreshed = await app.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session.get('refresh_token') },
    });
    expect(refreshed.status).toBe(200);
  });

  it('finds the user again and follows what the provider says', async () => {
    await person.signIn('ada');
    openId.people.set('ada', { email: 'new@example.com', email_verified: true, name: 'Ada L.' });
    const session = (await person.signIn('ada')).fragment;
    const { body } = await app.call('GET', '/user', { token: session.get('access_token') ?? '' });
    expect(body).toMatchObject({ email: 'ada@example.com', user_metadata: { full_name: 'Ada L.' } });
    expect(await users()).toHaveLength(1);
  });

  it.each(['s256', 'plain'])('hands a code over that the browser exchanges (%s)', async (method) => {
    const back = await person.signIn('ada', { ...(await pkce(method)), redirect_to: 'myapp://callback' });
    expect(back.address.href).toMatch(/^myapp:\/\/callback\?code=[0-9a-f-]{36}$/);
    const { status, body } = await redeem(app, back.query.get('code'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) });
    expect(body.user.email).toBe('ada@example.com');
    const amr = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).amr;
    expect(amr).toMatchObject([{ method: 'oauth' }]);
  });

  it('gives the address of the provider to those who ask for it', async () => {
    const { status, body } = await app.call('GET', '/authorize?provider=keycloak&skip_http_redirect=true');
    expect([status, new URL(body.url).origin]).toEqual([200, openId.issuer]);
  });

  it('sends along what the application wants, but keeps what protects the sign-in', async () => {
    const query =
      'provider=keycloak&scopes=offline_access&prompt=consent&client_id=evil&redirect_uri=https://evil.example&state=x&nonce=x&response_type=token';
    const { location } = await app.call('GET', `/authorize?${query}`);
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toMatchObject({
      prompt: 'consent',
      scope: 'openid email profile offline_access',
      client_id: openId.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    expect(asked.state).toMatch(/^[0-9a-f-]{36}$/);
    expect(asked.nonce).not.toBe('x');
  });

  it('takes the answer as a form too', async () => {
    const back = await person.visit('ada');
    const answer = await app.call('POST', '/callback', { form: Object.fromEntries(back.searchParams) });
    expect(answer.status).toBe(303);
    expect(arrived(answer.location).fragment.get('access_token')).toBeTruthy();
  });

  it('makes one user of two sign-ins at the same moment', async () => {
    const [one, other] = [await person.visit('ada'), await person.visit('ada')];
    const answers = await Promise.all([person.comeBack(one), person.comeBack(other)]);
    expect(answers.map(({ fragment }) => fragment.has('access_token'))).toEqual([true, true]);
    expect(await users()).toHaveLength(1);
  });
});

describe('what a provider is asked for', () => {
  it.each([
    ['', 400, 'validation_failed'],
    ['provider=nobody', 400, 'oauth_provider_not_supported'],
    ['provider=__proto__', 400, 'oauth_provider_not_supported'],
    ['provider=twitter', 400, 'oauth_provider_not_supported'],
    ['provider=google', 400, 'provider_disabled'],
    ['provider=gitlab', 400, 'provider_disabled'],
    ['provider=keycloak&code_challenge=short&code_challenge_method=s256', 400, 'validation_failed'],
    ['provider=keycloak&code_challenge_method=s256', 400, 'validation_failed'],
  ])('is refused for "%s"', async (query, status, code) => {
    const answer = await app.call('GET', `/authorize?${query}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused when the provider is not what the settings say, in the same words whatever is wrong', async () => {
    const token = (await app.signUp('me@example.com')).token;
    const broken = await startBrokenServer();
    const urls = [
      '',
      'rubbish',
      'file:///etc/passwd',
      'http://127.0.0.1:1',
      'http://10.0.0.1',
      'http://169.254.169.254',
      'http://nothing.invalid',
      `${openId.issuer}/elsewhere`,
      ...['rubbish', 'empty', 'error', 'foreign', 'elsewhere', 'cut'].map(
        (path) => `${broken.address}/${path}`,
      ),
    ];
    for (const url of urls) {
      app.settings.external = { keycloak: provider({ url }) };
      const answers = [
        await app.call('GET', '/authorize?provider=keycloak'),
        await app.call('GET', '/user/identities/authorize?provider=keycloak', { token }),
        await app.call('POST', '/token?grant_type=id_token', {
          body: { provider: 'keycloak', id_token: await openId.sign({ sub: 'ada' }) },
        }),
      ];
      for (const { status, body } of answers) {
        expect([url, status, body]).toEqual([
          url,
          400,
          {
            code: 'validation_failed',
            message: 'Unsupported provider: keycloak cannot be reached, or its settings are not right',
          },
        ]);
      }
    }
    app.settings.external = { keycloak: provider({ url: `${broken.address}/script` }) };
    const script = await app.call('GET', '/authorize?provider=keycloak&skip_http_redirect=true');
    expect([script.status, script.body.code]).toEqual([400, 'validation_failed']);
    await broken.stop();
  });
});
