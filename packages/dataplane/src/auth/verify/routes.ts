import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuthContext, authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { guessCode } from '../rate-limits/count-guess.ts';
import { requestedRedirect } from '../redirects/allowed-redirect.ts';
import { emailAddress, phoneNumber } from '../wire/address.ts';
import { type Fields, readBody } from '../wire/read-body.ts';
import { queryText } from '../wire/read-query.ts';
import { followLink } from './follow-link.ts';
import { isMailType, isPhoneType, type MailType, type PhoneType } from './verification-types.ts';
import { verify } from './verify.ts';

export function registerVerifyRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/verify', async (request, reply) => {
    const context = authContext(services, request);
    limitClient(context, 'verify');
    const proof = readVerifyRequest(readBody(request));
    const answer = await guessCode(context, () => verify(context, proof));
    reply.header('cache-control', 'no-store');
    return answer;
  });

  // No HEAD: programs that only look at links would use them up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const context = authContext(services, request);
    limitClient(context, 'verify');
    const address = await followLink(context, readLinkRequest(context, request));
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  });
}

export interface LinkRequest {
  token: string;
  type: Exclude<MailType, 'email'>;
  redirectTo: string;
}

/** What a link from a mail asks for. Throws `validation_failed`. */
function readLinkRequest(context: AuthContext, request: FastifyRequest): LinkRequest {
  const token = queryText(request, 'token') ?? queryText(request, 'token_hash');
  const type = queryText(request, 'type');
  if (!token) throw new AuthError('validation_failed', 'Verify requires a token');
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type');
  if (!isMailType(type) || type === 'email')
    throw new AuthError('validation_failed', 'Unsupported verification type');
  return { token, type, redirectTo: requestedRedirect(context, request) };
}

export type VerifyRequest =
  | { by: 'link'; type: MailType; hash: string }
  | { by: 'mailed-code'; type: MailType; email: string; code: string }
  | { by: 'sent-code'; type: PhoneType; phone: string; code: string };

/** What `POST /verify` asks for. Throws `validation_failed`. */
function readVerifyRequest(body: Fields): VerifyRequest {
  const [type, code, hash] = [body.text('type'), body.text('token'), body.text('token_hash')];
  const [email, phone] = [body.text('email'), body.text('phone')];
  if (!type) throw refused('Verify requires a verification type');
  if (hash) {
    if (email || phone || code) throw refused('Only the token_hash and type should be provided');
    return { by: 'link', type: mailType(type), hash };
  }
  if (!code) throw refused('Verify requires a token or a token hash');
  if (Boolean(email) === Boolean(phone))
    throw refused('Only an email address or phone number should be provided on verify');
  if (email) return { by: 'mailed-code', type: mailType(type), email: emailAddress(email), code };
  if (!isPhoneType(type)) throw refused('Unsupported verification type for a phone number');
  return { by: 'sent-code', type, phone: phoneNumber(phone ?? ''), code };
}

function mailType(type: string): MailType {
  if (isMailType(type)) return type;
  throw refused('Unsupported verification type for an email address');
}

function refused(message: string): AuthError {
  return new AuthError('validation_failed', message);
}
