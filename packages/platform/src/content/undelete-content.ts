import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertRoom } from './assert-room.ts';
import { authorOf } from './caller.ts';
import { distinctIds } from './distinct-ids.ts';
import { assertMayChange } from './policy.ts';
import { lockItems } from './store.ts';

/**
 * Undoes the deletion of items of the caller, all or none of them. They are in their folder if it is still there.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` when there is no room for them
 */
export async function undeleteContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const author = await authorOf(db, actor, ref);
  const wanted = distinctIds(ids);
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, author.projectId);
    const items = new Map((await lockItems(transaction, 'id', wanted)).map((item) => [item.id, item]));
    for (const id of wanted) assertMayChange(items.get(id), author);
    const deleted = [...items.values()].filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id);
    if (deleted.length === 0) return;
    await assertRoom(transaction, author, deleted.length);
    await transaction
      .updateTable('content_items')
      .set({ deleted_at: null })
      .where('id', 'in', deleted)
      .execute();
  });
  return wanted.map((id) => ({ id }));
}
