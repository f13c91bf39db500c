import { type ContentVisibility, MAX_CONTENT_ITEMS } from '@basalt/contract';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Caller } from './policy.ts';
import { countOwned } from './store.ts';

/** The project is locked, so that two at once do not both find the last place. @throws PlatformError `conflict` */
export async function assertRoom(transaction: Transaction, author: Caller, more: number): Promise<void> {
  if ((await countOwned(transaction, author)) + more <= MAX_CONTENT_ITEMS) return;
  throw new PlatformError(
    'conflict',
    `One person can keep ${MAX_CONTENT_ITEMS} snippets, reports and GraphQL queries in a project. Delete some that are not needed.`,
  );
}

/** Who sees an item, and the folder it is in. */
interface Placement {
  visibility: ContentVisibility;
  folder_id: string | null;
}

/** Where a new item is. */
export const NOWHERE: Placement = { visibility: 'user', folder_id: null };

export interface PlacementChange {
  visibility?: ContentVisibility | undefined;
  folder_id?: string | null | undefined;
}

/**
 * Where an item goes. What is not asked for stays, except that sharing takes an item out of its folder.
 * @throws PlatformError `bad_request` when a shared one is to be in a folder
 */
export function placementOf(now: Placement, wanted: PlacementChange): Placement {
  const visibility = wanted.visibility ?? now.visibility;
  if (visibility === 'user')
    return { visibility, folder_id: wanted.folder_id === undefined ? now.folder_id : wanted.folder_id };
  if (typeof wanted.folder_id === 'string')
    throw new PlatformError('bad_request', 'Shared snippet cannot be within a folder', {
      field: 'folder_id',
    });
  return { visibility, folder_id: null };
}
