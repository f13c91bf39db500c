import type { AuthSettings, OAuthProviderSettings } from '@basalt/project';
import { AuthError } from '../../errors/auth-error.ts';
import { type ProviderRecipe, providerRecipe } from './provider-table.ts';

export interface EnabledProvider {
  name: string;
  recipe: NonNullable<ProviderRecipe>;
  settings: OAuthProviderSettings;
}

/**
 * The provider of a request, if people may sign in by it. Throws `validation_failed` without a name,
 * `oauth_provider_not_supported`, `provider_disabled`.
 */
export function enabledProvider(
  settings: Pick<AuthSettings, 'external'>,
  requested: string | null,
): EnabledProvider {
  if (requested === null) throw new AuthError('validation_failed', 'The request must name a provider.');
  const name = requested.toLowerCase();
  const recipe = providerRecipe(name);
  if (recipe === undefined) {
    throw new AuthError(
      'oauth_provider_not_supported',
      'Unsupported provider: there is no provider of this name',
    );
  }
  const own = Object.hasOwn(settings.external, name) ? settings.external[name] : undefined;
  if (!own?.enabled)
    throw new AuthError('provider_disabled', 'Unsupported provider: provider is not enabled');
  if (recipe === null) {
    const message = `Unsupported provider: signing in with ${name} is not there yet`;
    throw new AuthError('oauth_provider_not_supported', message);
  }
  if (own.client_id.trim() === '') {
    throw new AuthError('provider_disabled', 'Unsupported provider: its settings lack the client id');
  }
  return { name, recipe, settings: own };
}
