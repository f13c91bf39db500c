import { insertNewcomer } from '../../accounts/newcomer.ts';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { notify } from '../../messages/notify.ts';
import { audit } from '../../store/audit-log.ts';
import { findIdentity, type IdentityRow, insertIdentity, updateIdentity } from '../../store/identities.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import { findUserByEmail, findUserById } from '../../store/users.ts';
import type { ProviderProfile } from '../providers/oauth-provider.ts';
import type { Arrival } from './arrival.ts';

export interface Found {
  user: UserRow;
  identity: IdentityRow;
}

/** The user (locked) and the identity of a person from a provider; either or both may be new. */
export async function findOrCreateUser(
  context: AuthContext,
  tx: Transaction,
  arrival: Arrival,
): Promise<Found> {
  const { provider, profile } = arrival;
  const identity = await findIdentity(tx, provider, profile.subject);
  const mayLink = profile.email !== null && arrival.isSso !== true;
  const owner = !mayLink ? null : await findUserByEmail(tx, profile.email ?? '', { lock: true });
  const known = { identityOwner: identity?.user_id ?? null, emailOwner: owner?.id ?? null };
  const decision = decideAccount(profile, known, arrival.emailOptional);
  if (decision.kind === 'refuse') throw refusal(decision.reason, provider);
  if (decision.kind === 'create') {
    if (context.settings.disable_signup) throw new AuthError('signup_disabled');
    const user = await insertNewcomer(context, tx, {
      email: profile.email,
      ...(arrival.isSso === true ? { is_sso_user: true } : {}),
    });
    await audit(context, tx, 'user_signedup', user, { provider });
    return { user, identity: await addIdentity(context, tx, user, arrival) };
  }
  const user = await findUserById(tx, decision.userId, { lock: true });
  if (!user || user.deleted_at !== null) throw new AuthError('user_not_found', undefined, { status: 403 });
  if (identity) return { user, identity: await refreshIdentity(context, tx, identity, arrival) };
  await audit(context, tx, 'identity_linked', user, { provider });
  notify(context, tx, 'identity_linked', user, { Provider: provider });
  return { user, identity: await addIdentity(context, tx, user, arrival) };
}

export function addIdentity(
  { now }: AuthContext,
  tx: Transaction,
  user: UserRow,
  { provider, profile }: Pick<Arrival, 'provider' | 'profile'>,
): Promise<IdentityRow> {
  return insertIdentity(tx, now, {
    provider,
    provider_id: profile.subject,
    user_id: user.id,
    identity_data: { ...profile.data },
  });
}

async function refreshIdentity(
  { now }: AuthContext,
  tx: Transaction,
  identity: IdentityRow,
  { profile }: Arrival,
): Promise<IdentityRow> {
  const changes = { identity_data: { ...profile.data }, last_sign_in_at: now.toISOString() };
  return (await updateIdentity(tx, now, identity.id, changes)) ?? identity;
}

function refusal(reason: 'no-email' | 'address-taken', provider: string): AuthError {
  if (reason === 'no-email') {
    return new AuthError('unexpected_failure', 'Error getting user email from external provider');
  }
  return new AuthError(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );
}

/** What the database knows of the person who comes from a provider. */
export interface KnownAccounts {
  /** The user who has this very identity already. */
  identityOwner: string | null;
  /** The user whose address is the profile's, confirmed or not. */
  emailOwner: string | null;
}

export type AccountDecision =
  | { kind: 'sign-in'; userId: string }
  | { kind: 'link'; userId: string }
  | { kind: 'create' }
  | { kind: 'refuse'; reason: 'no-email' | 'address-taken' };

/**
 * Whose account a person from a provider gets. An identity that is known decides alone. Otherwise a verified address
 * leads to the account that has it; an address that is not verified never leads to somebody's account.
 */
export function decideAccount(
  profile: Pick<ProviderProfile, 'email' | 'emailVerified'>,
  { identityOwner, emailOwner }: KnownAccounts,
  emailOptional: boolean,
): AccountDecision {
  if (identityOwner !== null) return { kind: 'sign-in', userId: identityOwner };
  if (profile.email === null && !emailOptional) return { kind: 'refuse', reason: 'no-email' };
  if (profile.email === null || emailOwner === null) return { kind: 'create' };
  return profile.emailVerified
    ? { kind: 'link', userId: emailOwner }
    : { kind: 'refuse', reason: 'address-taken' };
}
