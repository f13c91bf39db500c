import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from '../files/copy-tree.ts';
import { diskUsage, flushDisk } from '../files/disk.ts';
import { scratchName } from '../files/scratch-name.ts';
import { KeyedLock } from '../locks/keyed-lock.ts';
import type { Owner } from '../owners/access.ts';
import { readControlFile } from './control-file.ts';
import { copiesToKeep } from './pool-size.ts';
import { giveSystemIdentifier, newSystemIdentifier } from './system-identifier.ts';

/** A template, for the pool that copies it. */
export interface PoolTemplate {
  /** Of this content and no other. */
  name: string;
  /** Its data directory. */
  path: string;
  systemIdentifier: bigint;
}

/** A data directory that was taken from the pool. */
export interface PoolCopy {
  /** A user under whom nothing has ever run; null: it is ours. */
  owner: Owner | null;
  systemIdentifier: string;
}

/** A user for one more data directory; null: it is ours. */
export type NewOwner = () => Promise<Owner | null>;

/** Free bytes of the disk that a folder is on; null when it does not say. */
export type FreeBytes = (folder: string) => Promise<number | null>;

export interface PoolOptions {
  folder: string;
  /** Copies of each template, where the disk has room for them. */
  size: number;
  /** False: copies may be lost with the power, for throw-away clusters. */
  durable: boolean;
  newOwner: NewOwner;
  freeBytes: FreeBytes;
}

const FILES_AT_ONCE_IN_BACKGROUND = 2;
const FILES_AT_ONCE_WHEN_AWAITED = 16;
/** Of a template whose size cannot be found out. */
const USUAL_COPY_BYTES = 45_000_000;

/**
 * Ready copies of templates, each with a system identifier of its own. Making a thousand files can take half a second on a
 * busy disk; renaming a finished copy takes none. Copies outlive the process. Several processes may share the folder.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #folder: string;
  readonly #fills = new KeyedLock();
  readonly #sizes = new Map<string, number>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#folder = options.folder;
  }

  /**
   * Puts a copy of the template at the target, which must not exist: a ready one, else one made now.
   */
  async take(template: PoolTemplate, target: string): Promise<PoolCopy> {
    const owner = await this.#place(template, target);
    // Nothing has run in there yet: it is what we have written.
    const { systemIdentifier } = await readControlFile(target);
    return { owner, systemIdentifier: systemIdentifier.toString() };
  }

  async #place(template: PoolTemplate, target: string): Promise<Owner | null> {
    for (const entry of copiesOf(template, await this.#entries()))
      if (await renameIfThere(join(this.#folder, entry), target)) return ownerIn(entry);
    const owner = await this.#options.newOwner();
    await this.#copy(template, target, owner, FILES_AT_ONCE_WHEN_AWAITED);
    return owner;
  }

  /**
   * Makes copies until as many are ready as the disk has room for, or deletes those that it has no room for any more. Fills of
   * one template run one after another.
   */
  fill(template: PoolTemplate): Promise<void> {
    return this.#fills.run(template.name, async () => {
      if (this.#options.size === 0) return;
      let { ready, enough } = await this.#look(template);
      if (ready.length > enough) return this.#discard(ready.slice(enough));
      while (!this.#closed && ready.length < enough) {
        await this.#make(template);
        ({ ready, enough } = await this.#look(template));
      }
    });
  }

  /** The ready copies of a template, and how many of them the disk has room for now. */
  async #look(template: PoolTemplate): Promise<{ ready: string[]; enough: number }> {
    const { size, freeBytes } = this.#options;
    const [entries, free] = await Promise.all([this.#entries(), freeBytes(this.#folder)]);
    const ready = copiesOf(template, entries);
    const copyBytes = await this.#copyBytes(template);
    const others = entries.length - ready.length;
    const enough = copiesToKeep(size, { freeBytes: free, copyBytes, ready: ready.length, others });
    return { ready, enough };
  }

  async #copyBytes({ name, path }: PoolTemplate): Promise<number> {
    const known = this.#sizes.get(name);
    if (known !== undefined) return known;
    const bytes = (await diskUsage(path))?.diskBytes ?? USUAL_COPY_BYTES;
    this.#sizes.set(name, bytes);
    return bytes;
  }

  async #make(template: PoolTemplate): Promise<void> {
    const owner = await this.#options.newOwner();
    const unique = [...(owner ? [owner.uid] : []), randomBytes(6).toString('hex')].join('-');
    const entry = join(this.#folder, `${template.name}~${unique}`);
    const scratch = scratchName(entry);
    try {
      await this.#copy(template, scratch, owner, FILES_AT_ONCE_IN_BACKGROUND);
      await rename(scratch, entry);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  /** Deletes the copies of older templates of the same major version. */
  async discardOthers(name: string): Promise<void> {
    const major = `${name.split('-')[0]}-`;
    const entries = await readdir(this.#folder);
    await this.#discard(entries.filter((entry) => entry.startsWith(major) && !entry.startsWith(`${name}~`)));
  }

  /** Makes no more copies; resolves when the one in the making is done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#fills.idle();
  }

  async #discard(entries: readonly string[]): Promise<void> {
    for (const entry of entries) {
      const aside = scratchName(join(this.#folder, entry));
      if (await renameIfThere(join(this.#folder, entry), aside))
        await rm(aside, { recursive: true, force: true });
    }
  }

  /** The finished copies of all templates. */
  async #entries(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((entry) => !entry.startsWith('.'));
  }

  async #copy(template: PoolTemplate, target: string, owner: Owner | null, atOnce: number): Promise<void> {
    await copyTree(template.path, target, { owner, atOnce });
    const copied = await giveSystemIdentifier(target, newSystemIdentifier());
    // Backups are told which content this is: another one under the same path would make them worthless.
    if (copied !== template.systemIdentifier)
      throw new Error('The template was built anew while a database was made of it: try again.');
    if (this.#options.durable) await flushDisk(target);
  }
}

function copiesOf({ name }: PoolTemplate, entries: readonly string[]): string[] {
  return entries.filter((entry) => entry.startsWith(`${name}~`));
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
