import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** Of one project. What was not asked for longest goes first. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Below it, a file costs as much as if it were so large. */
const FILE_COST = 4_096;

/**
 * Rendered images, as files beside a project's objects. They can be made again at any time: nothing is synced, and a disk without room
 * only means that they are made again.
 */
export class RenderedFiles {
  readonly #root: string;
  /** The sizes of the files of each project that was asked for, oldest first. */
  readonly #known = new LRUCache<string, Promise<LRUCache<string, number>>>({ max: 1_000 });

  constructor(root: string) {
    this.#root = root;
  }

  /** @param name as {@link renderedName} makes it */
  async read(ref: string, name: string): Promise<Buffer | null> {
    const known = await this.#of(ref);
    if (known.get(name) === undefined) return null;
    return readFile(path.join(this.#folder(ref), name)).catch(() => {
      known.delete(name);
      return null;
    });
  }

  async keep(ref: string, name: string, bytes: Buffer): Promise<void> {
    const folder = this.#folder(ref);
    const beside = path.join(folder, `${randomUUID()}.new`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(beside, 'wx', 0o600);
      await file.writeFile(bytes).finally(() => file.close());
      await rename(beside, path.join(folder, name));
      (await this.#of(ref)).set(name, bytes.length);
    } catch {
      await rm(beside, { force: true }).catch(() => {});
    }
  }

  #folder(ref: string): string {
    return path.join(this.#root, ref, 'rendered');
  }

  #of(ref: string): Promise<LRUCache<string, number>> {
    const known = this.#known.get(ref) ?? readFolder(this.#folder(ref));
    this.#known.set(ref, known);
    return known;
  }
}

/** The same image looks the same: its version never changes, and neither does what was asked of it. */
export function renderedName(version: string, transformation: string, format: string): string {
  return createHash('sha256').update(`${version} ${transformation} ${format}`).digest('hex');
}

async function readFolder(folder: string): Promise<LRUCache<string, number>> {
  const known = new LRUCache<string, number>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => Math.max(FILE_COST, bytes),
    dispose: (_, name, reason) => {
      if (reason !== 'set') void rm(path.join(folder, name), { force: true }).catch(() => {});
    },
  });
  const found = await Promise.all(
    (await readdir(folder).catch(() => [])).map(async (name) => ({
      name,
      facts: await stat(path.join(folder, name)).catch(() => null),
    })),
  );
  found.sort((a, b) => (a.facts?.mtimeMs ?? 0) - (b.facts?.mtimeMs ?? 0));
  for (const { name, facts } of found)
    if (name.endsWith('.new')) await rm(path.join(folder, name), { force: true });
    else if (facts !== null) known.set(name, facts.size);
  return known;
}
