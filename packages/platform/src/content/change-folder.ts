import type { ContentFolder } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { authorOf } from './caller.ts';
import { assertTopLevel, getFolder, refuseTakenName } from './folder-store.ts';
import { presentFolder } from './present.ts';

/** Renames a folder of the caller. @throws PlatformError `not_found`, `conflict`; `bad_request` for a parent */
export async function changeFolder(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  { name, parentId }: { name: string; parentId?: string | null | undefined },
): Promise<ContentFolder> {
  const author = await authorOf(db, actor, ref);
  assertTopLevel(parentId);
  await db
    .updateTable('content_folders')
    .set({ name })
    .where('project_id', '=', author.projectId)
    .where('owner_id', '=', author.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
    .catch(refuseTakenName('update'));
  return presentFolder(await getFolder(db, author, id));
}
