import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';

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
