import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Fields } from '../wire/read-body.ts';
import { verifyCaptcha } from './verify-captcha.ts';

const LONGEST_TOKEN = 8_192;

/**
 * Where the project asks for it, lets only those pass who solved a captcha: its token is in
 * `gotrue_meta_security.captcha_token`. Servers with a secret key have nobody to solve one. Throws `captcha_failed`, and
 * `unexpected_failure` when the captcha service does not answer.
 */
export async function requireCaptcha(
  context: AuthContext,
  request: FastifyRequest,
  body: Fields,
): Promise<void> {
  const { captcha } = context.settings;
  const { caller } = request.project;
  if (captcha === null || (caller.kind === 'key' && caller.role === 'service_role')) return;
  const token = body.object('gotrue_meta_security')?.captcha_token;
  if (typeof token !== 'string' || token.trim() === '' || token.length > LONGEST_TOKEN)
    throw new AuthError('captcha_failed', 'captcha protection: request disallowed (no captcha_token found)');
  const { captcha: addresses, outgoing } = context.services;
  const verdict = await verifyCaptcha(outgoing.fetch, addresses[captcha.provider], {
    secret: captcha.secret,
    token,
    ip: context.ip,
  });
  if (!verdict.ok)
    throw new AuthError('captcha_failed', `captcha protection: request disallowed (${verdict.reason})`);
}
