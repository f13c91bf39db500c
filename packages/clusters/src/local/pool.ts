import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from './copy-tree.ts';
import { flushDisk } from './flush-disk.ts';
import { KeyedLock } from './keyed-lock.ts';
import { scratchName } from './scratch-name.ts';
import { giveSystemIdentifier, newSystemIdentifier } from './system-identifier.ts';

const FILES_AT_ONCE_IN_BACKGROUND = 2;
const FILES_AT_ONCE_WHEN_AWAITED = 16;

/**
 * Ready copies of templates, each with a system identifier of its own. Making a thousand files can take half a second on a
 * busy disk; renaming a finished copy takes none. Copies outlive the process. Several processes may share the folder.
 */
export class Pool {
  readonly #folder: string;
  readonly #size: number;
  readonly #durable: boolean;
  readonly #fills = new KeyedLock();
  #closed = false;

  /** @param durable false: copies may be lost with the power, for throw-away clusters */
  constructor(folder: string, size: number, durable: boolean) {
    this.#folder = folder;
    this.#size = size;
    this.#durable = durable;
  }

  /** Puts a copy of the template at the target, which must not exist: a ready one, else one made now. */
  async take(name: string, template: string, target: string): Promise<void> {
    for (const entry of await this.#ready(name)) {
      if (await renameIfThere(join(this.#folder, entry), target)) return;
    }
    await this.#copy(template, target, FILES_AT_ONCE_WHEN_AWAITED);
  }

  /** Makes copies until enough are ready. Fills of one template run one after another. */
  fill(name: string, template: string): Promise<void> {
    return this.#fills.run(name, async () => {
      while (!this.#closed && (await this.#ready(name)).length < this.#size) {
        const entry = join(this.#folder, `${name}~${randomBytes(6).toString('hex')}`);
        const scratch = scratchName(entry);
        try {
          await this.#copy(template, scratch, FILES_AT_ONCE_IN_BACKGROUND);
          await rename(scratch, entry);
        } finally {
          await rm(scratch, { recursive: true, force: true });
        }
      }
    });
  }

  /** Deletes the copies of older templates of the same major version. */
  async discardOthers(name: string): Promise<void> {
    const major = `${name.split('-')[0]}-`;
    for (const entry of await readdir(this.#folder)) {
      if (!entry.startsWith(major) || entry.startsWith(`${name}~`)) continue;
      const aside = scratchName(join(this.#folder, entry));
      if (await renameIfThere(join(this.#folder, entry), aside))
        await rm(aside, { recursive: true, force: true });
    }
  }

  /** Makes no more copies; resolves when the one in the making is done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#fills.idle();
  }

  async #ready(name: string): Promise<string[]> {
    return (await readdir(this.#folder)).filter((entry) => entry.startsWith(`${name}~`));
  }

  async #copy(template: string, target: string, atOnce: number): Promise<void> {
    await copyTree(template, target, { owner: null, atOnce });
    await giveSystemIdentifier(target, newSystemIdentifier());
    if (this.#durable) await flushDisk(target);
  }
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // another process took it
    throw error;
  }
}
