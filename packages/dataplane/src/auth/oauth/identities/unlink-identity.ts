import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { notify } from '../../messages/notify.ts';
import { audit } from '../../store/audit-log.ts';
import { deleteIdentity, type IdentityRow, listIdentities } from '../../store/identities.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../../store/user-row.ts';
import { findUserByEmail, findUserById, updateUser } from '../../store/users.ts';
import { withoutProvider } from '../accounts/arrival.ts';

/**
 * Takes an identity from a user, who must keep one. The user's address follows the identities that stay. Throws
 * `manual_linking_disabled`, `identity_not_found`, `single_identity_not_deletable`,
 * `email_conflict_identity_not_deletable`.
 */
export async function unlinkIdentity(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  identityId: string,
): Promise<void> {
  if (!context.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled');
  const user = await findUserById(tx, userId, { lock: true });
  if (!user) throw new AuthError('user_not_found', undefined, { status: 403 });
  const identities = await listIdentities(tx, user.id);
  if (identities.length <= 1) throw new AuthError('single_identity_not_deletable');
  const identity = identities.find(({ id }) => id === identityId);
  if (!identity) throw new AuthError('identity_not_found');
  const remaining = identities.filter((other) => other !== identity);
  const last = !remaining.some(({ provider }) => provider === identity.provider);
  await deleteIdentity(tx, identity.id);
  await updateUser(tx, context.now, user.id, {
    ...(await addressChange(tx, user, identity, remaining)),
    ...(last ? { raw_app_meta_data: withoutProvider(user.raw_app_meta_data, identity.provider) } : {}),
  });
  await audit(context, tx, 'identity_unlinked', user, {
    identity_id: identity.id,
    provider: identity.provider,
    provider_id: identity.provider_id,
  });
  notify(context, tx, 'identity_unlinked', user, { Provider: identity.provider });
}

async function addressChange(
  tx: Transaction,
  user: UserRow,
  identity: IdentityRow,
  remaining: readonly IdentityRow[],
): Promise<UserChanges> {
  if (identity.provider === 'phone') return { phone: null, phone_confirmed_at: null };
  if (!addressGoesWith(identity, user.email, remaining)) return {};
  const email = nextAddress(remaining);
  if (email === null) return { email, email_confirmed_at: null };
  const owner = await findUserByEmail(tx, email);
  if (owner && owner.id !== user.id) throw new AuthError('email_conflict_identity_not_deletable');
  return { email };
}

type Known = Pick<IdentityRow, 'email' | 'identity_data'>;

/** Whether only this identity stands for the user's address. Addresses that came without an identity stay. */
function addressGoesWith(
  identity: Pick<Known, 'email'>,
  address: string | null,
  remaining: readonly Pick<Known, 'email'>[],
): boolean {
  const present = address?.toLowerCase() ?? null;
  if (present === null || identity.email !== present) return false;
  return !remaining.some(({ email }) => email === present);
}

/** The first verified address among the identities (the oldest first), null when there is none. */
function nextAddress(identities: readonly Known[]): string | null {
  return identities.find(({ identity_data }) => identity_data.email_verified === true)?.email ?? null;
}
