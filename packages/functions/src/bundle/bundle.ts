import { createHash } from 'node:crypto';

export interface BundleFile {
  /** From the folder that everything was deployed from, with `/`. */
  path: string;
  bytes: Buffer;
}

/** What somebody deploys. */
export interface Bundle {
  files: readonly BundleFile[];
  /** The path of the file that is loaded. */
  entrypoint: string;
  /** The path of an import map or a `deno.json`; null: the one beside the entrypoint, if there is one. */
  importMap: string | null;
}

/** A bundle that cannot be taken. The message says what is wrong with it, for whoever deploys it. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

export const MAX_BUNDLE_BYTES = 20_000_000;
const MAX_BUNDLE_FILES = 1_000;
const MAX_PATH_BYTES = 512;
const IMPORT_MAPS = ['deno.json', 'deno.jsonc', 'import_map.json'];

/**
 * Checks names and sizes, and finds the import map.
 * @throws {BundleError} with the file that is wrong
 */
export function checkBundle({ files, entrypoint, importMap }: Bundle): Bundle {
  if (files.length === 0) throw new BundleError('There are no files. Send at least the entrypoint.');
  if (files.length > MAX_BUNDLE_FILES)
    throw new BundleError(`There are ${files.length} files; a function can have ${MAX_BUNDLE_FILES}.`);
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_BUNDLE_BYTES)
    throw new BundleError(
      `The files have ${(bytes / 1e6).toFixed(1)} MB together; a function can have ${MAX_BUNDLE_BYTES / 1e6} MB.`,
    );
  const byPath = new Map<string, BundleFile>();
  for (const file of files) {
    const path = checkPath(file.path);
    if (byPath.has(path)) throw new BundleError(`The file ${path} is there twice.`);
    byPath.set(path, { path, bytes: file.bytes });
  }
  for (const path of byPath.keys())
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (byPath.has(path.slice(0, end)))
        throw new BundleError(`${path.slice(0, end)} is a file and a folder of ${path}.`);
  const start = checkPath(entrypoint);
  if (!byPath.has(start))
    throw new BundleError(
      `The entrypoint ${start} is none of the files: ${[...byPath.keys()].slice(0, 5).join(', ')}.`,
    );
  return {
    files: [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    entrypoint: start,
    importMap: importMap === null || importMap === '' ? besides(start, byPath) : existing(importMap, byPath),
  };
}

/** The same for the same files, whatever their order. */
export function digestOf({ files, entrypoint, importMap }: Bundle): string {
  const hash = createHash('sha256').update(JSON.stringify([entrypoint, importMap]));
  for (const { path, bytes } of files)
    hash.update(`\n${JSON.stringify(path)} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_IN_PATHS = /[\u0000-\u001f\u007f\\]/;

/** Where a path leads below the folder; older clients send them as `file:` URLs. */
function checkPath(given: string): string {
  const path = given
    .replace(/^file:\/{2,3}/, '')
    .replace(/^\/+/, '')
    .replace(/^(\.\/)+/, '');
  const parts = path.split('/');
  if (path === '' || NOT_IN_PATHS.test(path) || !path.isWellFormed())
    throw new BundleError(`${JSON.stringify(given)} is no path of a file.`);
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BundleError(`The path ${given} must lead to a file below the folder of the function.`);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES || parts.some((part) => Buffer.byteLength(part) > 255))
    throw new BundleError(`The path ${given.slice(0, 100)}… is too long.`);
  return path;
}

function besides(entrypoint: string, files: ReadonlyMap<string, BundleFile>): string | null {
  const folder = entrypoint.slice(0, entrypoint.lastIndexOf('/') + 1);
  return IMPORT_MAPS.map((name) => `${folder}${name}`).find((path) => files.has(path)) ?? null;
}

function existing(given: string, files: ReadonlyMap<string, BundleFile>): string {
  const path = checkPath(given);
  if (!files.has(path)) throw new BundleError(`The import map ${path} is none of the files.`);
  return path;
}
