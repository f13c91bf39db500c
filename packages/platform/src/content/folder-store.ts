import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ContentFolderRow } from '../kernel/schema.ts';
import { type Caller, unknownFolder } from './policy.ts';
import { containing } from './store.ts';

type Place = Pick<Caller, 'accountId' | 'projectId'>;

/** `count`: what is in it and not deleted. */
export type FolderRow = ContentFolderRow & { count: number };

/** The caller's folders, by name. */
export function listFolders(db: Database, place: Place, name?: string): Promise<FolderRow[]> {
  return countedFolders(db, place)
    .where('content_folders.name', 'ilike', containing(name))
    .orderBy((eb) => eb.fn('lower', ['content_folders.name']))
    .execute();
}

/** @throws PlatformError `not_found` */
export async function getFolder(db: Database, place: Place, id: string): Promise<FolderRow> {
  const row = await countedFolders(db, place).where('content_folders.id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknownFolder();
  return row;
}

function countedFolders(db: Database, { accountId, projectId }: Place) {
  return db
    .selectFrom('content_folders')
    .selectAll('content_folders')
    .select((eb) =>
      eb
        .selectFrom('content_items')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('content_items.folder_id', '=', 'content_folders.id')
        .where('content_items.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('count'),
    )
    .where('content_folders.project_id', '=', projectId)
    .where('content_folders.owner_id', '=', accountId)
    .where('content_folders.deleted_at', 'is', null);
}

/** Whether the caller has this folder; it then stays until the end of the transaction. Folders are locked before items. */
export async function holdFolder(transaction: Transaction, place: Place, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('content_folders')
    .select('id')
    .where('project_id', '=', place.projectId)
    .where('owner_id', '=', place.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** All of these folders of the caller, deleted ones too, until the end of the transaction. @throws PlatformError `not_found` */
export async function lockFolders(
  transaction: Transaction,
  place: Place,
  ids: readonly string[],
): Promise<Pick<ContentFolderRow, 'id' | 'deleted_at'>[]> {
  const folders = await transaction
    .selectFrom('content_folders')
    .select(['id', 'deleted_at'])
    .where('project_id', '=', place.projectId)
    .where('owner_id', '=', place.accountId)
    .where('id', 'in', ids)
    // Always in the same order: two that lock the same ones never block each other.
    .orderBy('id')
    .forUpdate()
    .execute();
  if (folders.length < ids.length) throw unknownFolder();
  return folders;
}

/** @throws PlatformError `bad_request`: folders have one level. */
export function assertTopLevel(parentId: string | null | undefined): void {
  if (parentId === null || parentId === undefined) return;
  throw new PlatformError('bad_request', 'parentId: A folder cannot be within another folder.', {
    field: 'parentId',
  });
}

const UNIQUE_NAME = 'content_folders_name';

/** Turns the database's refusal of a second folder with the same name into a sentence. */
export function refuseTakenName(verb: 'create new' | 'update' | 'bring back'): (error: unknown) => never {
  return (error) => {
    if ((error as { constraint?: string }).constraint !== UNIQUE_NAME) throw error;
    const text = `Unable to ${verb} folder: This folder name already exists`;
    throw new PlatformError('conflict', text, { field: 'name', cause: error });
  };
}
