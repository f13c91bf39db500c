import type { RequestContext } from '@basalt/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const NAME = 'basalt_session';

/** The session of a request as routes see it: kept in a cookie that scripts cannot read and other sites cannot send. */
export function sessionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): RequestContext['session'] {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  } as const;
  return {
    token: request.cookies[NAME] ?? null,
    issue: (token, expiresAt) => void reply.setCookie(NAME, token, { ...options, expires: expiresAt }),
    clear: () => void reply.clearCookie(NAME, options),
  };
}
