import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { authorOf } from './caller.ts';
import { distinctIds } from './distinct-ids.ts';
import { assertMayChange } from './policy.ts';
import { lockItems } from './store.ts';

/**
 * Deletes items of the caller, all or none of them. They can be undeleted; deleted once more, they stay as they are.
 * @throws PlatformError `not_found` or `forbidden`
 */
export async function deleteContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const author = await authorOf(db, actor, ref);
  const wanted = distinctIds(ids);
  await db.transaction().execute(async (transaction) => {
    const items = new Map((await lockItems(transaction, 'id', wanted)).map((item) => [item.id, item]));
    for (const id of wanted) assertMayChange(items.get(id), author);
    await transaction
      .updateTable('content_items')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', 'in', wanted)
      .where('deleted_at', 'is', null)
      .execute();
  });
  return wanted.map((id) => ({ id }));
}
