import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What a package says of its types: its declarations, and the file that tells where they are. */
export interface PackageTypes {
  name: string;
  version: string;
  /** By their path in the package. Empty: it has too many, or none. */
  files: { path: string; text: string }[];
}

/** Of all packages of a function together. */
const MOST_BYTES = 8_000_000;
const MOST_FILES = 3_000;
const IS_TYPES = /(^|\/)package\.json$|\.d\.[cm]?ts$/;
const IS_VERSION = /^\d+\.\d+\.\d+/;

/**
 * The npm packages that a function was built with, by name. Small ones come first to their files, so that one with very many takes them
 * from no other.
 * @param folder of a function that was built
 */
export async function readPackageTypes(folder: string): Promise<PackageTypes[]> {
  const packages = await Promise.all(
    (await packageFolders(join(folder, 'cache/npm'))).map(async ({ name, version, path }) => {
      const files = await typeFiles(path);
      return { name, version, path, files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
    }),
  );
  let bytes = 0;
  let count = 0;
  const known: PackageTypes[] = [];
  for (const found of packages.sort((a, b) => a.bytes - b.bytes)) {
    bytes += found.bytes;
    count += found.files.length;
    const isTooMuch = bytes > MOST_BYTES || count > MOST_FILES;
    const files = isTooMuch ? [] : found.files;
    known.push({
      name: found.name,
      version: found.version,
      files: await Promise.all(
        files.map(async (file) => ({
          path: relative(found.path, file.path),
          text: await readFile(file.path, 'utf8'),
        })),
      ),
    });
  }
  return known.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Deno keeps packages by registry, name and version: `registry.npmjs.org/@scope/name/1.2.3`. */
async function packageFolders(root: string) {
  const found: { name: string; version: string; path: string }[] = [];
  for (const registry of await foldersIn(root))
    for (const first of await foldersIn(join(root, registry))) {
      const names = first.startsWith('@')
        ? (await foldersIn(join(root, registry, first))).map((second) => `${first}/${second}`)
        : [first];
      for (const name of names)
        for (const version of await foldersIn(join(root, registry, name)))
          if (IS_VERSION.test(version))
            found.push({ name, version, path: join(root, registry, name, version) });
    }
  return found;
}

async function foldersIn(path: string): Promise<string[]> {
  return (await entriesOf(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function typeFiles(root: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await entriesOf(root, true);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => IS_TYPES.test(path));
  return Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(path)).size })));
}

const entriesOf = (path: string, recursive = false): Promise<Dirent[]> =>
  readdir(path, { withFileTypes: true, recursive }).catch(() => []);
