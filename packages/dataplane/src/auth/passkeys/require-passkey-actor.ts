import type { FastifyRequest } from 'fastify';
import { type ActorContext, requireUser } from '../access/require-user.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { listFactors } from '../store/factors.ts';
import type { Executor } from '../store/run-transaction.ts';

/** Throws `passkey_disabled` unless the project's settings offer passkeys. */
export function checkPasskeysEnabled({ project: { project } }: FastifyRequest): void {
  if (!project.auth.passkey_enabled) throw new AuthError('passkey_disabled');
}

/** Somebody who may have passkeys. Throws `passkey_disabled`, what `requireUser` throws, and `no_authorization`. */
export async function requirePasskeyActor(
  services: AuthServices,
  request: FastifyRequest,
): Promise<ActorContext> {
  checkPasskeysEnabled(request);
  const context = await requireUser(services, request);
  if (!context.actor.user.is_anonymous) return context;
  const message = 'Anonymous user not allowed to perform these actions';
  throw new AuthError('no_authorization', message, { status: 403 });
}

/** Else who stole a password could get round the second factor for good. Throws `insufficient_aal`. */
export async function checkProvedFactor(
  { actor: { user, session } }: ActorContext,
  db: Executor,
): Promise<void> {
  if (session?.aal === 'aal2') return;
  const factors = await listFactors(db, user.id);
  if (factors.every(({ status }) => status !== 'verified')) return;
  throw new AuthError('insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled');
}
