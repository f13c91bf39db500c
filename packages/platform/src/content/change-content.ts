import type { ContentSummary } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { changeTogether, deletedOnes } from './change-together.ts';
import { assertRoom, type PlacementChange, placementOf } from './content-rules.ts';
import { holdFolder } from './folder-store.ts';
import { assertMayChange, authorOf, type Caller, readerOf, unknownContent, unknownFolder } from './policy.ts';
import { presentSummary } from './present.ts';
import { getSummary, lockItem, lockItems, setFavorite } from './store.ts';

interface Changes extends PlacementChange {
  name?: string | undefined;
  description?: string | undefined;
}

/**
 * Changes everything but the content. A favorite is the caller's own matter: whoever sees an item may make it one.
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

/**
 * Deletes items of the caller, all or none of them. They can be undeleted; deleted once more, they stay as they are.
 * @throws PlatformError `not_found` or `forbidden`
 */
export function deleteContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  return changeTogether(db, actor, ref, ids, async (transaction, author, wanted) => {
    await lockOwnItems(transaction, author, wanted);
    await transaction
      .updateTable('content_items')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', 'in', wanted)
      .where('deleted_at', 'is', null)
      .execute();
  });
}

/**
 * Undoes the deletion of items of the caller, all or none of them. They are in their folder if it is still there.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` when there is no room for them
 */
export function undeleteContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  return changeTogether(db, actor, ref, ids, async (transaction, author, wanted) => {
    await lockProject(transaction, author.projectId);
    const deleted = deletedOnes(await lockOwnItems(transaction, author, wanted));
    if (deleted.length === 0) return;
    await assertRoom(transaction, author, deleted.length);
    await transaction
      .updateTable('content_items')
      .set({ deleted_at: null })
      .where('id', 'in', deleted)
      .execute();
  });
}

/** All of these items, deleted or not. @throws PlatformError `not_found` or `forbidden` */
async function lockOwnItems(transaction: Transaction, author: Caller, ids: readonly string[]) {
  const items = await lockItems(transaction, 'id', ids);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const id of ids) assertMayChange(byId.get(id), author);
  return items;
}
