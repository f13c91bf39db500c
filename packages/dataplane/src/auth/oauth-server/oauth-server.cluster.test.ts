import { createHash } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type OAuthClient, type SupabaseClient } from '@supabase/supabase-js';
import type { InjectOptions } from 'fastify';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const KEY = 'sb_publishable_test';
const ANNA = { email: 'anna@example.com', password: 'correct horse' };
const REDIRECT = 'https://client.test/callback?from=basalt';
const VERIFIER = 'v'.repeat(64);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const cluster = useTestCluster();
let project: AuthProjectForTest;
let owner: SupabaseClient['auth']['admin']['oauth'];
let anna: SupabaseClient['auth'];

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), {
    mailer_autoconfirm: true,
    oauth_server_enabled: true,
    oauth_server_authorization_path: '/oauth/consent',
  });
  // The client compares expiry times with its own clock.
  project.pass((Date.now() - project.now().getTime()) / 1000);
  owner = client('service_role').auth.admin.oauth;
  anna = await signedUp(ANNA.email);
});
afterEach(() => project.close());

/** The public client as it comes from npm; only the way of its requests is ours. */
function client(key: 'anon' | 'service_role' = 'anon'): SupabaseClient {
  const request: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    if (headers.authorization?.includes(KEY)) delete headers.authorization;
    const answer = await project.app.inject({
      method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: pathname.replace('/auth/v1', '') + search,
      headers: { ...headers, 'x-test-key': key },
      ...(init?.body ? { payload: String(init.body) } : {}),
    });
    const body = answer.statusCode === 204 ? null : answer.payload;
    return new Response(body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  return createClient('http://api.test', KEY, {
    auth: { autoRefreshToken: false, persistSession: false },
    global: { fetch: request },
  });
}

async function signedUp(email: string): Promise<SupabaseClient['auth']> {
  const { auth } = client();
  const { error } = await auth.signUp({
    ...ANNA,
    email,
    options: { data: { name: 'Anna', avatar_url: 'https://a.test/a.png' } },
  });
  expect(error).toBeNull();
  return auth;
}

async function makeClient(details: object = {}): Promise<OAuthClient> {
  const { data, error } = await owner.createClient({
    client_name: 'Reader',
    redirect_uris: [REDIRECT],
    ...details,
  });
  expect(error).toBeNull();
  return data as OAuthClient;
}

const open = { key: 'none' } as const;
const asked = (app: OAuthClient) => ({
  client_id: app.client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  state: 'a state',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
});

/** Where the browser is sent that begins at an application. */
async function authorize(parameters: object): Promise<URL> {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null));
  const { status, headers, body } = await project.call('GET', `/oauth/authorize?${query}`, undefined, open);
  expect([status, body]).toEqual([302, expect.anything()]);
  return new URL(headers.location ?? '');
}

async function authorizationId(app: OAuthClient, more: object = {}): Promise<string> {
  const page = await authorize({ ...asked(app), ...more });
  expect(page.origin + page.pathname).toBe('https://app.test/oauth/consent');
  return page.searchParams.get('authorization_id') ?? '';
}

/** The code that an application gets once Anna has agreed. */
async function codeFor(app: OAuthClient, more: object = {}): Promise<string> {
  const id = await authorizationId(app, more);
  await anna.oauth.getAuthorizationDetails(id);
  const { data, error } = await anna.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
  expect(error).toBeNull();
  return new URL(data?.redirect_url ?? '').searchParams.get('code') ?? '';
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
function token(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  return project.call('POST', '/oauth/token', new URLSearchParams(parameters).toString(), {
    ...open,
    headers: { ...form, ...headers },
  });
}
const basic = ({ client_id, client_secret }: OAuthClient) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});
const exchange = (app: OAuthClient, code: string, more: Record<string, string> = {}) =>
  token(
    { grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: REDIRECT, ...more },
    basic(app),
  );

test('somebody signs in to an application, which renews its tokens until that is taken back', async () => {
  const app = await makeClient();
  const id = await authorizationId(app, { scope: 'email profile' });
  expect(await anna.oauth.getAuthorizationDetails(id)).toMatchObject({
    error: null,
    data: {
      authorization_id: id,
      redirect_uri: REDIRECT,
      client: { id: app.client_id, name: 'Reader' },
      user: { email: ANNA.email },
      scope: 'email profile',
    },
  });
  const approved = await anna.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
  const back = new URL(approved.data?.redirect_url ?? '');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    from: 'basalt',
    code: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: 'a state',
  });
  const { status, body, headers } = await exchange(app, back.searchParams.get('code') ?? '');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
  expect(decodeJwt(body.access_token)).toMatchObject({
    aud: 'authenticated',
    client_id: app.client_id,
    scope: 'email profile',
    amr: [{ method: 'oauth_provider/authorization_code' }],
  });
  const info = await project.call('GET', '/oauth/userinfo', undefined, { ...open, token: body.access_token });
  expect(info.body).toMatchObject({
    email: ANNA.email,
    email_verified: true,
    name: 'Anna',
    picture: 'https://a.test/a.png',
  });
  expect(info.body).not.toHaveProperty('phone');

  const renewed = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, basic(app));
  expect(renewed.body).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) });
  expect(await anna.oauth.listGrants()).toMatchObject({
    data: [{ client: { id: app.client_id, name: 'Reader' }, scopes: ['email', 'profile'] }],
  });
  // What was allowed is not asked for again, but more is.
  const again = await anna.oauth.getAuthorizationDetails(await authorizationId(app, { scope: 'profile' }));
  expect(again.data).toEqual({ redirect_url: expect.stringContaining('code=') });
  const more = await anna.oauth.getAuthorizationDetails(await authorizationId(app, { scope: 'phone' }));
  expect(more.data).toMatchObject({ scope: 'phone' });

  expect((await anna.oauth.revokeGrant({ clientId: app.client_id })).error).toBeNull();
  const over = await token(
    { grant_type: 'refresh_token', refresh_token: renewed.body.refresh_token },
    basic(app),
  );
  expect([over.status, over.body.code]).toEqual([400, 'refresh_token_not_found']);
  expect((await anna.oauth.listGrants()).data).toEqual([]);
  expect((await anna.oauth.revokeGrant({ clientId: app.client_id })).error?.code).toBe(
    'oauth_consent_not_found',
  );
  expect((await anna.getUser()).error).toBeNull();
});

test('with openid an application gets a token that says who its user is', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const symmetric = project.project.signingKey;
  const app = await makeClient();
  const refused = await authorize({ ...asked(app), scope: 'openid' });
  expect(refused.searchParams.get('error_description')).toMatch(/^unsupported scope: openid/);
  project.become({ signingKey: { kid: 'one', algorithm: 'ES256', jwk: jwk as never } });
  const code = await codeFor(app, { scope: 'openid email profile', nonce: 'a nonce' });
  const { body } = await exchange(app, code);
  project.become({ signingKey: symmetric });
  const { payload } = await jwtVerify(
    body.id_token,
    await importJWK({ ...jwk, d: undefined } as never, 'ES256'),
    {
      audience: app.client_id,
      issuer: 'http://api.test/abcdefghijklmnopqrst/auth/v1',
      currentDate: project.now(),
    },
  );
  expect(payload).toMatchObject({ nonce: 'a nonce', email: ANNA.email, email_verified: true, name: 'Anna' });
});

test('nobody is let in who says no', async () => {
  const id = await authorizationId(await makeClient());
  // Nobody decides about what they have not seen.
  expect((await anna.oauth.approveAuthorization(id, { skipBrowserRedirect: true })).error?.status).toBe(404);
  await anna.oauth.getAuthorizationDetails(id);
  const { data } = await anna.oauth.denyAuthorization(id, { skipBrowserRedirect: true });
  expect(Object.fromEntries(new URL(data?.redirect_url ?? '').searchParams)).toMatchObject({
    error: 'access_denied',
    error_description: 'User denied the request',
    state: 'a state',
  });
  const late = await anna.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
  expect(late.error?.message).toBe('authorization request is no longer pending');
  expect((await anna.oauth.listGrants()).data).toEqual([]);
});

describe('a request to be let in', () => {
  test.each([
    [{ client_id: null }, 'client_id is required'],
    [{ client_id: 'x' }, 'invalid client_id'],
    [{ redirect_uri: null }, 'redirect_uri is required'],
    [{ redirect_uri: 'https://evil.test/' }, 'invalid redirect_uri'],
    [{ redirect_uri: `${REDIRECT}&x=1` }, 'invalid redirect_uri'],
  ])('with %j is sent nowhere', async (more, message) => {
    const parameters = { ...asked(await makeClient()), ...more };
    const query = new URLSearchParams(
      Object.entries(parameters).filter(([, value]) => value !== null) as [string, string][],
    );
    const { status, body } = await project.call('GET', `/oauth/authorize?${query}`, undefined, open);
    expect([status, body.message]).toEqual([400, message]);
  });

  test.each([
    [{ response_type: 'token' }, 'only response_type=code is supported'],
    [{ scope: 'email admin' }, 'unsupported scope: admin'],
    [{ code_challenge: null }, 'PKCE flow requires both code_challenge and code_challenge_method'],
    [{ code_challenge_method: 'S512' }, "code_challenge_method must be 'S256' or 'plain'"],
    [{ code_challenge: 'short' }, 'code_challenge must be between 43 and 128 characters'],
    [{ nonce: 'x'.repeat(256) }, 'nonce must have at most 255 characters'],
  ])('with %j is told what is wrong', async (more, message) => {
    const back = await authorize({ ...asked(await makeClient()), ...more });
    expect(back.origin).toBe('https://client.test');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'invalid_request',
      error_description: message,
      state: 'a state',
    });
  });

  test('is seen by the first who opens it, from a page of the project, for ten minutes', async () => {
    const app = await makeClient();
    const id = await authorizationId(app);
    const eve = await signedUp('eve@example.com');
    await anna.oauth.getAuthorizationDetails(id);
    expect((await eve.oauth.getAuthorizationDetails(id)).error?.code).toBe('oauth_authorization_not_found');
    expect((await eve.oauth.approveAuthorization(id, { skipBrowserRedirect: true })).error?.status).toBe(404);
    const session = (await anna.getSession()).data.session;
    const elsewhere = await project.call('GET', `/oauth/authorizations/${id}`, undefined, {
      token: session?.access_token,
      headers: { origin: 'https://evil.test' },
    });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([400, 'unauthorized request origin']);
    project.pass(601);
    expect((await anna.oauth.getAuthorizationDetails(id)).error?.status).toBe(404);
  });

  test('is not decided by an application that acts for somebody', async () => {
    const app = await makeClient();
    const { body } = await exchange(app, await codeFor(app));
    const id = await authorizationId(app, { scope: 'phone' });
    const answer = await project.call('GET', `/oauth/authorizations/${id}`, undefined, {
      token: body.access_token,
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'no_authorization']);
  });
});

describe('a code', () => {
  test('works once, also when it comes twice at the same moment', async () => {
    const app = await makeClient();
    const code = await codeFor(app);
    const answers = await Promise.all([exchange(app, code), exchange(app, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const problem = { error: 'invalid_grant', error_description: 'Invalid authorization code' };
    expect(answers.map(({ body }) => body)).toContainEqual(problem);
  });

  test.each([
    ['another redirect', { redirect_uri: 'https://evil.test' }, 'Invalid redirect_uri'],
    ['another verifier', { code_verifier: 'w'.repeat(64) }, /^PKCE verification failed/],
    ['no code', { code: '' }, 'code is required'],
    ['a code of nobody', { code: 'x' }, 'Invalid authorization code'],
  ])('is not taken with %s', async (_what, more, message) => {
    const app = await makeClient();
    const { status, body } = await exchange(app, await codeFor(app), more);
    expect([status, body.error_description]).toEqual([400, expect.stringMatching(message)]);
  });

  test('is no use to another application, after its time, or to somebody who is banned', async () => {
    const app = await makeClient();
    const code = await codeFor(app);
    const other = await exchange(await makeClient(), code);
    expect(other.body.error_description).toBe('Authorization code was not issued for this client');
    await project.sql(`update auth.users set banned_until = 'infinity'`);
    expect((await exchange(app, code)).body).toEqual({
      error: 'access_denied',
      error_description: 'User is banned',
    });
    project.pass(601);
    expect((await exchange(app, code)).body.error_description).toBe('Authorization code has expired');
  });
});

describe('an application', () => {
  test('asks for tokens in the way that it registered for, and in no other', async () => {
    const app = await makeClient({ token_endpoint_auth_method: 'client_secret_post' });
    const code = await codeFor(app);
    const wrongWay = await exchange(app, code);
    expect([wrongWay.status, wrongWay.body.code]).toEqual([400, 'invalid_credentials']);
    expect(wrongWay.body.message).toMatch(/^invalid authentication method: /);
    const given = {
      grant_type: 'authorization_code',
      code,
      code_verifier: VERIFIER,
      client_id: app.client_id,
    };
    expect((await token({ ...given, client_secret: 'wrong' })).body.message).toBe(
      'Invalid client credentials',
    );
    expect((await token(given)).status).toBe(400);
    expect((await token({ ...given, client_secret: app.client_secret ?? '' })).status).toBe(200);
  });

  test('without a secret proves itself by its verifier, and may send JSON', async () => {
    const app = await makeClient({ token_endpoint_auth_method: 'none' });
    expect(app).toMatchObject({ client_type: 'public' });
    expect(app).not.toHaveProperty('client_secret');
    const given = {
      grant_type: 'authorization_code',
      code: await codeFor(app),
      code_verifier: VERIFIER,
      client_id: app.client_id,
    };
    expect((await project.call('POST', '/oauth/token', given, open)).status).toBe(200);
  });

  test.each([
    [{}, 'invalid_request', 'grant_type is required'],
    [{ grant_type: 'password' }, 'unsupported_grant_type', 'Unsupported grant type: password'],
    [
      { grant_type: 'refresh_token' },
      'unsupported_grant_type',
      'Client is not allowed to use grant type: refresh_token',
    ],
  ] as const)('that asks with %j is told so', async (parameters, error, error_description) => {
    const app = await makeClient({ grant_types: ['authorization_code'] });
    const { status, body } = await token(parameters, basic(app));
    expect([status, body]).toEqual([400, { error, error_description }]);
  });

  test('has refresh tokens of its own, which work nowhere else, and others do not work for it', async () => {
    const app = await makeClient();
    const { refresh_token } = (await exchange(app, await codeFor(app))).body;
    const problem = {
      error: 'invalid_client',
      error_description: 'The refresh token was issued for another client',
    };
    const plain = await project.call('POST', '/token?grant_type=refresh_token', { refresh_token });
    expect([plain.status, plain.body]).toEqual([400, problem]);
    const other = await token({ grant_type: 'refresh_token', refresh_token }, basic(await makeClient()));
    expect([other.status, other.body]).toEqual([400, problem]);
    const own = (await anna.getSession()).data.session?.refresh_token ?? '';
    expect((await token({ grant_type: 'refresh_token', refresh_token: own }, basic(app))).body).toEqual(
      problem,
    );
  });
});

describe('the owner of the project', () => {
  test('makes, lists, changes and deletes applications, and gives them new secrets', async () => {
    const app = await makeClient();
    const other = await makeClient({ client_name: 'Writer', redirect_uris: ['myapp://callback'] });
    expect(app).toMatchObject({
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'manual',
      redirect_uris: [REDIRECT],
    });
    const page = await owner.listClients({ page: 1, perPage: 1 });
    expect(page.data).toMatchObject({ clients: [{}], total: 2, nextPage: 2 });
    expect(JSON.stringify((await owner.listClients()).data)).not.toContain('secret":');
    expect((await owner.updateClient(app.client_id, { client_name: 'Reader 2' })).data).toMatchObject({
      client_name: 'Reader 2',
      redirect_uris: [REDIRECT],
    });
    const code = await codeFor(app);
    const renewed = (await owner.regenerateClientSecret(app.client_id)).data as OAuthClient;
    expect((await exchange(app, code)).body.message).toBe('Invalid client credentials');
    const { body } = await exchange(renewed, code);
    expect((await owner.getClient(app.client_id)).data).toMatchObject({ client_name: 'Reader 2' });
    expect((await owner.deleteClient(app.client_id)).error).toBeNull();
    expect((await owner.getClient(app.client_id)).error?.code).toBe('oauth_client_not_found');
    // What it had ends with it.
    const info = await project.call('GET', '/oauth/userinfo', undefined, {
      ...open,
      token: body.access_token,
    });
    expect(info.body.code).toBe('session_not_found');
    expect((await owner.listClients()).data.clients.map(({ client_id }) => client_id)).toEqual([
      other.client_id,
    ]);
    expect((await owner.getClient('x')).error?.status).toBe(400);
  });

  test.each([
    [{ redirect_uris: [] }, 'redirect_uris is required'],
    [{ redirect_uris: Array(11).fill(REDIRECT) }, /more than 10/],
    [{ redirect_uris: ['http://client.test/'] }, /must begin with https/],
    [{ redirect_uris: ['https://client.test/#a'] }, /fragment/],
    [{ redirect_uris: ['https://client.test/,https://evil.test/'] }, /commas/],
    [{ redirect_uris: ['/callback'] }, /scheme and a host/],
    [{ redirect_uris: ['javascript://client.test/%0aalert(1)'] }, /not allowed/],
    [{ redirect_uris: ['data:text/html,x'] }, /scheme and a host/],
    [{ redirect_uris: 'https://client.test' }, /list of texts/],
    [{ client_uri: 'javascript:alert(1)' }, /client_uri must be/],
    [{ logo_uri: 'x' }, /logo_uri must be/],
    [{ client_name: 'x'.repeat(1_025) }, /client_name must have/],
    [{ grant_types: ['password'] }, /grant_types must be/],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, /token_endpoint_auth_method must be/],
    [{ client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, /does not fit/],
  ])('is told what is wrong with %j', async (more, message) => {
    const details = { client_name: 'Reader', redirect_uris: [REDIRECT], ...more };
    const { status, body } = await project.manage('POST', '/admin/oauth/clients', details);
    expect([status, body.code, body.message]).toEqual([
      400,
      'validation_failed',
      expect.stringMatching(message),
    ]);
  });

  test('may use loopback addresses and schemes of apps', async () => {
    for (const uri of ['http://localhost:3000/cb', 'http://127.0.0.1/cb', 'http://[::1]:8080/', 'myapp://cb'])
      await makeClient({ redirect_uris: [uri] });
  });

  test('keeps the key: nobody else manages applications', async () => {
    const { status } = await project.call('GET', '/admin/oauth/clients');
    expect(status).toBe(401);
  });
});

test('applications register themselves only where the project wants it, ten in five minutes', async () => {
  const register = () =>
    project.call(
      'POST',
      '/oauth/clients/register',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      open,
    );
  const refused = await register();
  expect([refused.status, refused.body.code]).toEqual([403, 'oauth_dynamic_client_registration_disabled']);
  project.settings.oauth_server_allow_dynamic_registration = true;
  const { status, body } = await register();
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ registration_type: 'dynamic', client_type: 'public' }),
  ]);
  await codeFor(body);
  for (let more = 0; more < 9; more += 1) await register();
  expect((await register()).status).toBe(429);
});

test('its description leads to all of it, and without it there is nothing', async () => {
  const get = (path: string) => project.call('GET', path, undefined, open);
  const { body } = await get('/.well-known/oauth-authorization-server');
  expect(body).toMatchObject({
    issuer: 'http://api.test/abcdefghijklmnopqrst/auth/v1',
    authorization_endpoint: expect.stringMatching(/\/oauth\/authorize$/),
    token_endpoint: expect.stringMatching(/\/oauth\/token$/),
    scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access'],
  });
  expect(body).not.toHaveProperty('registration_endpoint');
  expect((await get('/.well-known/openid-configuration')).body).toEqual(body);
  project.settings.oauth_server_enabled = false;
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize', '/oauth/userinfo'])
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'feature_disabled' } });
  expect((await owner.listClients()).error?.code).toBe('feature_disabled');
  expect((await anna.oauth.listGrants()).error?.code).toBe('feature_disabled');
});
