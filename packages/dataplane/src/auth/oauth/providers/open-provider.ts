import { type GithubAddresses, githubProvider } from '../github/github-provider.ts';
import { openIdProvider } from '../openid/openid-provider.ts';
import type { EnabledProvider } from './enabled-provider.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/** @param github where GitHub is, for tests. */
export function openProvider(
  { recipe, settings }: EnabledProvider,
  github: GithubAddresses | undefined,
): OAuthProvider {
  return recipe.kind === 'github' ? githubProvider(settings, github) : openIdProvider(recipe, settings);
}
