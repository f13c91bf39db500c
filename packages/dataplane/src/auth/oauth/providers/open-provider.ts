import type { AuthContext } from '../../auth-context.ts';
import { githubProvider } from '../github/github-provider.ts';
import { openIdProvider } from '../openid/openid-provider.ts';
import type { EnabledProvider } from './enabled-provider.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/**
 * A provider whose calls, each as a whole, fail with OutgoingError at one moment, whatever is wrong at the other end. Throws
 * `over_request_rate_limit` when too many wait for it.
 */
export function openProvider(
  { recipe, settings }: EnabledProvider,
  { services, project }: Pick<AuthContext, 'services' | 'project'>,
): OAuthProvider {
  const { github, outgoing, waitingForProviders } = services;
  const open = () =>
    recipe.kind === 'github'
      ? githubProvider(settings, outgoing.fetch, github)
      : openIdProvider(recipe, settings, outgoing.fetch);
  const attempt = <T>(work: () => Promise<T>) =>
    waitingForProviders(project.ref, () => outgoing.attempt(work));
  return {
    authorizationUrl: (request) => attempt(() => open().authorizationUrl(request)),
    login: (answer) => attempt(() => open().login(answer)),
  };
}
