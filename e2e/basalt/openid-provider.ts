import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider says of somebody, and how it misbehaves. */
export interface OpenIdTricks {
  claims?: Record<string, unknown>;
  /** What it says at its address for that, in place of its token. */
  userinfo?: Record<string, unknown>;
  /** Signs with a key that it has not published. */
  strangeKey?: boolean;
  /** Asks for no proof that whoever exchanges the code began the sign-in. */
  noPkce?: boolean;
}

/** A provider of OpenID Connect on a free port that signs real tokens, and lets everybody in at once as whom a test says. */
export async function startOpenIdProvider() {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const clientId = 'basalt';
  const secret = 'the-secret-of-the-dashboard';
  const tokens = new Map<string, OpenIdTricks>();
  const codes = new Map<string, { nonce: string; challenge: string; tricks: OpenIdTricks }>();
  let issuer = '';
  /** Who signs in next. */
  let next: OpenIdTricks = {};

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return json(200, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize': {
        const code = `code-${codes.size}`;
        const { searchParams: asked } = url;
        codes.set(code, {
          nonce: asked.get('nonce') ?? '',
          challenge: asked.get('code_challenge') ?? '',
          tricks: next,
        });
        const back = new URL(asked.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
        return response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const form = new URLSearchParams(await text(request));
        const known = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (
          known === undefined ||
          form.get('client_secret') !== secret ||
          (!known.tricks.noPkce && proof !== known.challenge)
        )
          return json(400, { error: 'invalid_grant' });
        const now = Math.floor(Date.now() / 1_000);
        const claims = {
          ...{ iss: issuer, aud: clientId, sub: 'somebody', iat: now, exp: now + 60, nonce: known.nonce },
          ...known.tricks.claims,
        };
        const signer = known.tricks.strangeKey ? stranger.privateKey : key.privateKey;
        const access = `opaque-${tokens.size}`;
        tokens.set(access, known.tricks);
        return json(200, { access_token: access, token_type: 'Bearer', id_token: jwt(claims, signer) });
      }
      case '/userinfo': {
        const told = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))?.userinfo;
        return told === undefined ? json(401, {}) : json(200, { sub: 'somebody', ...told });
      }
      default:
        return json(404, {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    secret,
    environment: {
      BASALT_OIDC_ISSUER: issuer,
      BASALT_OIDC_CLIENT_ID: clientId,
      BASALT_OIDC_CLIENT_SECRET: secret,
      BASALT_OIDC_DOMAINS: 'example.com, example.org',
      BASALT_OIDC_NAME: 'Quarry ID',
      BASALT_OUTGOING_ALLOW: '127.0.0.1',
    },
    signsIn: (tricks: OpenIdTricks) => {
      next = tricks;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function jwt(claims: object, key: KeyObject): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

async function text(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}
