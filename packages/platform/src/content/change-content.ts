import type { ContentSummary } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { authorOf, type Caller, readerOf } from './caller.ts';
import { holdFolder } from './folder-store.ts';
import { type PlacementChange, placementOf } from './placement.ts';
import { assertMayChange, unknownContent, unknownFolder } from './policy.ts';
import { presentSummary } from './present.ts';
import { getSummary, lockItem, setFavorite } from './store.ts';

interface Changes extends PlacementChange {
  name?: string | undefined;
  description?: string | undefined;
}

/**
 * Changes everything but the content. A favourite is the caller's own matter: whoever sees an item may make it one.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`
 */
export async function changeContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  { favorite, ...changes }: Changes & { favorite?: boolean | undefined },
): Promise<ContentSummary> {
  const isWrite = Object.values(changes).some((value) => value !== undefined);
  const caller = await (isWrite ? authorOf : readerOf)(db, actor, ref);
  return db.transaction().execute(async (transaction) => {
    if (isWrite) await change(transaction, caller, id, changes);
    const before = await getSummary(transaction, caller, id);
    if (favorite === undefined) return presentSummary(before, caller);
    await setFavorite(transaction, caller.accountId, before.id, favorite);
    return presentSummary({ ...before, favorite }, caller);
  });
}

async function change(
  transaction: Transaction,
  author: Caller,
  id: string,
  { name, description, ...wanted }: Changes,
): Promise<void> {
  const { folder_id } = wanted;
  const hasFolder = typeof folder_id !== 'string' || (await holdFolder(transaction, author, folder_id));
  const before = await lockItem(transaction, id);
  assertMayChange(before, author);
  if (before.deleted_at !== null) throw unknownContent();
  const placement = placementOf(before, wanted);
  if (!hasFolder) throw unknownFolder();
  await transaction
    .updateTable('content_items')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...placement,
      updated_at: sql<Date>`now()`,
      updated_by: author.accountId,
    })
    .where('id', '=', before.id)
    .execute();
}
