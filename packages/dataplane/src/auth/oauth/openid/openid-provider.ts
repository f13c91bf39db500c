import { createHash } from 'node:crypto';
import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import * as openid from 'openid-client';
import { joinScopes } from '../providers/authorization-parameters.ts';
import type { AuthorizationAnswer, OAuthProvider } from '../providers/oauth-provider.ts';
import { openIdClient, openIdConfiguration } from './openid-configuration.ts';
import { emailVerifiedClaim, openIdProfile } from './openid-profile.ts';
import type { OpenIdRecipe } from './openid-recipe.ts';

/** Signing in by OpenID Connect: authorization code with PKCE where the provider has it, and a nonce in the ID token. */
export function openIdProvider(
  recipe: OpenIdRecipe,
  settings: OAuthProviderSettings,
  fetch: OutgoingFetch,
): OAuthProvider {
  const usesPkce = (configuration: openid.Configuration) =>
    recipe.pkce !== false && configuration.serverMetadata().supportsPKCE();

  return {
    async authorizationUrl(request) {
      const configuration = await openIdConfiguration(openIdClient(recipe, settings), fetch);
      const parameters = new URLSearchParams(request.extra);
      for (const [name, value] of Object.entries(recipe.parameters ?? {})) parameters.set(name, value);
      parameters.set('redirect_uri', request.redirectUri);
      parameters.set('scope', joinScopes(recipe.scopes, request.scopes));
      parameters.set('state', request.state);
      if (recipe.nonce) parameters.set('nonce', nonceOf(request.verifier));
      if (recipe.formPost) parameters.set('response_mode', 'form_post');
      if (usesPkce(configuration)) {
        parameters.set('code_challenge', await openid.calculatePKCECodeChallenge(request.verifier));
        parameters.set('code_challenge_method', 'S256');
      }
      return openid.buildAuthorizationUrl(configuration, parameters);
    },

    async login(answer) {
      const client = openIdClient(recipe, settings);
      const configuration = await openIdConfiguration(client, fetch);
      const url = new URL(answer.redirectUri);
      url.search = answer.parameters.toString();
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: answer.state,
        idTokenExpected: true,
        ...(recipe.nonce ? { expectedNonce: nonceOf(answer.verifier) } : {}),
        ...(usesPkce(configuration) ? { pkceCodeVerifier: answer.verifier } : {}),
      });
      const claims = await knownClaims(configuration, tokens.claims(), tokens.access_token);
      const ownsEmail = recipe.ownsEmail ?? emailVerifiedClaim;
      const read = recipe.profile ?? openIdProfile;
      return {
        profile: read(withAppleName(claims, answer), (known) => ownsEmail(known, client.issuer)),
        tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
      };
    },
  };
}

/** Many issuers keep the ID token small and tell address and name only when asked. */
async function knownClaims(
  configuration: openid.Configuration,
  idToken: openid.IDToken | undefined,
  accessToken: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (idToken === undefined) throw new Error('The provider sent no ID token.');
  const complete = idToken.email !== undefined && idToken.name !== undefined;
  if (complete || configuration.serverMetadata().userinfo_endpoint === undefined) return idToken;
  return mergeClaims(idToken, await openid.fetchUserInfo(configuration, accessToken, idToken.sub));
}

/** The nonce follows from the secret of the sign-in, so it need not be kept; nobody gets from it to the secret. */
function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce ${verifier}`).digest('base64url');
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Apple tells a person's name once, as JSON in the form that the browser posts back, never in the token. It is not
 * signed, so it serves as a name and nothing else.
 */
export function withAppleName(claims: Claims, { parameters }: AuthorizationAnswer): Claims {
  const user = parameters.get('user');
  if (user === null || claims.name !== undefined) return claims;
  const name = parseName(user);
  return name === '' ? claims : { ...claims, name };
}

function parseName(user: string): string {
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    return [name?.firstName, name?.lastName]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .trim();
  } catch {
    return '';
  }
}

/**
 * What an ID token says, with the gaps filled from the userinfo endpoint. An address and whether it is verified come from
 * the same of the two, so that one place's "verified" is never read as a word about the other's address.
 */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const { email: _email, email_verified: _verified, ...rest } = { ...userInfo, ...idToken };
  const source = idToken.email === undefined ? userInfo : idToken;
  return { ...rest, ...pick(source, 'email'), ...pick(source, 'email_verified') };
}

function pick(claims: Claims, name: string): Claims {
  return claims[name] === undefined ? {} : { [name]: claims[name] };
}
