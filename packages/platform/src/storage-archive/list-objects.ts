import type { ConnectionTarget } from '@basalt/postgres';
import type { ObjectFiles } from '../kernel/ports.ts';
import { bucketFolder, entryNamer, NOTE_NAME } from './entry-names.ts';
import { readStorageRows } from './read-rows.ts';
import { TAR_END, type TarEntry, tarBytes } from './tar-entries.ts';

/** One entry of an archive. The bytes are those of a version, a text, or none. */
export interface ListedEntry extends TarEntry {
  version?: string;
  text?: string;
}

export interface ListOptions {
  ref: string;
  files: ObjectFiles;
  signal: AbortSignal;
  /** How many objects have been looked at. */
  report(objects: number): void;
  /** Takes the next entries. */
  write(entries: readonly ListedEntry[]): Promise<void>;
}

const LOOK_AT_ONCE = 16;
const NAMED_MISSING = 1_000;

/**
 * Finds out what an archive of all of a project's objects has in it. Sizes are those of the bytes, not those that rows claim. Rows
 * without bytes are told in a note at the end.
 * @returns how many bytes the archive has
 */
export async function listObjects(
  database: ConnectionTarget,
  { ref, files, signal, report, write }: ListOptions,
): Promise<number> {
  let bytes = TAR_END.length;
  const missing: string[] = [];
  let missed = 0;
  let looked = 0;
  const add = async (entries: readonly ListedEntry[]) => {
    for (const entry of entries) bytes += tarBytes(entry);
    await write(entries);
  };
  await readStorageRows(database, signal, async ({ buckets, objects }) => {
    await add(buckets.map((id) => ({ name: bucketFolder(id), size: 0, modified: 0 })));
    const nameOf = entryNamer();
    for await (const rows of objects) {
      const found = await inOrder(rows, LOOK_AT_ONCE, ({ version }) => files.inspect(ref, version));
      const entries: ListedEntry[] = [];
      for (const [index, { bucket, name: key, version, modified }] of rows.entries()) {
        const name = nameOf(bucket, key);
        const size = found[index]?.size;
        if (size !== undefined) entries.push({ name, size, modified, version });
        else if (missed++ < NAMED_MISSING) missing.push(name);
      }
      await add(entries);
      looked += rows.length;
      report(looked);
    }
  });
  if (missed > 0) {
    const text = noteOf(missing, missed);
    await add([{ name: NOTE_NAME, size: Buffer.byteLength(text), modified: 0, text }]);
  }
  return bytes;
}

/** Whether there are bytes of objects at all. Deleted objects have some until no backup can bring them back. */
export async function hasObjects(files: ObjectFiles, ref: string): Promise<boolean> {
  for await (const versions of files.list(ref)) if (versions.length > 0) return true;
  return false;
}

function noteOf(missing: readonly string[], count: number): string {
  const more = count - missing.length;
  return [
    'The database has rows for these objects, and storage has no bytes for them:',
    ...missing,
    ...(more > 0 ? [`and ${more} more`] : []),
    '',
  ].join('\n');
}

/** Results in the order of the items, with so many of them at work at once. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of left) results[index] = await work(item);
    }),
  );
  return results;
}
