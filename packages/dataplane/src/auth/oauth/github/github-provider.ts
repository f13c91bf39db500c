import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import * as openid from 'openid-client';
import { joinScopes } from '../providers/authorization-parameters.ts';
import type { OAuthProvider } from '../providers/oauth-provider.ts';
import { githubProfile } from './github-profile.ts';

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
