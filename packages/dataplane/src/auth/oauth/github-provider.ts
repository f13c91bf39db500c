import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import * as openid from 'openid-client';
import { joinScopes } from './providers/authorization-parameters.ts';
import type { OAuthProvider, ProviderProfile } from './providers/oauth-provider.ts';

/** Where GitHub is. Only tests say otherwise. */
export interface GithubAddresses {
  web: string;
  api: string;
}

const GITHUB: GithubAddresses = { web: 'https://github.com', api: 'https://api.github.com' };
const USUAL_SCOPES = 'user:email';

/** GitHub speaks plain OAuth 2: who the person is has to be asked from its API. */
export function githubProvider(
  settings: OAuthProviderSettings,
  fetch: OutgoingFetch,
  at: GithubAddresses = GITHUB,
): OAuthProvider {
  const issuer = `${at.web}/login/oauth`;
  const configuration = new openid.Configuration(
    { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` },
    settings.client_id.trim(),
    undefined,
    openid.ClientSecretPost(settings.secret),
  );
  configuration[openid.customFetch] = fetch;
  if (at.web.startsWith('http:')) openid.allowInsecureRequests(configuration);

  async function ask(path: string, accessToken: string): Promise<unknown> {
    const response = await fetch(`${at.api}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'basalt',
      },
    });
    if (response.status !== 200) throw new Error(`GitHub answered ${response.status} to ${path}.`);
    return await response.json();
  }

  return {
    async authorizationUrl(request) {
      const parameters = new URLSearchParams(request.extra);
      parameters.set('redirect_uri', request.redirectUri);
      parameters.set('scope', joinScopes(USUAL_SCOPES, request.scopes));
      parameters.set('state', request.state);
      parameters.set('code_challenge', await openid.calculatePKCECodeChallenge(request.verifier));
      parameters.set('code_challenge_method', 'S256');
      return openid.buildAuthorizationUrl(configuration, parameters);
    },

    async login(answer) {
      const url = new URL(answer.redirectUri);
      url.search = answer.parameters.toString();
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: answer.state,
        pkceCodeVerifier: answer.verifier,
      });
      const [user, emails] = await Promise.all([
        ask('/user', tokens.access_token),
        ask('/user/emails', tokens.access_token),
      ]);
      return {
        profile: githubProfile(asRecord(user), Array.isArray(emails) ? emails.map(asRecord) : [], at.api),
        tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
      };
    },
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

type Json = Readonly<Record<string, unknown>>;

/** The person that GitHub's `/user` and `/user/emails` describe. Throws when there is no numeric id. */
export function githubProfile(user: Json, emails: readonly Json[], issuer: string): ProviderProfile {
  if (typeof user.id !== 'number') throw new Error('GitHub did not say who the person is.');
  const subject = String(user.id);
  const primary =
    emails.find((entry) => entry.primary === true) ?? emails.find((entry) => entry.verified === true);
  const email = text(primary?.email)?.toLowerCase() ?? null;
  const emailVerified = email !== null && primary?.verified === true;
  const name = text(user.name) ?? text(user.login);
  const login = text(user.login);
  const data: Record<string, unknown> = {
    iss: issuer,
    sub: subject,
    name,
    full_name: name,
    preferred_username: login,
    user_name: login,
    avatar_url: text(user.avatar_url),
    email: email ?? undefined,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
  };
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return { subject, email, emailVerified, data: known };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 2048 && !value.includes('\0')
    ? value
    : undefined;
}
