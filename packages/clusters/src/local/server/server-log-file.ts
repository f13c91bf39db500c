import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ServerLog } from '../../driver.ts';

/**
 * The log of a server, to be read and emptied by somebody else. It lies in a folder of ours, but the server (and whoever works in it
 * with a shell) holds it open: what it says and how long it is may change at any time. Links are not followed.
 * @param mayEmpty false while the server starts: its starter reads along
 * @returns null: there is none, or it is no plain file
 */
export async function openServerLog(
  path: string,
  mayEmpty: () => Promise<boolean>,
): Promise<ServerLog | null> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
      throw error;
    },
  );
  if (file === null) return null;
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    return null;
  }
  return {
    id: `${stats.ino}-${Math.round(stats.birthtimeMs)}`,
    size: stats.size,
    async read(offset, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    async empty(size) {
      if (!(await mayEmpty()) || (await file.stat()).size !== size) return false;
      // The server appends: it goes on at the beginning.
      await file.truncate(0);
      return true;
    },
    close: () => file.close(),
  };
}
