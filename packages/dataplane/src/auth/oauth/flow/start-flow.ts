import type { FastifyRequest } from 'fastify';
import { randomPKCECodeVerifier } from 'openid-client';
import type { AuthContext } from '../../auth-context.ts';
import { type CodeChallenge, readCodeChallenge } from '../../flow-state/code-challenge.ts';
import { requestedRedirect } from '../../redirects/allowed-redirect.ts';
import { deleteOldFlowStates, insertFlowState } from '../../store/flow-states.ts';
import { queryText } from '../../wire/read-query.ts';
import { forwardedParameters, requestedScopes } from '../providers/authorization-parameters.ts';
import { type EnabledProvider, enabledProvider } from '../providers/enabled-provider.ts';
import { openProvider, providerFailure } from '../providers/open-provider.ts';
import { deleteOldClientStates, insertClientState } from './take-flow.ts';

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

/** What a request to begin a sign-in (or, with a user, to add an identity) asks for. Throws what its parts throw. */
export async function readFlowStart(
  context: AuthContext,
  request: FastifyRequest,
  linkingTarget: string | null,
): Promise<FlowStart> {
  return {
    provider: await enabledProvider(context, queryText(request, 'provider')),
    redirectTo: requestedRedirect(context, request),
    challenge: readCodeChallenge(
      queryText(request, 'code_challenge'),
      queryText(request, 'code_challenge_method'),
    ),
    linkingTarget,
    scopes: requestedScopes(queryText(request, 'scopes')),
    extra: forwardedParameters(request.query as Record<string, unknown>),
  };
}

/** Where providers send people back to: the address the project's owner registers with them. */
export function callbackUrl({ project }: Pick<AuthContext, 'project'>): string {
  return `${project.linkUrl}/auth/v1/callback`;
}
