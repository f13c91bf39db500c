import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import type { Owner } from './access.ts';

/**
 * Gives the data directory of a stopped server to another user. Whoever still works as the former one may change it meanwhile, so
 * every file is opened by its name inside of a folder that is open, links are not followed, and what belongs to somebody else or
 * has a second name stays as it is.
 * @param mayTake whether what belongs to this uid is part of it
 */
export async function reown(path: string, mayTake: (uid: number) => boolean, owner: Owner): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    // Links, sockets, and what is gone: no data of a database is any of these.
    if (error.code === 'ELOOP' || error.code === 'ENXIO' || error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  try {
    await reownOpen(file, mayTake, owner);
  } finally {
    await file.close();
  }
}

async function reownOpen(file: FileHandle, mayTake: (uid: number) => boolean, owner: Owner): Promise<void> {
  const stats = await file.stat();
  if (!mayTake(stats.uid)) return;
  if (stats.isDirectory()) {
    const here = `/proc/self/fd/${file.fd}`;
    for (const name of await readdir(here)) await reown(`${here}/${name}`, mayTake, owner);
  } else if (!stats.isFile() || stats.nlink > 1) return;
  await file.chown(owner.uid, owner.gid);
}
