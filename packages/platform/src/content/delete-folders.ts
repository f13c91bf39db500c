import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { authorOf } from './caller.ts';
import { distinctIds } from './distinct-ids.ts';
import { lockFolders } from './folder-store.ts';
import { unknownFolder } from './policy.ts';
import { lockItems } from './store.ts';

/**
 * Deletes folders of the caller, all or none of them, and what is in them. They can be undeleted together; what is undeleted
 * alone has no folder then.
 * @throws PlatformError `not_found`
 */
export async function deleteFolders(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const author = await authorOf(db, actor, ref);
  const wanted = distinctIds(ids);
  await db.transaction().execute(async (transaction) => {
    const folders = await lockFolders(transaction, author, wanted);
    if (folders.some(({ deleted_at }) => deleted_at !== null)) throw unknownFolder();
    await lockItems(transaction, 'folder_id', wanted);
    const deleted_at = sql<Date>`now()`;
    await transaction
      .updateTable('content_items')
      .set((eb) => ({
        // One that was deleted before does not come back with the folder.
        deleted_with: sql<string>`case when deleted_at is null then folder_id end`,
        deleted_at: eb.fn.coalesce('deleted_at', deleted_at),
        folder_id: null,
      }))
      .where('folder_id', 'in', wanted)
      .execute();
    await transaction.updateTable('content_folders').set({ deleted_at }).where('id', 'in', wanted).execute();
  });
  return wanted.map((id) => ({ id }));
}
