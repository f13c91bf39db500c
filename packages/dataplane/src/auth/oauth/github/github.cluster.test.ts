import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, CALLBACK, provider, startAuthApp } from '../auth-app-for-test.ts';
import { arrived } from '../browser-for-test.ts';
import { startGithubServer, type TestGithubServer } from '../github-server-for-test.ts';

const cluster = useTestCluster();
let github: TestGithubServer;
let app: AuthApp;

beforeAll(async () => {
  github = await startGithubServer();
});
afterAll(() => github.stop());

beforeEach(async () => {
  const { address } = github;
  app = await startAuthApp(await cluster.createDatabase(), { github: { web: address, api: address } });
  app.settings.external = { github: provider({ client_id: github.clientId, secret: github.secret }) };
  github.person = {
    user: { id: 7, login: 'ada', name: 'Ada', avatar_url: 'https://a.example/7.png' },
    emails: [{ email: 'ada@example.com', primary: true, verified: true }],
  };
});
afterEach(() => app.close());

async function authorize(): Promise<string> {
  return (await app.call('GET', '/authorize?provider=github&scopes=repo')).location;
}

async function callback(back: URL): Promise<URLSearchParams> {
  const { location } = await app.call('GET', `/callback${back.search}`);
  return arrived(location).fragment;
}

describe('signing in with GitHub', () => {
  it('creates the user that its API describes', async () => {
    const url = await authorize();
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      client_id: 'Iv1.test',
      redirect_uri: CALLBACK,
      scope: 'user:email repo',
      code_challenge_method: 'S256',
    });
    const session = await callback(github.visit(url));
    expect(session.get('provider_token')).toBe('gho_test');
    const { body } = await app.call('GET', '/user', { token: session.get('access_token') ?? '' });
    expect(body).toMatchObject({
      email: 'ada@example.com',
      user_metadata: { user_name: 'ada', full_name: 'Ada', avatar_url: 'https://a.example/7.png' },
      identities: [{ provider: 'github', id: '7' }],
    });
  });

  it('does not believe an address that is not verified', async () => {
    await app.signUp('ada@example.com');
    github.person.emails = [{ email: 'ada@example.com', primary: true, verified: false }];
    const refused = await callback(github.visit(await authorize()));
    expect(refused.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('refuses a code that GitHub did not give', async () => {
    const back = github.visit(await authorize());
    back.searchParams.set('code', 'made-up');
    const refused = await callback(back);
    expect(refused.get('error')).toBe('server_error');
    expect(refused.get('error_description')).toBe('Unable to exchange external code');
  });

  it('refuses the code of another sign-in', async () => {
    const [one, other] = [github.visit(await authorize()), github.visit(await authorize())];
    one.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect((await callback(one)).has('access_token')).toBe(false);
  });

  it('refuses answers that are not a person', async () => {
    github.person.user = { message: 'Server error' };
    const refused = await callback(github.visit(await authorize()));
    expect(refused.get('error_description')).toBe('Unable to exchange external code');
  });
});
