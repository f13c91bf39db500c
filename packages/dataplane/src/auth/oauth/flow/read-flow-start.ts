import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../../auth-context.ts';
import { readCodeChallenge } from '../../flow-state/code-challenge.ts';
import { requestedRedirect } from '../../redirects/requested-redirect.ts';
import { queryText } from '../../wire/read-query.ts';
import { forwardedParameters, requestedScopes } from '../providers/authorization-parameters.ts';
import { enabledProvider } from '../providers/enabled-provider.ts';
import type { FlowStart } from './start-flow.ts';

/** What a request to begin a sign-in (or, with a user, to add an identity) asks for. Throws what its parts throw. */
export function readFlowStart(
  context: AuthContext,
  request: FastifyRequest,
  linkingTarget: string | null,
): FlowStart {
  return {
    provider: enabledProvider(context.settings, queryText(request, 'provider')),
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
