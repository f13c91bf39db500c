import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { callHook } from './call/call-hook.ts';

/** What a token must say for the services of a project to take it. */
const KEPT = {
  aud: isText,
  exp: isCount,
  iat: isCount,
  sub: isText,
  email: isText,
  phone: isText,
  role: isText,
  aal: isText,
  session_id: isText,
  is_anonymous: (value: unknown) => typeof value === 'boolean',
} as const satisfies Record<string, (value: unknown) => boolean>;

/** The claims that the hook makes of a token's. Throws `unexpected_failure` when what a token needs is not among them. */
export async function customClaims(
  context: AuthContext,
  { userId, claims, method }: { userId: string; claims: JsonObject; method: string },
  tx?: Transaction,
): Promise<JsonObject & { exp: number; iat: number }> {
  const payload = { user_id: userId, claims, authentication_method: method };
  const answer = await callHook(context, 'custom_access_token', payload, tx);
  const made = answer.claims;
  if (typeof made !== 'object' || made === null || Array.isArray(made))
    throw unusable('the answer has no object "claims"');
  const wrong = Object.entries(KEPT).find(([name, is]) => !is((made as JsonObject)[name]))?.[0];
  if (wrong !== undefined) throw unusable(`"${wrong}" is missing or of another type`);
  return made as JsonObject & { exp: number; iat: number };
}

function unusable(what: string): AuthError {
  return new AuthError('unexpected_failure', `output claims do not conform to the expected schema: ${what}`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
