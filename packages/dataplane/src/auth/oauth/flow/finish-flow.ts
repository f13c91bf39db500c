import type { AuthContext } from '../../auth-context.ts';
import { asAuthError } from '../../errors/as-auth-error.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { allowedRedirect } from '../../redirects/allowed-redirect.ts';
import { withError } from '../../redirects/redirect-with.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { exchangeAnswer } from './exchange-answer.ts';
import { providerRefusal, withRefusal } from './provider-refusal.ts';
import { takeFlow } from './take-flow.ts';

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
