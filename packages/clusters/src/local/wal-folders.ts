import { lchown, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WalFolders } from '../driver.ts';
import type { Owner } from './copy-tree.ts';

/**
 * Where finished segments go, as the server (which works in its data directory) names it. Base backups leave out what is in
 * pg_wal, and the server looks there at nothing but segments, so a folder of ours disturbs neither.
 */
export const OUTBOX = 'pg_wal/outbox';

export function walFoldersOf(dataDirectory: string): WalFolders {
  return { outbox: join(dataDirectory, OUTBOX), current: join(dataDirectory, 'pg_wal') };
}

/**
 * Makes the outbox, which a restored data directory lacks, and clears away what a killed server began to copy. The folder
 * belongs to the server's user: a link that he put there instead is not followed.
 */
export async function makeOutbox(dataDirectory: string, owner: Owner | null): Promise<void> {
  const { outbox } = walFoldersOf(dataDirectory);
  const there = await lstat(outbox).catch(() => null);
  if (there && !there.isDirectory()) await rm(outbox);
  if (!there?.isDirectory()) await mkdir(outbox, { mode: 0o700 });
  if (owner) await lchown(outbox, owner.uid, owner.gid);
  for (const name of await readdir(outbox))
    if (name.startsWith('archtemp.')) await rm(join(outbox, name), { force: true });
}
