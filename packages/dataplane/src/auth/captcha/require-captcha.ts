import type { OutgoingFetch } from '@basalt/network';
import type { CaptchaSettings } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Fields } from '../wire/read-body.ts';

/** Where each service answers whether somebody solved its riddle. */
export type CaptchaAddresses = Readonly<Record<CaptchaSettings['provider'], string>>;

export const CAPTCHA_ADDRESSES: CaptchaAddresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

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

export interface CaptchaQuestion {
  /** The project's, for the captcha service. */
  secret: string;
  /** What the browser got for solving it. */
  token: string;
  /** The client's address. */
  ip: string;
}

const LIMITS = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

/**
 * Asks the captcha service; both have the same protocol. Throws `unexpected_failure` when it cannot be asked: letting
 * everybody in would be what an attacker waits for.
 */
async function verifyCaptcha(
  fetch: OutgoingFetch,
  address: string,
  { secret, token, ip }: CaptchaQuestion,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const answer = await fetch(
    address,
    { method: 'POST', body: new URLSearchParams({ secret, response: token, remoteip: ip }) },
    LIMITS,
  )
    .then((response) => response.json() as Promise<Record<string, unknown>>)
    .catch((cause: unknown) => {
      throw new AuthError('unexpected_failure', 'The captcha service did not answer. Try again later.', {
        cause,
      });
    });
  return answer.success === true ? { ok: true } : { ok: false, reason: reasonOf(answer['error-codes']) };
}

/** Codes such as `timeout-or-duplicate`, and nothing else that a stranger wrote. */
function reasonOf(codes: unknown): string {
  const known = (Array.isArray(codes) ? codes : []).filter((code) => /^[a-z-]{1,60}$/.test(String(code)));
  return known.length === 0 ? 'the captcha was not solved' : known.slice(0, 5).join(', ');
}
