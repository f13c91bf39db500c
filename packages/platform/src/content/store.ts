import type { ContentType } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { type Caller, unknownContent } from './policy.ts';

/** Everything there is, as the caller sees it and without the contents: they can be large. */
function allItems(db: Database, accountId: string) {
  return db
    .selectFrom('content_items as item')
    .innerJoin('accounts as owner', 'owner.id', 'item.owner_id')
    .leftJoin('accounts as editor', 'editor.id', 'item.updated_by')
    .leftJoin('content_favorites as star', (join) =>
      join.onRef('star.item_id', '=', 'item.id').on('star.account_id', '=', accountId),
    )
    .select([
      'item.id',
      'item.project_id',
      'item.owner_id',
      'item.type',
      'item.name',
      'item.description',
      'item.visibility',
      'item.folder_id',
      'item.version',
      'item.inserted_at',
      'item.updated_at',
      'item.updated_by',
      'owner.email as owner_email',
      'editor.email as editor_email',
    ])
    .select((eb) => eb('star.item_id', 'is not', null).$castTo<boolean>().as('favorite'));
}

/** What the caller sees of all projects. */
export function visibleItems(db: Database, accountId: string) {
  return allItems(db, accountId)
    .where('item.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('item.visibility', '=', 'project'), eb('item.owner_id', '=', accountId)]));
}

/** What the caller has deleted in the project. */
export function deletedItems(db: Database, { accountId, projectId }: Caller, type: ContentType) {
  return allItems(db, accountId)
    .select((eb) => eb.ref('item.deleted_at').$notNull().as('deleted_at'))
    .where('item.project_id', '=', projectId)
    .where('item.owner_id', '=', accountId)
    .where('item.type', '=', type)
    .where('item.deleted_at', 'is not', null);
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof visibleItems>['executeTakeFirstOrThrow']>>;
export type ItemRow = SummaryRow & { content: Record<string, unknown> };

/** @throws PlatformError `not_found` */
export async function getSummary(
  db: Database,
  { accountId, projectId }: Pick<Caller, 'accountId' | 'projectId'>,
  id: string,
): Promise<SummaryRow> {
  const row = await visibleItems(db, accountId)
    .where('item.project_id', '=', projectId)
    .where('item.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw unknownContent();
  return row;
}

/** @throws PlatformError `not_found` */
export async function getItem(
  db: Database,
  { accountId, projectId }: Pick<Caller, 'accountId' | 'projectId'>,
  id: string,
): Promise<ItemRow> {
  const row = await visibleItems(db, accountId)
    .select('item.content')
    .where('item.project_id', '=', projectId)
    .where('item.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw unknownContent();
  return row;
}

/** An item that the caller has locked and may change, deleted or not. */
export function readOwnItem(transaction: Transaction, { accountId }: Caller, id: string): Promise<ItemRow> {
  return allItems(transaction, accountId)
    .select('item.content')
    .where('item.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** An item of anybody and any project, deleted ones too, until the end of the transaction the only one to change it. */
export function lockItem(transaction: Transaction, id: string) {
  return transaction
    .selectFrom('content_items')
    .select([
      'id',
      'project_id',
      'owner_id',
      'type',
      'name',
      'description',
      'visibility',
      'folder_id',
      'version',
      'deleted_at',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>;

/** Several items as {@link lockItem} has one, always in the same order: two that lock the same ones never block each other. */
export function lockItems(transaction: Transaction, column: 'id' | 'folder_id', ids: readonly string[]) {
  return transaction
    .selectFrom('content_items')
    .select(['id', 'project_id', 'owner_id', 'type', 'visibility', 'deleted_at'])
    .where(column, 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** How many the caller has in the project; deleted ones do not count. */
export async function countOwned(db: Database, { accountId, projectId }: Caller): Promise<number> {
  const { count } = await db
    .selectFrom('content_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('owner_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

interface ContentCounts {
  count: number;
  favorites: number;
  private: number;
  shared: number;
}

/** What the caller sees in the project, by the list it stands in. */
export function countVisible(
  db: Database,
  { accountId, projectId }: Caller,
  { type, name }: { type: ContentType; name?: string | undefined },
): Promise<ContentCounts> {
  return visibleItems(db, accountId)
    .clearSelect()
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('star.item_id').as('favorites'),
      fn.countAll<number>().filterWhere('item.visibility', '=', 'user').as('private'),
      fn.countAll<number>().filterWhere('item.visibility', '=', 'project').as('shared'),
    ])
    .where('item.project_id', '=', projectId)
    .where('item.type', '=', type)
    .where('item.name', 'ilike', containing(name))
    .executeTakeFirstOrThrow();
}

/** A pattern for names with this part, which stands for itself alone. */
export function containing(part = ''): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @param on false: no favorite any more */
export async function setFavorite(
  transaction: Transaction,
  accountId: string,
  itemId: string,
  on: boolean,
): Promise<void> {
  if (on)
    await transaction
      .insertInto('content_favorites')
      .values({ account_id: accountId, item_id: itemId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await transaction
      .deleteFrom('content_favorites')
      .where('account_id', '=', accountId)
      .where('item_id', '=', itemId)
      .execute();
}

/** Whether the stored content is this one; the order of keys says nothing. */
export async function hasContent(transaction: Transaction, id: string, json: string): Promise<boolean> {
  const { same } = await transaction
    .selectFrom('content_items')
    .select(sql<boolean>`content = ${json}::jsonb`.as('same'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return same;
}
