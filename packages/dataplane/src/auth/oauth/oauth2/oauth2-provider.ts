import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import { calculatePKCECodeChallenge } from 'openid-client';
import { joinScopes } from '../providers/authorization-parameters.ts';
import type { OAuthProvider, ProviderTokens } from '../providers/oauth-provider.ts';
import { describedProfile } from './oauth2-profile.ts';
import type { Json, OAuth2Recipe } from './oauth2-recipe.ts';

/**
 * Signing in by plain OAuth 2. Answers of providers differ from the standard in many small ways (a list of scopes, no type of
 * the token, refusals with status 200), so only what is needed is looked at.
 */
export function oauth2Provider(
  recipe: OAuth2Recipe,
  settings: OAuthProviderSettings,
  fetch: OutgoingFetch,
): OAuthProvider {
  const clientId = settings.client_id.trim();
  const place = (address: string): string =>
    recipe.isMovable && settings.url.trim() !== ''
      ? address.replace(recipe.issuer, settings.url.trim().replace(/\/+$/, ''))
      : address;

  return {
    async authorizationUrl(request) {
      const url = new URL(place(recipe.authorize));
      for (const [name, value] of request.extra) url.searchParams.set(recipe.renamed?.[name] ?? name, value);
      for (const [name, value] of Object.entries(recipe.parameters ?? {})) url.searchParams.set(name, value);
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('redirect_uri', request.redirectUri);
      url.searchParams.set('state', request.state);
      const scope = joinScopes(recipe.scopes, request.scopes);
      if (scope !== '') url.searchParams.set('scope', scope);
      if (recipe.pkce) {
        url.searchParams.set('code_challenge', await calculatePKCECodeChallenge(request.verifier));
        url.searchParams.set('code_challenge_method', 'S256');
      }
      return url;
    },

    async login({ parameters, redirectUri, verifier }) {
      const tokens = await exchange({ code: parameters.get('code') ?? '', redirectUri, verifier });
      const accessToken = tokens.accessToken ?? '';
      const answers = await Promise.all(recipe.people.map((address) => ask(address, accessToken)));
      return { profile: describedProfile(recipe.describe(...answers), recipe.issuer), tokens };
    },
  };

  async function exchange(given: {
    code: string;
    redirectUri: string;
    verifier: string;
  }): Promise<ProviderTokens> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirectUri,
      ...(recipe.pkce ? { code_verifier: given.verifier } : {}),
      ...(recipe.secretIn === 'body' ? { client_id: clientId, client_secret: settings.secret } : {}),
    });
    const response = await fetch(place(recipe.token), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(recipe.secretIn === 'header' ? { authorization: basic(clientId, settings.secret) } : {}),
      },
      body: body.toString(),
    });
    const answer = await readJson(response);
    if (!response.ok || typeof answer.access_token !== 'string' || answer.access_token === '')
      throw new Error(`The provider gave no token (status ${response.status}).`);
    const refreshToken = typeof answer.refresh_token === 'string' ? answer.refresh_token : null;
    return { accessToken: answer.access_token, refreshToken };
  }

  async function ask(address: string, accessToken: string): Promise<Json> {
    const url = new URL(place(address));
    const proof = recipe.proof?.(accessToken, settings.secret) ?? {};
    for (const [name, value] of Object.entries(proof)) url.searchParams.set(name, value);
    const response = await fetch(url.href, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'basalt',
        ...recipe.headers?.(clientId),
      },
    });
    if (response.status !== 200)
      throw new Error(`${url.host} answered ${response.status} to ${url.pathname}.`);
    return await readJson(response);
  }
}

/** RFC 6749, section 2.3.1: both parts are encoded before they are joined. */
function basic(clientId: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}`;
}

/** An object or a list as it came; anything else says nothing. */
async function readJson(response: Response): Promise<Json> {
  const value: unknown = await response.json();
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
