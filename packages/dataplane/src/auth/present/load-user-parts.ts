import { listFactors } from '../store/factors.ts';
import { listIdentities } from '../store/identities.ts';
import type { Executor } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { UserParts } from './present-user.ts';

/** A user with all that is shown with it. */
export async function loadUserParts(db: Executor, user: UserRow): Promise<UserParts> {
  const identities = await listIdentities(db, user.id);
  const factors = await listFactors(db, user.id);
  return { user, identities, factors };
}
