import { QueryError } from '@basalt/postgres';
import type { AuthContext } from '../auth-context.ts';
import { insertIdentity } from '../store/identities.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { insertUser } from '../store/users.ts';
import type { Address } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { insertNewcomer } from './newcomer.ts';

export interface NewAccount {
  address: Address;
  /** '' for people who sign in without a password. */
  passwordHash: string;
  /** What the person tells about itself: anything. */
  data: JsonObject;
  /** Whether the address counts as proven. */
  confirmed: boolean;
  /** The project's owner makes it: hooks are not asked. */
  byOwner?: boolean;
}

/** A new user who signs in with an address, with the identity that goes with it. */
export async function createAccount(
  context: AuthContext,
  tx: Transaction,
  { address, passwordHash, data, confirmed, byOwner = false }: NewAccount,
): Promise<UserRow> {
  const { now } = context;
  const { id } = context.newcomer;
  const known = identityData(id, address, confirmed);
  const columns = {
    id,
    [address.kind]: address.value,
    encrypted_password: passwordHash,
    raw_app_meta_data: { provider: address.kind, providers: [address.kind] },
    raw_user_meta_data: { ...data, ...known },
    ...(confirmed ? { [`${address.kind}_confirmed_at`]: now.toISOString() } : {}),
  };
  const user = await (byOwner ? insertUser(tx, now, columns) : insertNewcomer(context, tx, columns));
  await insertIdentity(tx, now, {
    provider: address.kind,
    provider_id: id,
    user_id: id,
    identity_data: known,
  });
  return user;
}

/** What the identity of an address says; the user's metadata repeats it. */
export function identityData(userId: string, address: Address, verified: boolean): Record<string, unknown> {
  return {
    sub: userId,
    [address.kind]: address.value,
    email_verified: address.kind === 'email' && verified,
    phone_verified: address.kind === 'phone' && verified,
  };
}

const ADDRESS_KEYS: readonly (string | null)[] = ['users_email_partial_key', 'users_phone_key'];

/** Whether an address was taken by somebody else at this very moment. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof QueryError && error.code === '23505' && ADDRESS_KEYS.includes(error.constraint);
}

/** Runs again when the address was taken meanwhile: the second time the other account is there to be seen. */
export async function retryWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    return work();
  }
}
