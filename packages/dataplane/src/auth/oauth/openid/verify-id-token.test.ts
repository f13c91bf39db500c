import { createHash, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTGOING_FOR_TEST } from '../../outgoing-for-test.ts';
import { startOpenIdServer, type TestOpenIdServer } from '../openid-server-for-test.ts';
import { chosenIssuer } from './openid-recipe.ts';
import { accessTokenHash, verifyIdToken } from './verify-id-token.ts';

let server: TestOpenIdServer;

beforeAll(async () => {
  server = await startOpenIdServer('http://127.0.0.1/callback');
});
afterAll(() => server.stop());

const NOW = Math.floor(Date.now() / 1000);
const recipe = chosenIssuer(null);

function settings(changes = {}) {
  return {
    enabled: true,
    client_id: server.clientId,
    secret: server.secret,
    url: server.issuer,
    additional_client_ids: 'ios-app, android-app',
    email_optional: false,
    skip_nonce_check: false,
    ...changes,
  };
}

function claims(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const usual = { iss: server.issuer, sub: 'ada', aud: server.clientId, iat: NOW, exp: NOW + 300 };
  return { ...usual, email: 'ada@example.com', email_verified: true, ...changes };
}

function verify(idToken: string, changes: { nonce?: string; accessToken?: string } = {}, other = {}) {
  const presented = { idToken, nonce: changes.nonce ?? null, accessToken: changes.accessToken ?? null };
  return verifyIdToken(recipe, settings(other), presented, OUTGOING_FOR_TEST.fetch);
}

describe('verifyIdToken', () => {
  it.each(['basalt-test', 'ios-app', 'android-app', ['somebody', 'ios-app']])(
    'takes a token for one of our clients: %j',
    async (aud) => {
      const profile = await verify(await server.sign(claims({ aud })));
      expect(profile).toMatchObject({ subject: 'ada', email: 'ada@example.com', emailVerified: true });
    },
  );

  it.each([
    ['another client', { aud: 'somebody' }, 'Unacceptable audience'],
    ['nobody', { aud: [] }, 'Unacceptable audience'],
    ['us, but handed to another', { aud: ['basalt-test', 'x'], azp: 'x' }, 'Unacceptable audience'],
    ['another issuer', { iss: 'https://accounts.google.com' }, 'another issuer'],
    ['the past', { exp: NOW - 60 }, 'has expired'],
    ['the future', { nbf: NOW + 600 }, 'Bad ID token'],
    ['ever', { exp: undefined }, 'Bad ID token'],
    ['no subject', { sub: undefined }, 'Bad ID token'],
  ])('refuses a token for %s', async (_name, changes, message) => {
    await expect(verify(await server.sign(claims(changes)))).rejects.toThrow(message);
  });

  it('refuses a token that is not signed', async () => {
    await expect(verify(new UnsecuredJWT(claims()).encode())).rejects.toThrow('Bad ID token');
  });

  it('refuses a token signed with the public key or the client secret as a shared secret', async () => {
    const jwks = await (await fetch(`${server.issuer}/jwks`)).text();
    for (const secret of [jwks, server.secret]) {
      const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'test-key' });
      await expect(verify(await forged.sign(new TextEncoder().encode(secret)))).rejects.toThrow(
        'Bad ID token',
      );
    }
  });

  it('refuses a token signed with a key of its own, named in it or not', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const header of [{ kid: 'test-key' }, { kid: 'foreign' }, {}, { jku: 'http://127.0.0.1:1/jwks' }]) {
      const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header });
      await expect(verify(await forged.sign(privateKey))).rejects.toThrow('Bad ID token');
    }
  });

  it.each(['', 'x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9.e30.'])('refuses %j', async (text) => {
    await expect(verify(text)).rejects.toThrow('Bad ID token');
  });

  it('checks the nonce', async () => {
    const nonce = 'once';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await server.sign(claims({ nonce: hashed }));
    await expect(verify(token, { nonce })).resolves.toMatchObject({ subject: 'ada' });
    await expect(verify(token, { nonce: 'other' })).rejects.toThrow('Nonces mismatch');
    await expect(verify(token, { nonce: hashed })).rejects.toThrow('Nonces mismatch');
    await expect(verify(token)).rejects.toThrow('both exist or not');
    await expect(verify(await server.sign(claims()), { nonce })).rejects.toThrow('both exist or not');
    await expect(verify(token, {}, { skip_nonce_check: true })).resolves.toMatchObject({ subject: 'ada' });
  });

  it('checks that the access token belongs to the ID token', async () => {
    const token = await server.sign(claims({ at_hash: accessTokenHash('right', 'RS256') }));
    await expect(verify(token, { accessToken: 'right' })).resolves.toMatchObject({ subject: 'ada' });
    await expect(verify(token, { accessToken: 'wrong' })).rejects.toThrow('not the one');
    await expect(verify(token)).resolves.toMatchObject({ subject: 'ada' });
  });
});

it('accessTokenHash agrees with the example of OpenID Connect', () => {
  expect(accessTokenHash('jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y', 'RS256')).toBe(
    '77QmUPtjPfzWtF2AnpK9RQ',
  );
});
