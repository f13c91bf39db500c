import { sql } from 'kysely';
import type { Actor } from '../access/authorize.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { authorOf } from './caller.ts';
import { distinctIds } from './distinct-ids.ts';
import { unknownFolder } from './policy.ts';
import { lockItems } from './store.ts';

/**
 * Removes folders of the caller, all or none of them. What is in them is deleted and can be brought back, without a folder then.
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
    const folders = await transaction
      .selectFrom('content_folders')
      .select('id')
      .where('project_id', '=', author.projectId)
      .where('owner_id', '=', author.accountId)
      .where('id', 'in', wanted)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (folders.length < wanted.length) throw unknownFolder();
    await lockItems(transaction, 'folder_id', wanted);
    await transaction
      .updateTable('content_items')
      .set({ deleted_at: sql<Date>`coalesce(deleted_at, now())`, folder_id: null })
      .where('folder_id', 'in', wanted)
      .execute();
    await transaction.deleteFrom('content_folders').where('id', 'in', wanted).execute();
  });
  return wanted.map((id) => ({ id }));
}
