import { randomPKCECodeVerifier } from 'openid-client';
import type { AuthContext } from '../../auth-context.ts';
import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import { deleteOldFlowStates, insertFlowState } from '../../store/flow-states.ts';
import type { EnabledProvider } from '../providers/enabled-provider.ts';
import { openProvider } from '../providers/open-provider.ts';
import { providerFailure } from '../providers/provider-failure.ts';
import { callbackUrl } from './callback-url.ts';
import { deleteOldClientStates, insertClientState } from './client-states.ts';

export interface FlowStart {
  provider: EnabledProvider;
  /** Already checked against the project's settings. */
  redirectTo: string;
  /** Null: the tokens come back in the address (implicit flow). */
  challenge: CodeChallenge | null;
  /** The user who adds an identity; null for a sign-in. */
  linkingTarget: string | null;
  scopes: readonly string[];
  /** What the application wants to say to the provider. */
  extra: URLSearchParams;
}

const DAY_MS = 86_400_000;

/**
 * Begins a sign-in through a provider. Returns where the browser has to go. The `state` is the id of a row in the
 * project's own database: nobody can make one up, it means nothing to another project, and it is good for one answer.
 * Throws `validation_failed` when the provider does not answer or not as it should, and
 * `over_request_rate_limit` when too many wait for it.
 */
export async function startFlow(context: AuthContext, start: FlowStart): Promise<string> {
  const { provider, challenge } = start;
  const verifier = randomPKCECodeVerifier();
  const flow = await context.db.transaction(async (tx) => {
    const before = new Date(context.now.getTime() - DAY_MS);
    await deleteOldFlowStates(tx, before);
    await deleteOldClientStates(tx, before);
    return await insertFlowState(tx, context.now, {
      provider_type: provider.name,
      authentication_method: 'oauth',
      code_challenge: challenge?.challenge ?? null,
      code_challenge_method: challenge?.method ?? null,
      referrer: start.redirectTo,
      linking_target_id: start.linkingTarget,
      email_optional: provider.settings.email_optional,
      oauth_client_state_id: await insertClientState(tx, context.now, provider.name, verifier),
    });
  });
  try {
    const url = await openProvider(provider, context).authorizationUrl({
      redirectUri: callbackUrl(context),
      state: flow.id,
      verifier,
      scopes: start.scopes,
      extra: start.extra,
    });
    return url.href;
  } catch (cause) {
    throw providerFailure(context, provider.name, cause);
  }
}
