import { constants } from 'node:fs';
import { chmod, copyFile, lchown, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../owners/access.ts';

export interface CopyTreeOptions {
  /** Who gets the copy; null: us. */
  owner: Owner | null;
  /** Files copied at once. Small numbers leave the disk and the thread pool to others. */
  atOnce: number;
}

/**
 * Copies a folder that nobody writes to, sharing blocks where the file system can. The target must not exist. Folders get
 * mode 0700. File modes are kept. A failed copy leaves a partial target behind.
 */
export async function copyTree(from: string, to: string, options: CopyTreeOptions): Promise<void> {
  const slots = new Slots(options.atOnce);
  await copyFolder(from, to, options.owner, slots);
}

async function copyFolder(from: string, to: string, owner: Owner | null, slots: Slots): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  const work = entries.map((entry) => {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) return copyFolder(source, target, owner, slots);
    return slots.run(async () => {
      if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
      else if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
      else return; // sockets and pipes are not data
      if (owner) await lchown(target, owner.uid, owner.gid);
    });
  });
  await settle(work);
  if (owner) await lchown(to, owner.uid, owner.gid);
  await chmod(to, 0o700);
}

/** Gives a whole folder to somebody. */
export async function chownTree(path: string, owner: Owner): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  await settle(
    entries.map((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? chownTree(child, owner) : lchown(child, owner.uid, owner.gid);
    }),
  );
  await lchown(path, owner.uid, owner.gid);
}

/** Waits for all before it fails, so that a caller who cleans up meets no writer. */
async function settle(work: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run(task: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
