import type { OAuthProviderSettings } from '@basalt/project';
import type { OpenIdClient } from './openid-configuration.ts';
import type { OpenIdRecipe } from './openid-recipe.ts';

/** Our client at a provider. Throws when the settings lack the issuer's address or hold something else in its place. */
export function openIdClient(recipe: OpenIdRecipe, settings: OAuthProviderSettings): OpenIdClient {
  const issuer = recipe.issuer(issuerUrl(settings.url));
  if (issuer === null) throw new Error('The settings of this provider lack the address of its issuer.');
  const protocol = URL.parse(issuer)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new Error('The address of the issuer in the settings of this provider is not an http address.');
  }
  return { issuer, clientId: clientIds(settings)[0] ?? '', secret: settings.secret };
}

/** All ids that the project's applications have at the provider; the first is the one of the web. */
export function clientIds(settings: OAuthProviderSettings): string[] {
  return `${settings.client_id},${settings.additional_client_ids}`
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** People paste the address of the discovery document as well as that of the issuer. */
function issuerUrl(url: string): string {
  return url
    .trim()
    .replace(/\/\.well-known\/.*$/, '')
    .replace(/\/+$/, '');
}
