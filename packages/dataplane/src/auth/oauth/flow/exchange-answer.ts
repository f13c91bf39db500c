import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { enabledProvider } from '../providers/enabled-provider.ts';
import type { ProviderLogin } from '../providers/oauth-provider.ts';
import { openProvider } from '../providers/open-provider.ts';
import { callbackUrl } from './callback-url.ts';
import type { BegunFlow } from './take-flow.ts';

/**
 * Asks the provider who came back. Throws `bad_oauth_callback` without a code, `provider_disabled` when it was switched
 * off meanwhile, and `unexpected_failure` for whatever goes wrong between us and the provider.
 */
export async function exchangeAnswer(
  context: AuthContext,
  { flow, verifier }: BegunFlow,
  parameters: URLSearchParams,
): Promise<ProviderLogin> {
  if (!parameters.get('code')) throw new AuthError('bad_oauth_callback', 'OAuth callback without a code');
  const provider = enabledProvider(context.settings, flow.provider_type);
  try {
    return await openProvider(provider, context).login({
      redirectUri: callbackUrl(context),
      state: flow.id,
      verifier,
      parameters,
    });
  } catch (cause) {
    if (cause instanceof AuthError) throw cause;
    throw new AuthError('unexpected_failure', 'Unable to exchange external code', { cause });
  }
}
