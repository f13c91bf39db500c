import { randomUUID } from 'node:crypto';
import { type ContentItem, type SaveContentInput, UNTITLED } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertRoom, NOWHERE, placementOf } from './content-rules.ts';
import { holdFolder } from './folder-store.ts';
import { assertMayChange, authorOf, type Caller } from './policy.ts';
import { presentItem } from './present.ts';
import { hasContent, type LockedItem, lockItem, readOwnItem, setFavorite } from './store.ts';

type Draft = SaveContentInput & { id: string; json: string };

/**
 * Creates an item, or changes the version that its author has seen. Saved once more, the same text changes nothing: the answer
 * to the first time may have been lost. A deleted item is back when it is saved: a text in an open tab must not be lost.
 * @throws PlatformError `conflict` with the item as it is now under `current`
 */
export async function saveContent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
  input: SaveContentInput,
): Promise<ContentItem> {
  const author = await authorOf(db, actor, ref);
  return db.transaction().execute(async (transaction) => {
    const draft = await toDraft(transaction, author, input);
    const before = (await lockItem(transaction, draft.id)) ?? (await insert(transaction, author, draft));
    if (before !== null) await change(transaction, author, before, draft);
    if (draft.favorite !== undefined)
      await setFavorite(transaction, author.accountId, draft.id, draft.favorite);
    return presentItem(await readOwnItem(transaction, author, draft.id), author);
  });
}

async function toDraft(transaction: Transaction, author: Caller, input: SaveContentInput): Promise<Draft> {
  const { folder_id } = input;
  const id = (input.id ?? randomUUID()).toLowerCase();
  const content =
    input.type === 'sql' ? { content_id: id, schema_version: '1.0', ...input.content } : input.content;
  placementOf(NOWHERE, input); // refuses a contradiction, whether the folder is there or not
  // A text is not refused because its folder was deleted in another tab.
  const isGone = typeof folder_id === 'string' && !(await holdFolder(transaction, author, folder_id));
  return { ...input, id, json: JSON.stringify(content), folder_id: isGone ? null : folder_id };
}

/** Answers null, or the item when somebody was faster. */
async function insert(
  transaction: Transaction,
  author: Caller,
  { id, type, name = UNTITLED, description = '', json, ...wanted }: Draft,
): Promise<LockedItem | null> {
  await lockProject(transaction, author.projectId);
  await assertRoom(transaction, author, 1);
  const inserted = await transaction
    .insertInto('content_items')
    .values({
      id,
      project_id: author.projectId,
      owner_id: author.accountId,
      type,
      name,
      description,
      ...placementOf(NOWHERE, wanted),
      content: json,
      updated_by: author.accountId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted === undefined ? ((await lockItem(transaction, id)) ?? null) : null;
}

async function change(
  transaction: Transaction,
  author: Caller,
  before: LockedItem,
  { type, name = before.name, description = before.description, version = 0, json, ...wanted }: Draft,
): Promise<void> {
  assertMayChange(before, author);
  if (type !== before.type)
    throw new PlatformError('bad_request', `type: There is a ${before.type} with this id already.`, {
      field: 'type',
    });
  const sameContent = await hasContent(transaction, before.id, json);
  if (version !== before.version && !(sameContent && name === before.name))
    throw await staleVersion(transaction, author, before);
  const placement = placementOf(before, wanted);
  const isUnchanged =
    sameContent &&
    before.deleted_at === null &&
    name === before.name &&
    description === before.description &&
    placement.visibility === before.visibility &&
    placement.folder_id === before.folder_id;
  if (isUnchanged) return;
  await transaction
    .updateTable('content_items')
    .set({
      name,
      description,
      ...placement,
      ...(sameContent ? {} : { content: json, version: before.version + 1 }),
      deleted_at: null,
      updated_at: sql<Date>`now()`,
      updated_by: author.accountId,
    })
    .where('id', '=', before.id)
    .execute();
}

/** A deleted one is shown too: saved on its version, it is back. */
async function staleVersion(
  transaction: Transaction,
  author: Caller,
  { id, version }: LockedItem,
): Promise<PlatformError> {
  const current = presentItem(await readOwnItem(transaction, author, id), author);
  return new PlatformError(
    'conflict',
    `This was changed elsewhere and is at version ${version} now. Compare both texts and save again.`,
    { details: { current } },
  );
}
