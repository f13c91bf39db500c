import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { readCodeChallenge } from '../flow-state/code-challenge.ts';
import type { MailRequest } from '../messages/send-token-mail.ts';
import { requestedRedirect } from '../redirects/allowed-redirect.ts';
import type { Fields } from './read-body.ts';

/** Where a mail's link is to lead, and whether it ends with a code. Throws `validation_failed`. */
export function readMailRequest(context: AuthContext, body: Fields, request: FastifyRequest): MailRequest {
  return {
    redirectTo: requestedRedirect(context, request),
    challenge: readCodeChallenge(body.text('code_challenge'), body.text('code_challenge_method')),
  };
}
