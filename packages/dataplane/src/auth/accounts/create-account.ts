import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../auth-context.ts';
import { insertIdentity } from '../store/identities.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { insertUser } from '../store/users.ts';
import type { Address } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { identityData } from './identity-data.ts';

export interface NewAccount {
  address: Address;
  /** '' for people who sign in without a password. */
  passwordHash: string;
  /** What the person tells about itself: anything. */
  data: JsonObject;
  /** Whether the address counts as proven. */
  confirmed: boolean;
}

/** A new user who signs in with an address, with the identity that goes with it. */
export async function createAccount(
  context: AuthContext,
  tx: Transaction,
  { address, passwordHash, data, confirmed }: NewAccount,
): Promise<UserRow> {
  const { now } = context;
  const id = randomUUID();
  const known = identityData(id, address, confirmed);
  const user = await insertUser(tx, now, {
    id,
    [address.kind]: address.value,
    encrypted_password: passwordHash,
    raw_app_meta_data: { provider: address.kind, providers: [address.kind] },
    raw_user_meta_data: { ...data, ...known },
    ...(confirmed ? { [`${address.kind}_confirmed_at`]: now.toISOString() } : {}),
  });
  await insertIdentity(tx, now, {
    provider: address.kind,
    provider_id: id,
    user_id: id,
    identity_data: known,
  });
  return user;
}
