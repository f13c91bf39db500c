import type { ActorContext } from '../access/require-user.ts';
import { AuthError } from '../errors/auth-error.ts';
import { listFactors } from '../store/factors.ts';
import type { UserUpdate } from './user-update.ts';

/** Throws `user_sso_managed`, `insufficient_aal`, `validation_failed`. */
export async function checkMayUpdate(
  { actor, db }: ActorContext,
  { email, phone, password }: UserUpdate,
): Promise<void> {
  const { user, session } = actor;
  if (user.is_sso_user && (email || phone || password)) throw new AuthError('user_sso_managed');
  if (user.is_anonymous && password && !email && !phone && !user.email && !user.phone)
    throw new AuthError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  if (!email && !phone && !password) return;
  const factors = await listFactors(db, user.id);
  const hasFactor = factors.some(({ status }) => status === 'verified');
  if (hasFactor && (session?.aal ?? 'aal1') === 'aal1')
    throw new AuthError(
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
      { status: 401 },
    );
}
