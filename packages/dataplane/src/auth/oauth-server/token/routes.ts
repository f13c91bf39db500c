import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireUser } from '../../access/require-user.ts';
import type { AuthServices } from '../../auth-services.ts';
import { OAuthProblem } from '../../errors/oauth-problem.ts';
import type { UserRow } from '../../store/user-row.ts';
import { readBody, readForm } from '../../wire/read-body.ts';
import { serverContext } from '../require-server.ts';
import { authenticateClient } from './authenticate-client.ts';
import { exchangeCode, exchangeRefreshToken } from './exchange.ts';
import { profileClaims } from './id-token.ts';

const GRANTS = { authorization_code: exchangeCode, refresh_token: exchangeRefreshToken } as const;

/** Tokens for applications, and what they may know of their user. */
export function registerTokenRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/oauth/token', async (request, reply) => {
    const context = serverContext(services, request);
    reply.header('cache-control', 'no-store');
    const body = fieldsOf(request);
    const client = await authenticateClient(context.db, request, body);
    const type = body.get('grant_type') ?? '';
    if (type === '') throw new OAuthProblem('invalid_request', 'grant_type is required');
    if (type !== 'authorization_code' && type !== 'refresh_token')
      throw new OAuthProblem('unsupported_grant_type', `Unsupported grant type: ${type.slice(0, 100)}`);
    if (!client.grant_types.split(',').includes(type))
      throw new OAuthProblem('unsupported_grant_type', `Client is not allowed to use grant type: ${type}`);
    return GRANTS[type](context, client, body);
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/oauth/userinfo',
    handler: async (request, reply) => {
      serverContext(services, request);
      const { actor } = await requireUser(services, request);
      reply.header('cache-control', 'no-store');
      return userInfo(actor.user, (actor.session?.scopes ?? '').split(' '));
    },
  });
}

/** The fields of a form or of a JSON object. Throws `bad_json`. */
function fieldsOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson) return new Map(readForm(request));
  const { raw } = readBody(request);
  return new Map(
    Object.entries(raw).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** What the scopes of a session let its application know. */
function userInfo(user: UserRow, scopes: readonly string[]): Record<string, unknown> {
  return {
    sub: user.id,
    ...(scopes.includes('email') && user.email
      ? { email: user.email, ...(user.email_confirmed_at ? { email_verified: true } : {}) }
      : {}),
    ...(scopes.includes('profile')
      ? { ...profileClaims(user), user_metadata: user.raw_user_meta_data ?? {} }
      : {}),
    ...(scopes.includes('phone') && user.phone
      ? { phone: user.phone, ...(user.phone_confirmed_at ? { phone_verified: true } : {}) }
      : {}),
  };
}
