import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertRoom } from './assert-room.ts';
import { authorOf } from './caller.ts';
import { assertFolderRoom } from './create-folder.ts';
import { distinctIds } from './distinct-ids.ts';
import { lockFolders, refuseTakenName } from './folder-store.ts';

/**
 * Undoes the deletion of folders of the caller, all or none of them: the same folders, and in them what was deleted with them
 * and has not come back by itself.
 * @throws PlatformError `not_found`; `conflict` when another folder has the name by now, or there is no room
 */
export async function undeleteFolders(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const author = await authorOf(db, actor, ref);
  const wanted = distinctIds(ids);
  const done = db.transaction().execute(async (transaction) => {
    await lockProject(transaction, author.projectId);
    const folders = await lockFolders(transaction, author, wanted);
    const deleted = folders.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id);
    if (deleted.length === 0) return;
    await assertFolderRoom(transaction, author, deleted.length);
    const items = await transaction
      .selectFrom('content_items as item')
      .innerJoin('content_folders as folder', 'folder.id', 'item.deleted_with')
      .select('item.id')
      .where('folder.id', 'in', deleted)
      // Undeleted alone and deleted once more, it has another time.
      .whereRef('item.deleted_at', '=', 'folder.deleted_at')
      .orderBy('item.id')
      .forUpdate('item')
      .execute();
    if (items.length > 0) {
      await assertRoom(transaction, author, items.length);
      await transaction
        .updateTable('content_items')
        .set({ deleted_at: null, folder_id: sql<string>`deleted_with`, deleted_with: null })
        .where(
          'id',
          'in',
          items.map(({ id }) => id),
        )
        .execute();
    }
    await transaction
      .updateTable('content_folders')
      .set({ deleted_at: null })
      .where('id', 'in', deleted)
      .execute();
  });
  await done.catch(refuseTakenName('bring back'));
  return wanted.map((id) => ({ id }));
}
