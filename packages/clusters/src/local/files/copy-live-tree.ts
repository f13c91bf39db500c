import { constants, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError } from '../../driver.ts';
import { runsAsRoot } from '../owners/access.ts';

/** Data directories are four folders deep. Somebody who makes more of them makes them for us. */
const DEEPEST = 8;
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface LiveCopyOptions {
  /** Whose files are copied; null: everybody's. */
  uid: number | null;
  /** Files copied at once. Small numbers leave the disk and the thread pool to others. */
  atOnce: number;
  /** What is left out, by its path below the folder. */
  skips(path: string): boolean;
  /** How many bytes there is room for. */
  mostBytes: number;
  signal?: AbortSignal | undefined;
}

/**
 * Copies a folder while others write in it, sharing blocks where the file system can; what vanishes meanwhile is left out. Whoever
 * writes there may be up to anything, so every name is opened inside of a folder that is open, links are not followed, and what
 * belongs to somebody else or has a second name is left out. The target must not exist, and the copy is ours.
 * @returns bytes copied
 * @throws {ClusterError} disk_full: there are more bytes than there is room for
 */
export async function copyLiveTree(from: string, to: string, options: LiveCopyOptions): Promise<number> {
  const copy = new LiveCopy(options);
  // Whoever clears a failed copy away must meet no writer.
  await copy.folder(from, to, '', 0).finally(() => copy.settled());
  return copy.bytes;
}

class LiveCopy {
  bytes = 0;
  readonly #options: LiveCopyOptions;
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | null = null;

  constructor(options: LiveCopyOptions) {
    this.#options = options;
  }

  async folder(from: string, to: string, path: string, depth: number): Promise<void> {
    if (depth > DEEPEST) return;
    const folder = await this.#open(from, SAFELY | constants.O_DIRECTORY);
    if (!folder) return;
    try {
      await mkdir(to, { mode: 0o700 });
      const here = byHandle(folder, from);
      for await (const entry of await opendir(here)) {
        await this.#entry(entry, join(here, entry.name), join(to, entry.name), join(path, entry.name), depth);
      }
      // What is at work in here was opened by the folder's handle.
      await this.settled();
      if (this.#failure) throw this.#failure.error;
    } finally {
      await folder.close();
    }
  }

  async #entry(entry: Dirent, from: string, to: string, path: string, depth: number): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (this.#failure) throw this.#failure.error;
    if (this.#options.skips(path)) return;
    if (entry.isDirectory()) return this.folder(from, to, path, depth + 1);
    if (!entry.isFile()) return;
    while (this.#running.size >= this.#options.atOnce) await Promise.race(this.#running);
    const work: Promise<void> = this.#file(from, to)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #file(from: string, to: string): Promise<void> {
    const file = await this.#open(from, SAFELY);
    if (!file) return;
    try {
      const { nlink, size } = await file.stat();
      if (nlink > 1) return;
      this.bytes += size;
      if (this.bytes > this.#options.mostBytes)
        throw new ClusterError(
          'disk_full',
          'There is not enough room for a copy: free some space and try again.',
        );
      await copyFile(byHandle(file, from), to, constants.COPYFILE_FICLONE);
    } finally {
      await file.close();
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Null: it is gone, a link, or somebody else's. */
  async #open(path: string, flags: number): Promise<FileHandle | null> {
    const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ELOOP', 'ENXIO', 'ENOTDIR'].includes(error.code ?? '')) return null;
      throw error;
    });
    if (!file) return null;
    const { uid } = this.#options;
    const stats = await file.stat();
    const isWanted = (stats.isFile() || stats.isDirectory()) && (uid === null || stats.uid === uid);
    if (isWanted) return file;
    await file.close();
    return null;
  }
}

/** Leads to what was opened, whatever its name leads to now. Where everything runs as one user names are as good. */
function byHandle(file: FileHandle, path: string): string {
  return runsAsRoot && process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : path;
}
