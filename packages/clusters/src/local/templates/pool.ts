import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from '../files/copy-tree.ts';
import { flushDisk } from '../files/disk.ts';
import { scratchName } from '../files/scratch-name.ts';
import { KeyedLock } from '../locks/keyed-lock.ts';
import type { Owner } from '../owners/access.ts';
import { giveSystemIdentifier, newSystemIdentifier } from './system-identifier.ts';

/** A user for one more data directory; null: it is ours. */
export type NewOwner = () => Promise<Owner | null>;

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
  readonly #newOwner: NewOwner;
  readonly #fills = new KeyedLock();
  #closed = false;

  /** @param durable false: copies may be lost with the power, for throw-away clusters */
  constructor(folder: string, size: number, durable: boolean, newOwner: NewOwner) {
    this.#folder = folder;
    this.#size = size;
    this.#durable = durable;
    this.#newOwner = newOwner;
  }

  /**
   * Puts a copy of the template at the target, which must not exist: a ready one, else one made now.
   * @returns whose it is: a user under whom nothing has ever run
   */
  async take(name: string, template: string, target: string): Promise<Owner | null> {
    for (const entry of await this.#ready(name)) {
      if (await renameIfThere(join(this.#folder, entry), target)) return ownerIn(entry);
    }
    const owner = await this.#newOwner();
    await this.#copy(template, target, owner, FILES_AT_ONCE_WHEN_AWAITED);
    return owner;
  }

  /** Makes copies until enough are ready. Fills of one template run one after another. */
  fill(name: string, template: string): Promise<void> {
    return this.#fills.run(name, async () => {
      while (!this.#closed && (await this.#ready(name)).length < this.#size) {
        const owner = await this.#newOwner();
        const unique = [...(owner ? [owner.uid] : []), randomBytes(6).toString('hex')].join('-');
        const entry = join(this.#folder, `${name}~${unique}`);
        const scratch = scratchName(entry);
        try {
          await this.#copy(template, scratch, owner, FILES_AT_ONCE_IN_BACKGROUND);
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

  async #copy(template: string, target: string, owner: Owner | null, atOnce: number): Promise<void> {
    await copyTree(template, target, { owner, atOnce });
    await giveSystemIdentifier(target, newSystemIdentifier());
    if (this.#durable) await flushDisk(target);
  }
}

/** Copies are owned beforehand: giving a thousand files to somebody takes as long as a start. */
function ownerIn(entry: string): Owner | null {
  const uid = /~(\d+)-[0-9a-f]+$/.exec(entry)?.[1];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(uid) };
}

/** The users that ready copies belong to. */
export async function ownersInPool(folder: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((entry) => ownerIn(entry)?.uid ?? []);
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
