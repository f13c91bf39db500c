import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AuthApp, CALLBACK, PASSWORD, provider, startAuthApp } from './auth-app-for-test.ts';
import { browser } from './browser-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from './openid-server-for-test.ts';

const cluster = useTestCluster();
let openId: TestOpenIdServer;
let app: AuthApp;
let client: SupabaseClient;

beforeAll(async () => {
  openId = await startOpenIdServer(CALLBACK);
});
afterAll(() => openId.stop());

beforeEach(async () => {
  app = await startAuthApp(await cluster.createDatabase());
  const keycloak = provider({ client_id: openId.clientId, secret: openId.secret, url: openId.issuer });
  app.settings.external = { keycloak };
  openId.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
  client = createClient('http://api.test', 'anon-key', {
    auth: { flowType: 'pkce', persistSession: true, autoRefreshToken: false, storage: memory() },
    global: { fetch: askDirectly },
  });
});
afterEach(() => app.close());

/** What `/authorize` answers, followed to the provider and back to the application. */
async function follow(url: string): Promise<URLSearchParams> {
  const { location } = await app.call('GET', pathOf(url));
  const back = await openId.visit(location === '' ? url : location);
  return (await browser(app, openId).comeBack(back)).query;
}

it('signs in with a provider', async () => {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: 'https://app.example.com/done', queryParams: { login_hint: 'ada' } },
  });
  expect(error).toBeNull();
  const code = (await follow(data.url ?? '')).get('code');
  const session = await client.auth.exchangeCodeForSession(code ?? '');
  expect(session.error).toBeNull();
  expect(session.data.user?.email).toBe('ada@example.com');
  expect(session.data.session?.provider_token).toBeTruthy();
  const again = await client.auth.exchangeCodeForSession(code ?? '');
  expect(again.error).not.toBeNull();
});

it('adds and takes away an identity', async () => {
  await client.auth.signUp({ email: 'me@example.com', password: PASSWORD });
  const { data, error } = await client.auth.linkIdentity({
    provider: 'keycloak',
    options: { queryParams: { login_hint: 'ada' } },
  });
  expect(error).toBeNull();
  const back = await browser(app, openId).comeBack(await openId.visit(data.url ?? ''));
  expect(back.query.has('code')).toBe(true);
  const { data: found } = await client.auth.getUserIdentities();
  const added = found?.identities.find((identity) => identity.provider === 'keycloak');
  expect(added?.identity_data?.email).toBe('ada@example.com');
  if (added) expect((await client.auth.unlinkIdentity(added)).error).toBeNull();
  expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1);
});

it('enrols and proves a second factor', async () => {
  await client.auth.signUp({ email: 'me@example.com', password: PASSWORD });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  expect(error).toBeNull();
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  const code = TOTP.generate({
    secret: Secret.fromBase32(data?.totp.secret ?? ''),
    timestamp: app.now().getTime(),
  });
  const proof = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  expect(proof.error).toBeNull();
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'phone' }]);
  expect((await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
});

const askDirectly: typeof fetch = async (input, init) => {
  const answer = await app.app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url: pathOf(String(input)),
    headers: Object.fromEntries(new Headers(init?.headers)),
    ...(init?.body ? { payload: String(init.body) } : {}),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response(answer.payload === '' ? null : answer.payload, { status: answer.statusCode, headers });
};

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname.replace('/auth/v1', '')}${search}`;
}

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
