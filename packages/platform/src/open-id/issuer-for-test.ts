import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const CLIENT = { client_id: 'basalt', client_secret: 'a secret of the organization' };

/** An issuer of OpenID Connect that vouches for whatever address a test says. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] };
  let origin = '';
  /** Codes that were exchanged. */
  const exchanged: string[] = [];
  const vouched = new Map<string, { email: string; nonce: string }>();
  const server = createServer(async (request, response) => {
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return json(keys);
      default: {
        const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
        const code = form.get('code') ?? '';
        exchanged.push(code);
        const { email, nonce } = vouched.get(code) ?? { email: '', nonce: '' };
        const token = await new SignJWT({ email, email_verified: true, nonce })
          .setProtectedHeader({ alg: 'RS256', kid: 'k' })
          .setIssuer(origin)
          .setAudience(CLIENT.client_id)
          .setSubject(email)
          .setIssuedAt()
          .setExpirationTime('1m')
          .sign(privateKey);
        return json({ access_token: 'opaque', token_type: 'Bearer', id_token: token });
      }
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    exchanged,
    /** What the browser brings back from it, signed in as `email`. @param url where it was sent */
    answerFor(url: string, email: string): string {
      const { searchParams: asked } = new URL(url);
      const code = `code-${vouched.size}`;
      vouched.set(code, { email, nonce: asked.get('nonce') ?? '' });
      return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
