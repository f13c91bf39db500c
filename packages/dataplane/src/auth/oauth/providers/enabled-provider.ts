import type { OAuthProviderSettings } from '@basalt/project';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { customProvider } from '../custom/custom-provider.ts';
import { findCustomProvider } from '../custom/custom-provider-rows.ts';
import type { OAuth2Recipe } from '../oauth2/oauth2-recipe.ts';
import { OAUTH2_RECIPES } from '../oauth2/oauth2-recipes.ts';
import { AZURE, chosenIssuer, fixedIssuer, type OpenIdRecipe } from '../openid/openid-recipe.ts';

/** How a provider is spoken to. `null`: the settings know its name, but nothing here speaks to it yet. */
export type ProviderRecipe = OpenIdRecipe | OAuth2Recipe | null;

/** Every name that `external_<name>_enabled` has in the settings. Those with `null` answer that they are not supported. */
const PROVIDERS = {
  ...OAUTH2_RECIPES,
  apple: fixedIssuer('https://appleid.apple.com', { scopes: 'openid email name', formPost: true }),
  azure: AZURE,
  gitlab: chosenIssuer('https://gitlab.com'),
  google: fixedIssuer('https://accounts.google.com', { otherIssuers: ['accounts.google.com'] }),
  keycloak: chosenIssuer(null),
  // LinkedIn's ID tokens carry no nonce; it has a client secret to protect the code instead.
  linkedin_oidc: fixedIssuer('https://www.linkedin.com/oauth', { nonce: false }),
  // The older name: Slack has OpenID Connect only now.
  slack: fixedIssuer('https://slack.com'),
  slack_oidc: fixedIssuer('https://slack.com'),
  // OAuth 1; the newer name is x.
  twitter: null,
} as const satisfies Record<string, ProviderRecipe>;

export type OAuthProviderName = keyof typeof PROVIDERS;

export const OAUTH_PROVIDERS = Object.keys(PROVIDERS) as readonly OAuthProviderName[];

/** The recipe of a name that came from a request; undefined when no provider is called so. */
export function providerRecipe(name: string): ProviderRecipe | undefined {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as OAuthProviderName] : undefined;
}

export interface EnabledProvider {
  name: string;
  recipe: NonNullable<ProviderRecipe>;
  settings: OAuthProviderSettings;
}

/**
 * The provider of a request, if people may sign in by it. Throws `validation_failed` without a name,
 * `oauth_provider_not_supported`, `provider_disabled`.
 */
export async function enabledProvider(
  context: Pick<AuthContext, 'settings' | 'db'>,
  requested: string | null,
): Promise<EnabledProvider> {
  if (requested === null) throw new AuthError('validation_failed', 'The request must name a provider.');
  const { settings } = context;
  const name = requested.toLowerCase();
  if (name.startsWith(CUSTOM)) return await enabledCustomProvider(context, name);
  const recipe = providerRecipe(name);
  if (recipe === undefined) throw unknownProvider();
  const own = Object.hasOwn(settings.external, name) ? settings.external[name] : undefined;
  if (!own?.enabled) throw switchedOff();
  if (recipe === null) {
    const message = `Unsupported provider: signing in with ${name} is not there yet`;
    throw new AuthError('oauth_provider_not_supported', message);
  }
  if (own.client_id.trim() === '') {
    throw new AuthError('provider_disabled', 'Unsupported provider: its settings lack the client id');
  }
  return { name, recipe, settings: own };
}

/** What the names of providers begin with that the project's own database describes. */
const CUSTOM = 'custom:';

async function enabledCustomProvider(
  { settings, db }: Pick<AuthContext, 'settings' | 'db'>,
  name: string,
): Promise<EnabledProvider> {
  if (!settings.custom_oauth_enabled) throw switchedOff();
  const row = await findCustomProvider(db, name);
  if (row === null) throw unknownProvider();
  if (!row.enabled) throw switchedOff();
  return { name, ...customProvider(row) };
}

function unknownProvider(): AuthError {
  const message = 'Unsupported provider: there is no provider of this name';
  return new AuthError('oauth_provider_not_supported', message);
}

function switchedOff(): AuthError {
  return new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
}
