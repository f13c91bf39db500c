import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { asAuthError } from '../../errors/send-error.ts';
import { allowedRedirect } from '../../redirects/allowed-redirect.ts';
import { withError, withFragment, withQuery } from '../../redirects/redirect-with.ts';
import { enabledProvider } from '../providers/enabled-provider.ts';
import type { ProviderLogin } from '../providers/oauth-provider.ts';
import { openProvider } from '../providers/open-provider.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { callbackUrl } from './start-flow.ts';
import { type BegunFlow, takeFlow } from './take-flow.ts';

/**
 * Ends a sign-in with what the provider sent the browser back with. Returns where the browser goes: to the application,
 * with the session, a code for it, or an error in the address. Nothing here is answered as an error page, because
 * people would be left on it.
 */
export async function finishFlow(context: AuthContext, parameters: URLSearchParams): Promise<string> {
  let address = context.settings.site_url;
  let pkce = true;
  try {
    const begun = await takeFlow(context, parameters.get('state'));
    address = allowedRedirect(begun.flow.referrer, context.settings);
    pkce = begun.challenge !== null;
    const refusal = providerRefusal(parameters);
    if (refusal) return withRefusal(address, refusal, pkce);
    const login = await exchangeAnswer(context, begun, parameters);
    return await completeSignIn(context, begun, login, address);
  } catch (error) {
    return withError(address, explained(context, error), pkce);
  }
}

function explained(context: AuthContext, error: unknown): AuthError {
  const known = asAuthError(error) ?? new AuthError('unexpected_failure');
  if (known.status >= 500)
    context.services.log.error({ err: error, ref: context.project.ref }, 'sign-in failed');
  return known;
}

/**
 * Asks the provider who came back. Throws `bad_oauth_callback` without a code, `provider_disabled` when it was switched
 * off meanwhile, and `unexpected_failure` for whatever goes wrong between us and the provider.
 */
async function exchangeAnswer(
  context: AuthContext,
  { flow, verifier }: BegunFlow,
  parameters: URLSearchParams,
): Promise<ProviderLogin> {
  if (!parameters.get('code')) throw new AuthError('bad_oauth_callback', 'OAuth callback without a code');
  const provider = await enabledProvider(context, flow.provider_type);
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

/** What a provider says instead of a code (RFC 6749, section 4.1.2.1). */
export interface ProviderRefusal {
  error: string;
  description: string;
}

const MAX_LENGTH = 500;

/** Null when the answer is no refusal. */
function providerRefusal(parameters: URLSearchParams): ProviderRefusal | null {
  const error = parameters.get('error');
  if (!error) return null;
  const known = /^[a-z_]{1,50}$/.test(error) ? error : 'server_error';
  const description = parameters.get('error_description') || `The provider answered "${known}"`;
  return { error: known, description: description.slice(0, MAX_LENGTH) };
}

/** The application's address with the refusal, in the provider's words. */
function withRefusal(address: string, { error, description }: ProviderRefusal, pkce: boolean): string {
  const parameters = { error, error_code: 'bad_oauth_callback', error_description: description };
  const base = pkce ? withQuery(address, parameters) : address;
  return withFragment(base, { ...parameters, sb: '' });
}
