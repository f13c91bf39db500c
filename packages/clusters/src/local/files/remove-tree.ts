import { lstat, rm, rmdir } from 'node:fs/promises';
import { runsAsRoot } from '../owners/access.ts';
import { runAsOwner } from '../owners/run-as-owner.ts';

const EMPTY = 'find . ! -name . -prune -exec rm -rf -- {} + 2>/dev/null';
/** Folders that their owner locked for himself. */
const UNLOCK_AND_EMPTY = `chmod -R u+rwx . 2>/dev/null; ${EMPTY}`;

/**
 * Deletes a file or a folder with all that is in it; none is fine. The path must lie where only we can put something in its
 * place. What is in a folder of another user is deleted as that user: root never walks where somebody else can lay links.
 */
export async function removeTree(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (!stats) return;
  if (!runsAsRoot || !stats.isDirectory() || stats.uid === 0) {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  if ((await runAsOwner(path, EMPTY)) === null) await runAsOwner(path, UNLOCK_AND_EMPTY);
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process of ours, which empties the trash at its start, was faster.
    if (error.code !== 'ENOENT') throw error;
  });
}
