import type { Database, Transaction } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { authorOf, type Caller } from './policy.ts';

/**
 * Changes several snippets, reports or folders of the caller in one transaction: all or none of them.
 * @param change gets the ids as the database writes them, each once
 * @returns these ids
 * @throws PlatformError `not_found` or `forbidden`, and what `change` throws
 */
export async function changeTogether(
  db: Database,
  actor: Actor,
  ref: string,
  ids: readonly string[],
  change: (transaction: Transaction, author: Caller, wanted: string[]) => Promise<void>,
): Promise<{ id: string }[]> {
  const author = await authorOf(db, actor, ref);
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  await db.transaction().execute((transaction) => change(transaction, author, wanted));
  return wanted.map((id) => ({ id }));
}

/** The ids of those that are deleted: undeleting changes nothing about the others. */
export function deletedOnes(rows: readonly { id: string; deleted_at: Date | null }[]): string[] {
  return rows.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id);
}
