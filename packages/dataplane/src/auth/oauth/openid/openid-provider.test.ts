import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTGOING_FOR_TEST } from '../../outgoing-for-test.ts';
import { openIdProvider, withAppleName } from './openid-provider.ts';
import { chosenIssuer } from './openid-recipe.ts';

// An issuer whose answers a test can get wrong in ways that a real one does not.
let server: Server;
let issuer: string;
let idToken: string;
let tokenRequest: URLSearchParams;
let metadata: Record<string, unknown>;
const keys = await generateKeyPair('RS256', { extractable: true });
const foreign = await generateKeyPair('RS256');

beforeAll(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256' };
  server = createServer(async (request, response) => {
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/jwks') return json({ keys: [jwk] });
    if (request.url !== '/token') return json({ issuer, ...metadata });
    tokenRequest = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    return json({ access_token: 'at', token_type: 'bearer', id_token: idToken });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let run = 0;
beforeEach(() => {
  // Every test has an issuer of its own: what one publishes is kept for an hour.
  run += 1;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = `${origin}/${run}`;
  metadata = {
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
  };
});

const VERIFIER = 'v'.repeat(43);
const REDIRECT = 'http://api.test/callback';

function provider() {
  const settings = {
    enabled: true,
    client_id: 'client',
    secret: 'secret',
    url: issuer,
    additional_client_ids: '',
    email_optional: false,
    skip_nonce_check: false,
  };
  return openIdProvider(chosenIssuer(null), settings, OUTGOING_FOR_TEST.fetch);
}

async function authorize(): Promise<URLSearchParams> {
  const request = {
    redirectUri: REDIRECT,
    state: 's',
    verifier: VERIFIER,
    scopes: [],
    extra: new URLSearchParams(),
  };
  return (await provider().authorizationUrl(request)).searchParams;
}

function login() {
  const parameters = new URLSearchParams({ code: 'c', state: 's' });
  return provider().login({ redirectUri: REDIRECT, state: 's', verifier: VERIFIER, parameters });
}

async function claims(changes: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  const nonce = (await authorize()).get('nonce');
  const usual = { iss: issuer, sub: 'ada', aud: 'client', iat: now, exp: now + 300, nonce };
  return { ...usual, email: 'ada@example.com', email_verified: true, name: 'Ada', ...changes };
}

async function sign(payload: object, key = keys.privateKey): Promise<string> {
  return await new SignJWT({ ...payload }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key);
}

describe('openIdProvider', () => {
  it('takes what the issuer says', async () => {
    idToken = await sign(await claims());
    const { profile, tokens } = await login();
    expect(profile).toMatchObject({ subject: 'ada', email: 'ada@example.com', emailVerified: true });
    expect(tokens).toEqual({ accessToken: 'at', refreshToken: null });
    expect(Object.fromEntries(tokenRequest)).toMatchObject({
      client_id: 'client',
      client_secret: 'secret',
      redirect_uri: REDIRECT,
    });
  });

  it('refuses an ID token that is not signed by the issuer', async () => {
    idToken = await sign(await claims(), foreign.privateKey);
    await expect(login()).rejects.toThrow();
    idToken = new UnsecuredJWT(await claims()).encode();
    await expect(login()).rejects.toThrow();
  });

  it.each([
    { nonce: 'of another sign-in' },
    { nonce: undefined },
    { aud: 'somebody' },
    { iss: 'https://accounts.google.com' },
    { exp: 1 },
    { sub: '' },
  ])('refuses an ID token with %j', async (changes) => {
    idToken = await sign(await claims(changes));
    await expect(login()).rejects.toThrow();
  });

  it('uses PKCE where the issuer has it, and a nonce in any case', async () => {
    const plain = await authorize();
    expect([plain.has('code_challenge'), plain.get('nonce')?.length]).toEqual([false, 43]);
    issuer = `${issuer}-with-pkce`;
    metadata.code_challenge_methods_supported = ['S256'];
    expect((await authorize()).get('code_challenge_method')).toBe('S256');
    idToken = await sign(await claims());
    await login();
    expect(tokenRequest.get('code_verifier')).toBe(VERIFIER);
  });

  it('puts the secret into the header for issuers that want it there', async () => {
    metadata.token_endpoint_auth_methods_supported = ['client_secret_basic'];
    idToken = await sign(await claims());
    await login();
    expect(tokenRequest.has('client_secret')).toBe(false);
  });

  it('refuses a document that speaks for another issuer', async () => {
    metadata.issuer = 'https://accounts.google.com';
    await expect(authorize()).rejects.toThrow('issuer does not match');
  });
});

const answer = (user?: string) => ({
  redirectUri: '',
  state: '',
  verifier: '',
  parameters: new URLSearchParams(user === undefined ? {} : { user }),
});

describe('withAppleName', () => {
  it('reads the name from the form', () => {
    const user = '{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.com"}';
    expect(withAppleName({ sub: '1' }, answer(user))).toEqual({ sub: '1', name: 'Ada Lovelace' });
  });

  it.each([undefined, '', '{', 'null', '{"name":{"firstName":{}}}'])('adds nothing for %j', (user) => {
    expect(withAppleName({ sub: '1' }, answer(user))).toEqual({ sub: '1' });
  });
});
