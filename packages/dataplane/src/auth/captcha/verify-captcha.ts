import type { OutgoingFetch } from '@basalt/network';
import { AuthError } from '../errors/auth-error.ts';

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
export async function verifyCaptcha(
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
