import { MAX_CONTENT_ITEMS } from '@basalt/contract';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Caller } from './caller.ts';
import { countOwned } from './store.ts';

/** The project is locked, so that two at once do not both find the last place. @throws PlatformError `conflict` */
export async function assertRoom(transaction: Transaction, author: Caller, more: number): Promise<void> {
  if ((await countOwned(transaction, author)) + more <= MAX_CONTENT_ITEMS) return;
  throw new PlatformError(
    'conflict',
    `One person can keep ${MAX_CONTENT_ITEMS} snippets and reports in a project. Delete some that are not needed.`,
  );
}
