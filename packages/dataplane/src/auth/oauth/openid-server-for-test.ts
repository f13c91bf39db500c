import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export interface TestPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

export interface TestOpenIdServer {
  issuer: string;
  clientId: string;
  secret: string;
  /** Who can sign in, by subject. `login_hint` of the request says who does; `deny` refuses. */
  people: Map<string, TestPerson>;
  /** Follows an authorization URL like a browser, to the address the server sends it back to. */
  visit(url: string): Promise<URL>;
  /** An ID token with the server's own key, for the claims a test wants. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

/** A real OpenID Connect server on a free port, which signs people in without asking. */
export async function startOpenIdServer(redirectUri: string): Promise<TestOpenIdServer> {
  const people = new Map<string, TestPerson>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = 'basalt-test';
  const secret = 'a secret of the test client';

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the test server'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: async () => ({ sub, ...person }) };
    },
    async loadExistingGrant(context) {
      const { client, session, provider: self } = context.oidc;
      const grant = new self.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  });

  async function handle(
    request: Parameters<ReturnType<Provider['callback']>>[0],
    response: Parameters<ReturnType<Provider['callback']>>[1],
  ): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return void (await provider.callback()(request, response));
    const { params } = await provider.interactionDetails(request, response);
    const who = String(params.login_hint);
    const denied = { error: 'access_denied', error_description: 'The person said no' };
    const result = who === 'deny' ? denied : { login: { accountId: who } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    while (!next.href.startsWith(redirectUri)) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${next.href} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    return next;
  }

  return {
    issuer,
    clientId,
    secret,
    people,
    visit,
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test-key', ...header }).sign(privateKey),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
