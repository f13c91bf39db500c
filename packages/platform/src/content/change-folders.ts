import { type ContentFolder, MAX_CONTENT_FOLDERS } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { changeTogether, deletedOnes } from './change-together.ts';
import { assertRoom } from './content-rules.ts';
import { assertTopLevel, getFolder, lockFolders, refuseTakenName } from './folder-store.ts';
import { authorOf, type Caller, unknownFolder } from './policy.ts';
import { presentFolder } from './present.ts';
import { lockItems } from './store.ts';

/** @throws PlatformError `conflict` when the name is taken or there are too many; `bad_request` for a parent */
export async function createFolder(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  { name, parentId }: { name: string; parentId?: string | null | undefined },
): Promise<ContentFolder> {
  const author = await authorOf(db, actor, ref);
  assertTopLevel(parentId);
  const inserted = db.transaction().execute(async (transaction) => {
    await lockProject(transaction, author.projectId);
    await assertFolderRoom(transaction, author);
    return transaction
      .insertInto('content_folders')
      .values({ project_id: author.projectId, owner_id: author.accountId, name })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return presentFolder({ ...(await inserted.catch(refuseTakenName('create new'))), count: 0 });
}

/** @throws PlatformError `conflict` when the caller has as many folders as anybody may have */
async function assertFolderRoom(
  transaction: Transaction,
  { accountId, projectId }: Caller,
  more = 1,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('content_folders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count + more <= MAX_CONTENT_FOLDERS) return;
  throw new PlatformError(
    'conflict',
    `One person can have ${MAX_CONTENT_FOLDERS} folders in a project. Delete one that is not needed.`,
  );
}

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

/**
 * Deletes folders of the caller, all or none of them, and what is in them. They can be undeleted together; what is undeleted
 * alone has no folder then.
 * @throws PlatformError `not_found`
 */
export function deleteFolders(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  return changeTogether(db, actor, ref, ids, async (transaction, author, wanted) => {
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
}

/**
 * Undoes the deletion of folders of the caller, all or none of them: the same folders, and in them what was deleted with them
 * and has not come back by itself.
 * @throws PlatformError `not_found`; `conflict` when another folder has the name by now, or there is no room
 */
export function undeleteFolders(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const done = changeTogether(db, actor, ref, ids, async (transaction, author, wanted) => {
    await lockProject(transaction, author.projectId);
    const deleted = deletedOnes(await lockFolders(transaction, author, wanted));
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
  return done.catch(refuseTakenName('bring back'));
}
