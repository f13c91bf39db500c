import { insertIdentity, listIdentities, updateIdentity } from '../../store/identities.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { UserRow } from '../../store/user-row.ts';
import type { UserFields } from './read-user-fields.ts';

type Addresses = Pick<UserFields, 'email' | 'phone' | 'emailConfirm' | 'phoneConfirm'>;

/**
 * Writes the addresses that were given into the user's own identities (`email`, `phone`), which are made where missing.
 * Returns the providers the user can sign in by.
 */
export async function writeOwnIdentities(
  tx: Transaction,
  now: Date,
  user: Pick<UserRow, 'id'>,
  { email, phone, emailConfirm, phoneConfirm }: Addresses,
): Promise<string[]> {
  const known = await listIdentities(tx, user.id);
  const wanted = [
    ...(email === null ? [] : [{ provider: 'email', data: { email, email_verified: emailConfirm } }]),
    ...(phone === null ? [] : [{ provider: 'phone', data: { phone, phone_verified: phoneConfirm } }]),
  ];
  for (const { provider, data } of wanted) {
    const identity = known.find((row) => row.provider === provider);
    const before = identity?.identity_data ?? { sub: user.id, email_verified: false, phone_verified: false };
    const identity_data = { ...before, ...data };
    if (identity) await updateIdentity(tx, now, identity.id, { identity_data });
    else await insertIdentity(tx, now, { provider, provider_id: user.id, user_id: user.id, identity_data });
  }
  return [...new Set([...known.map((row) => row.provider), ...wanted.map((row) => row.provider)])];
}
