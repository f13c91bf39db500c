import type { AuthSettings } from '@basalt/project';
import type { FastifyRequest } from 'fastify';
import { requireUser } from '../access/require-user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { FactorRow } from '../store/factors.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';

/** A user with a session whose level a factor can raise. */
export interface FactorActor {
  user: UserRow;
  session: SessionRow;
}

/** Throws what `requireUser` throws, `session_not_found` without a session, and `no_authorization` for anonymous users. */
export async function requireFactorActor(
  services: AuthServices,
  request: FastifyRequest,
): Promise<{ context: AuthContext; actor: FactorActor }> {
  const { actor, ...context } = await requireUser(services, request);
  const { user, session } = actor;
  if (!session) throw new AuthError('session_not_found');
  if (user.is_anonymous) {
    const message = 'Anonymous user not allowed to perform these actions';
    throw new AuthError('no_authorization', message, { status: 403 });
  }
  return { context, actor: { user, session } };
}

/** Throws `mfa_…_verify_not_enabled` unless the settings let factors of this kind be verified. */
export function checkVerificationEnabled(type: FactorRow['factor_type'], settings: AuthSettings): void {
  const enabled = {
    totp: settings.mfa_totp_verify_enabled,
    phone: settings.mfa_phone_verify_enabled,
    webauthn: settings.mfa_web_authn_verify_enabled,
  }[type];
  if (!enabled) throw new AuthError(`mfa_${type}_verify_not_enabled`);
}
