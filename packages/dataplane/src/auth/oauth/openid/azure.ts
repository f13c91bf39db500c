import { chosenIssuer, type OpenIdRecipe } from './openid-recipe.ts';

const ORIGIN = 'https://login.microsoftonline.com';
const SHARED_TENANTS = new Set(['common', 'organizations', 'consumers']);

/** Microsoft Entra: the `url` of the settings names the tenant, without it anybody with a Microsoft account may come. */
export const AZURE: OpenIdRecipe = chosenIssuer(null, {
  issuer: (url) => `${(url === '' ? `${ORIGIN}/common` : url).replace(/\/v2\.0$/, '')}/v2.0`,
  ownsEmail,
});

/**
 * In a shared tenant everybody may put any address into their own directory, so an address counts only with the claim
 * that the owner of its domain was checked. In a tenant of the project's own, its administrator vouches for addresses.
 */
function ownsEmail(claims: Readonly<Record<string, unknown>>, issuer: string): boolean {
  const domainChecked = claims.xms_edov;
  if (domainChecked !== undefined) return ['1', 'true'].includes(String(domainChecked).toLowerCase());
  const tenant = new URL(issuer).pathname.split('/')[1] ?? '';
  return !SHARED_TENANTS.has(tenant.toLowerCase());
}
