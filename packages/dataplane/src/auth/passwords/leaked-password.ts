import { createHash } from 'node:crypto';
import type { OutgoingFetch } from '@basalt/network';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';

/** The public list of leaked passwords by Have I Been Pwned. */
export const LEAKED_PASSWORDS_ADDRESS = 'https://api.pwnedpasswords.com/range/';
const LIMITS = { timeoutMs: 3_000, maxBytes: 512 * 1024 };
/** The list is asked for everything that begins like this, so it never learns which password was meant. */
const PREFIX = 5;

/**
 * Refuses a new password that is in the list, where the project wants that: `weak_password` with the reason `pwned`. A list
 * that does not answer keeps nobody from signing up; the log says so.
 */
export async function refuseLeakedPassword(
  { services, settings }: Pick<AuthContext, 'services' | 'settings'>,
  password: string,
): Promise<void> {
  if (!settings.password_hibp_enabled) return;
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
  const isLeaked = await inList(services.outgoing.fetch, services.leakedPasswords, hash).catch(
    (error: unknown) => {
      services.log.warn({ reason: (error as Error).message }, 'The list of leaked passwords did not answer.');
      return false;
    },
  );
  if (!isLeaked) return;
  throw new AuthError('weak_password', 'This password is in a list of leaked ones. Choose another one.', {
    weakPassword: { reasons: ['pwned'] },
  });
}

async function inList(fetch: OutgoingFetch, address: string, hash: string): Promise<boolean> {
  const response = await fetch(
    `${address}${hash.slice(0, PREFIX)}`,
    // Made-up lines, counted 0, keep the length of the answer from telling what was asked for.
    { headers: { 'add-padding': 'true' } },
    LIMITS,
  );
  if (!response.ok) throw new Error(`It answered with status ${response.status}.`);
  const wanted = hash.slice(PREFIX);
  return (await response.text()).split('\n').some((line) => {
    const [suffix, count] = line.trim().split(':');
    return suffix === wanted && Number(count) > 0;
  });
}
