import { PlatformError } from '../kernel/platform-error.ts';
import type { ContentItemRow } from '../kernel/schema.ts';
import type { Caller } from './caller.ts';

type Ownership = Pick<ContentItemRow, 'owner_id' | 'project_id' | 'visibility' | 'deleted_at' | 'type'>;

/** Only its owner sees a private item, and only its owner can bring a deleted one back. */
function maySee(item: Ownership, { accountId, projectId }: Pick<Caller, 'accountId' | 'projectId'>): boolean {
  if (item.project_id !== projectId) return false;
  return item.owner_id === accountId || (item.visibility === 'project' && item.deleted_at === null);
}

/**
 * Changing, moving, sharing and deleting are the owner's. Others are told so of what they see, and of the rest that there is
 * nothing.
 * @throws PlatformError `not_found` or `forbidden`
 */
export function assertMayChange<Item extends Ownership>(
  item: Item | undefined,
  caller: Pick<Caller, 'accountId' | 'projectId'>,
): asserts item is Item {
  if (item === undefined || !maySee(item, caller)) throw unknownContent();
  if (item.owner_id === caller.accountId) return;
  const noun = item.type === 'report' ? 'report' : 'snippet';
  throw new PlatformError(
    'forbidden',
    `Only the owner of this shared ${noun} can change it. Duplicate it to have one of your own.`,
  );
}

export function unknownContent(): PlatformError {
  return new PlatformError('not_found', 'There is no snippet or report with this id.');
}

export function unknownFolder(): PlatformError {
  return new PlatformError('not_found', 'There is no folder with this id.');
}
