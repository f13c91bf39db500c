import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { oauth2Provider } from '../oauth2/oauth2-provider.ts';
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
  const { outgoing, waitingForProviders } = services;
  const open = () =>
    recipe.kind === 'oauth2'
      ? oauth2Provider(recipe, settings, outgoing.fetch)
      : openIdProvider(recipe, settings, outgoing.fetch);
  const attempt = <T>(work: () => Promise<T>) =>
    waitingForProviders(project.ref, () => outgoing.attempt(work));
  return {
    authorizationUrl: (request) => attempt(() => open().authorizationUrl(request)),
    login: (answer) => attempt(() => open().login(answer)),
  };
}

/**
 * What a client hears of a provider that is away, answers rubbish or is not set up: the same in each case, and in the form
 * that public clients know for a provider that cannot be used. The log of the server says more.
 */
export function providerFailure(
  { services, project }: Pick<AuthContext, 'services' | 'project'>,
  provider: string,
  cause: unknown,
): AuthError {
  if (cause instanceof AuthError) return cause;
  services.log.warn({ ref: project.ref, provider, failure: describeFailure(cause) }, 'a provider failed');
  const message = `Unsupported provider: ${provider} cannot be reached, or its settings are not right`;
  return new AuthError('validation_failed', message, { cause });
}
