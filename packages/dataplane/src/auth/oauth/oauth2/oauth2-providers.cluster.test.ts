import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthApp, CALLBACK, provider, startAuthApp } from '../auth-app-for-test.ts';
import { arrived } from '../browser-for-test.ts';
import { PROVIDER_CASES } from './oauth2-providers.cases.ts';
import { CLIENT, type ProviderServer, startProviderServer } from './provider-server-for-test.ts';

const cluster = useTestCluster();
let server: ProviderServer;
let app: AuthApp;

beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase(), { outgoing: server.outgoing });
  app.settings.external = Object.fromEntries(PROVIDER_CASES.map(({ name }) => [name, provider(CLIENT)]));
});
afterEach(() => app.close());

async function authorize(name: string, more = ''): Promise<string> {
  return (await app.call('GET', `/authorize?provider=${name}${more}`)).location;
}

async function callback(back: URL): Promise<URLSearchParams> {
  return arrived((await app.call('GET', `/callback${back.search}`)).location).fragment;
}

describe.each(PROVIDER_CASES)('signing in with $name', (standIn) => {
  const { name, identity } = standIn;
  beforeEach(() => server.become(standIn));

  it('creates the user that its answers describe', async () => {
    const url = new URL(await authorize(name));
    expect(url.origin + url.pathname).toBe(standIn.authorize);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      ...standIn.asks,
    });
    const session = await callback(server.visit(url.href));
    const [found] = await app.sql('select provider, provider_id, identity_data from auth.identities');
    expect(found).toMatchObject({
      provider: name,
      provider_id: identity.id,
      identity_data: {
        sub: identity.id,
        email: identity.email,
        email_verified: identity.verified,
        full_name: identity.name,
        ...(identity.picture ? { avatar_url: identity.picture } : {}),
      },
    });
    expect(session.get('provider_token')).toBe('token-of-the-provider');
  });

  it('refuses what it did not say', async () => {
    const made = server.visit(await authorize(name));
    made.searchParams.set('code', 'made-up');
    const silent = server.visit(await authorize(name));
    const answers = [await callback(made)];
    server.become({ ...standIn, answers: {} });
    answers.push(await callback(silent));
    server.become({
      ...standIn,
      answers: Object.fromEntries(Object.keys(standIn.answers).map((address) => [address, { error: {} }])),
    });
    answers.push(await callback(server.visit(await authorize(name))));
    for (const answer of answers)
      expect(answer.get('error_description')).toBe('Unable to exchange external code');
    expect(await app.sql('select 1 from auth.users')).toEqual([]);
  });
});

it('an address that nobody has checked never leads to the account that has it', async () => {
  await app.signUp('ada@example.com');
  for (const standIn of PROVIDER_CASES.filter(({ name }) =>
    ['github', 'discord', 'spotify'].includes(name),
  )) {
    const text = JSON.stringify(standIn.answers).replaceAll('"verified":true', '"verified":false');
    server.become({ ...standIn, answers: JSON.parse(text) });
    const refused = await callback(server.visit(await authorize(standIn.name)));
    expect(refused.get('error_code')).toBe('provider_email_needs_verification');
  }
});

it('WorkOS is told whose sign-in it is, at the address of the settings', async () => {
  app.settings.external = { workos: provider({ ...CLIENT, url: 'https://auth.example.com/' }) };
  const url = new URL(await authorize('workos', '&workos_provider=GoogleOAuth'));
  expect([url.host, url.searchParams.get('provider')]).toEqual(['auth.example.com', 'GoogleOAuth']);
});
