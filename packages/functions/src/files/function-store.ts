import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { buildFunction, flushFolder } from '../build/build-function.ts';
import { type Bundle, type BundleFile, checkBundle, digestOf } from '../bundle/bundle.ts';
import { packFolder, unpackFolder } from './folder-archive.ts';
import { folderOf } from './folder-of.ts';
import { type PackageTypes, readPackageTypes } from './package-types.ts';

/** Where the files of what was deployed are kept: one folder for each project, one in it for each digest, never changed. */
export interface FunctionStore {
  /**
   * Builds a bundle, unless the same is there. When it resolves it outlives a crash of the machine; cut short, nothing of it is
   * found, and {@link FunctionStore.sweep} clears it away.
   * @throws {BundleError} with what is wrong with the bundle
   */
  add(ref: string, bundle: Bundle): Promise<{ digest: string; bundle: Bundle }>;
  has(ref: string, digest: string): Promise<boolean>;
  /** The files as they were deployed. @throws when there is no such digest */
  read(ref: string, digest: string): Promise<BundleFile[]>;
  /** The npm packages that it was built with, and their types. None when there is no such digest. */
  readPackages(ref: string, digest: string): Promise<PackageTypes[]>;
  /** Gives a project what another one has, sharing blocks where the file system can. What it has already stays. */
  copyAll(from: string, to: string): Promise<void>;
  /** Deletes all but these digests and what was added within the last hour: it may be about to be served. */
  keepOnly(ref: string, digests: readonly string[]): Promise<void>;
  /** Deletes everything of a project. */
  removeAll(ref: string): Promise<void>;
  /** The projects that have files. */
  refs(): Promise<string[]>;
  /** The digests of what a project has. */
  digests(ref: string): Promise<string[]>;
  /** What there is of a digest, built, as one stream that {@link FunctionStore.unpack} reads. */
  pack(ref: string, digest: string): Readable;
  /** Brings back what `pack` gave, as `add` would make it. What is there already stays. */
  unpack(ref: string, digest: string, content: Readable): Promise<void>;
  /** Deletes what a killed process has left half built or half removed. Nothing else may be at work. */
  sweep(): Promise<void>;
}

const DIGEST = /^[0-9a-f]{64}$/;
/** What nobody can run: it is being built, or being removed. */
const UNFINISHED = /^(incoming|removed)-/;
/** What was sent may be put into service later, by another call. */
const LEFT_MS = 3_600_000;

/** @param root a folder that only we can write, and only we can enter */
export function openFunctionStore(root: string): FunctionStore {
  return {
    async add(ref, given) {
      const bundle = checkBundle(given);
      const digest = digestOf(bundle);
      const folder = folderOf(root, ref, digest);
      // It is as good as new: `keepOnly` leaves it alone until a row names it.
      if (!(await touch(folder)))
        await keep(root, ref, digest, (incoming) => buildFunction(incoming, bundle));
      return { digest, bundle };
    },

    async copyAll(from, to) {
      for (const digest of await readdir(join(root, from)).catch(() => [])) {
        if (!DIGEST.test(digest) || (await touch(folderOf(root, to, digest)))) continue;
        await keep(root, to, digest, async (incoming) => {
          const how = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
          await cp(folderOf(root, from, digest), incoming, how);
          await flushFolder(incoming);
        });
      }
    },

    has: async (ref, digest) => DIGEST.test(digest) && isThere(folderOf(root, ref, digest)),

    async read(ref, digest) {
      const source = join(folderOf(root, ref, digest), 'source');
      const entries = await readdir(source, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));
      return Promise.all(
        paths.sort().map(async (path) => ({ path: relative(source, path), bytes: await readFile(path) })),
      );
    },

    readPackages: (ref, digest) => readPackageTypes(folderOf(root, ref, digest)),

    async keepOnly(ref, digests) {
      for (const name of await readdir(join(root, ref)).catch(() => [])) {
        const path = join(root, ref, name);
        if (!DIGEST.test(name) || digests.includes(name) || !(await isLeft(path))) continue;
        // Half of it must not be taken for the whole.
        const removed = join(root, ref, `removed-${randomUUID()}`);
        await rename(path, removed);
        await rm(removed, { recursive: true, force: true });
      }
    },

    removeAll: (ref) => rm(join(root, ref), { recursive: true, force: true }),

    refs: () => readdir(root).catch(() => []),

    digests: async (ref) =>
      (await readdir(join(root, ref)).catch(() => [])).filter((name) => DIGEST.test(name)),

    pack: (ref, digest) => packFolder(folderOf(root, ref, digest)),

    async unpack(ref, digest, content) {
      if (!DIGEST.test(digest)) throw new TypeError('That is no digest of a function.');
      if (await touch(folderOf(root, ref, digest))) return;
      await keep(root, ref, digest, async (incoming) => {
        await unpackFolder(incoming, content);
        await flushFolder(incoming);
      });
    },

    async sweep() {
      for (const ref of await readdir(root).catch(() => []))
        for (const name of await readdir(join(root, ref)).catch(() => []))
          if (UNFINISHED.test(name)) await rm(join(root, ref, name), { recursive: true, force: true });
    },
  };
}

/** Makes the folder of a digest beside its place, and puts it there when it is whole. */
async function keep(
  root: string,
  ref: string,
  digest: string,
  make: (incoming: string) => Promise<void>,
): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(join(root, ref), { recursive: true, mode: 0o700 });
  const folder = folderOf(root, ref, digest);
  const incoming = join(root, ref, `incoming-${randomUUID()}`);
  try {
    await make(incoming);
    await rename(incoming, folder).catch(async (error: unknown) => {
      // Somebody else has deployed the same at the same time.
      if (!(await isThere(folder))) throw error;
    });
    await syncFolder(join(root, ref));
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** As good as new from now on. False: there is none. */
function touch(folder: string): Promise<boolean> {
  return utimes(folder, new Date(), new Date()).then(
    () => true,
    () => false,
  );
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function isLeft(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > LEFT_MS;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
