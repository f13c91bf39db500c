import { createHash } from 'node:crypto';

/** Most file systems take no longer names of files and folders. */
const LONGEST_PART_BYTES = 255;
/** What is left of a name that is too long, beside the hash that keeps it apart from others. */
const KEPT_BYTES = 200;

/** The note about objects without bytes. No folder of a bucket is called so. */
export const NOTE_NAME = '_objects-without-bytes.txt';

/** The folder of a bucket, with the slash at its end. */
export function bucketFolder(bucket: string): string {
  const part = safePart(bucket);
  return `${part === NOTE_NAME ? `%5F${part.slice(1)}` : part}/`;
}

/**
 * Names objects as files inside an archive: a folder for each bucket, below it the names that the objects have, as far as a file can
 * be called so wherever the archive is unpacked. No name leads out of the archive, no two objects have the same, and none is both a
 * file and a folder. What is changed is written as in addresses: `%2E%2E` for `..`.
 *
 * Objects must come bucket by bucket, names in the order of their bytes. Only names that the next one begins with are remembered.
 */
export function entryNamer(): (bucket: string, name: string) => string {
  let current: string | null = null;
  let beginnings: string[] = [];
  return (bucket, name) => {
    if (bucket !== current) beginnings = [];
    current = bucket;
    beginnings = beginnings.filter((each) => name.startsWith(each));
    const files = new Set(beginnings);
    beginnings.push(name);
    return bucketFolder(bucket) + safePath(name, files);
  };
}

function safePath(name: string, files: ReadonlySet<string>): string {
  const parts = name.split('/');
  let before = '';
  const safe = parts.map((part, index) => {
    before += index === 0 ? part : `/${part}`;
    // There is an object of this name as well, and its file stands where the folder would.
    const isTaken = index < parts.length - 1 && files.has(before);
    return isTaken ? shortened(`${escaped(part)}%2F`, before) : safePart(part);
  });
  return safe.join('/');
}

function safePart(part: string): string {
  return shortened(escaped(part), part);
}

/** A percent sign that could be read as one of ours is escaped too, so two names never become one. */
function escaped(part: string): string {
  if (part === '') return '%2F';
  if (part === '.' || part === '..') return part.replaceAll('.', '%2E');
  return (
    part
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      .replace(/[\u0000-\u001f\u007f\\/]|%(?=[0-9A-F]{2})/g, (one) => {
        const hex = one.charCodeAt(0).toString(16).toUpperCase();
        return `%${hex.padStart(2, '0')}`;
      })
      .toWellFormed()
  );
}

function shortened(part: string, whole: string): string {
  if (Buffer.byteLength(part) <= LONGEST_PART_BYTES) return part;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  let kept = part.slice(0, KEPT_BYTES);
  while (Buffer.byteLength(kept) > KEPT_BYTES) kept = kept.slice(0, -1);
  return `${kept.toWellFormed()}%…${hash}`;
}
