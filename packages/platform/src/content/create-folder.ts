import { type ContentFolder, MAX_CONTENT_FOLDERS } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { authorOf, type Caller } from './caller.ts';
import { assertTopLevel, refuseTakenName } from './folder-store.ts';
import { presentFolder } from './present.ts';

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
export async function assertFolderRoom(
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
