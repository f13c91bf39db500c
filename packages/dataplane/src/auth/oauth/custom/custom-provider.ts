import type { OAuthProviderSettings } from '@basalt/project';
import { textOf } from '../oauth2/oauth2-profile.ts';
import type { Json, OAuth2Recipe } from '../oauth2/oauth2-recipe.ts';
import { openIdProfile } from '../openid/openid-profile.ts';
import { fixedIssuer, type OpenIdRecipe } from '../openid/openid-recipe.ts';
import type { CustomProviderRow } from './custom-provider-rows.ts';

/** How a provider of the project's own is spoken to, and as whom. */
export function customProvider(row: CustomProviderRow): {
  recipe: OpenIdRecipe | OAuth2Recipe;
  settings: OAuthProviderSettings;
} {
  return {
    recipe: row.provider_type === 'oidc' ? openIdRecipe(row) : oauth2Recipe(row),
    settings: {
      enabled: row.enabled,
      client_id: row.client_id,
      secret: row.client_secret,
      url: '',
      additional_client_ids: row.acceptable_client_ids.join(','),
      email_optional: row.email_optional,
      skip_nonce_check: row.skip_nonce_check,
    },
  };
}

function openIdRecipe(row: CustomProviderRow): OpenIdRecipe {
  return fixedIssuer(row.issuer ?? '', {
    scopes: row.scopes.join(' '),
    nonce: !row.skip_nonce_check,
    pkce: row.pkce_enabled,
    parameters: row.authorization_params,
    ...(row.discovery_url === null ? {} : { discoveryUrl: row.discovery_url }),
    profile(claims, ownsEmail) {
      const profile = openIdProfile(mapped(row, claims), ownsEmail);
      return { ...profile, data: { ...profile.data, ...furtherData(row, claims) } };
    },
  });
}

function oauth2Recipe(row: CustomProviderRow): OAuth2Recipe {
  const authorize = row.authorization_url ?? '';
  return {
    kind: 'oauth2',
    issuer: URL.parse(authorize)?.origin ?? authorize,
    authorize,
    token: row.token_url ?? '',
    people: [row.userinfo_url ?? ''],
    scopes: row.scopes.join(' '),
    pkce: row.pkce_enabled,
    // What every server of the standard has to know (RFC 6749, section 2.3.1).
    secretIn: 'header',
    parameters: row.authorization_params,
    describe(answer = {}) {
      const claims = mapped(row, answer);
      return {
        subject: claims.sub ?? claims.id,
        email: claims.email,
        emailVerified: claims.email_verified === true,
        name: claims.name,
        username: textOf(claims.preferred_username) ?? claims.login,
        picture: textOf(claims.picture) ?? claims.avatar_url,
        further: furtherData(row, answer),
      };
    },
  };
}

/** Facts that say who somebody is come from a claim, never from a text that the settings hold. */
const FROM_CLAIMS: ReadonlySet<string> = new Set(['sub', 'email', 'phone']);

/** Claims under the names that are looked for. A text that names no claim stands for itself. */
function mapped({ attribute_mapping }: CustomProviderRow, claims: Json): Json {
  const entries = Object.entries(attribute_mapping).map(([target, source]) => {
    const found = typeof source === 'string' && Object.hasOwn(claims, source) ? claims[source] : undefined;
    return [target, found ?? (FROM_CLAIMS.has(target) ? undefined : source)];
  });
  return { ...claims, ...Object.fromEntries(entries) };
}

function furtherData({ custom_claims_allowlist }: CustomProviderRow, claims: Json): Record<string, unknown> {
  const kept = custom_claims_allowlist.filter((name) => Object.hasOwn(claims, name));
  if (kept.length === 0) return {};
  return { custom_claims: Object.fromEntries(kept.map((name) => [name, claims[name]])) };
}
