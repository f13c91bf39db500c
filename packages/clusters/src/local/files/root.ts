import { chmod, lstat, mkdir, readFile, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ClusterError } from '../../driver.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { shortHash } from './layout.ts';

/** Version of the layout on disk. Raise it when an older program could no longer work with the folders. */
const FORMAT = 1;
const POINTER = 'clusters-root';
/** Folders that the servers' own users must pass through are 0711; the rest is ours alone. */
const FOLDERS = {
  postgres: 0o755,
  templates: 0o711,
  pool: 0o700,
  projects: 0o711,
  scratch: 0o711,
  run: 0o711,
  trash: 0o700,
  locks: 0o700,
};
type FolderName = keyof typeof FOLDERS;

export interface Root {
  /** Absolute path without symbolic links. */
  path: string;
  /** True if the clusters had to live outside the data folder. */
  relocated: boolean;
}

/**
 * Finds or makes the folder that holds all clusters: the data folder itself or, for root when other users cannot enter the
 * data folder (servers run as users of their own), a place under `elsewhere` that the link `clusters-root` points to.
 * @throws {ClusterError} home_unusable
 */
export async function openRoot(home: string, elsewhere = '/var/lib/basalt'): Promise<Root> {
  try {
    const root = await locateRoot(resolve(home), elsewhere);
    await checkFormat(root.path);
    await makeFolders(root.path, Object.keys(FOLDERS) as FolderName[]);
    return root;
  } catch (error) {
    throw explainUnusable(home, error);
  }
}

/** Some of a root's folders, with the modes that servers need, whatever our umask. */
export async function makeFolders(path: string, names: readonly FolderName[]): Promise<void> {
  for (const name of names) {
    const folder = join(path, name);
    await mkdir(folder, { recursive: true });
    await chmod(folder, FOLDERS[name]);
  }
}

async function locateRoot(home: string, elsewhere: string): Promise<Root> {
  if (await mkdir(home, { recursive: true })) await chmod(home, 0o711);
  const pointer = join(home, POINTER);
  const target = await readlink(pointer).catch(() => null);
  if (target !== null) return followPointer(pointer, target);
  const path = await realpath(home);
  const barrier = process.getuid?.() === 0 ? await firstBarrier(path) : null;
  if (barrier === null) return { path, relocated: false };
  if (await exists(join(path, 'layout.json')))
    throw new ClusterError(
      'home_unusable',
      `Database servers cannot enter ${barrier} any more: allow it with "chmod o+x ${barrier}" and start again.`,
    );
  return relocate(path, pointer, elsewhere);
}

async function followPointer(pointer: string, target: string): Promise<Root> {
  if (await exists(target)) return { path: await realpath(target), relocated: true };
  throw new ClusterError(
    'home_unusable',
    `${pointer} says that the databases are in ${target}, which is missing. Bring that folder back, or delete the link to start without them.`,
  );
}

async function relocate(home: string, pointer: string, elsewhere: string): Promise<Root> {
  // A used folder without a pointer belonged to a data folder that was deleted; its databases are not ours to adopt.
  let path = join(elsewhere, shortHash(home));
  for (let n = 2; await exists(join(path, 'layout.json')); n += 1)
    path = join(elsewhere, `${shortHash(home)}-${n}`);
  await mkdir(path, { recursive: true });
  await chmod(elsewhere, 0o711);
  await chmod(path, 0o711);
  await symlink(path, pointer);
  return { path: await realpath(path), relocated: true };
}

async function checkFormat(root: string): Promise<void> {
  const file = join(root, 'layout.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return writeFileAtomically(file, `${JSON.stringify({ format: FORMAT })}\n`);
  const { format } = JSON.parse(text) as { format: number };
  if (format > FORMAT)
    throw new ClusterError(
      'home_unusable',
      `${root} was written by a newer version of Basalt (layout ${format}, this version knows ${FORMAT}). Start that version again, or choose another data folder.`,
    );
}

/** The outermost folder on the way to this path that other users of the machine may not pass, null if none. */
export async function firstBarrier(path: string): Promise<string | null> {
  const outer = dirname(path) === path ? null : await firstBarrier(dirname(path));
  if (outer !== null) return outer;
  return ((await stat(path)).mode & 0o001) === 0 ? path : null;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function explainUnusable(home: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) return error;
  return new ClusterError(
    'home_unusable',
    `The data folder ${home} cannot be used (${code}): it must be a folder of our own that we may write to. Choose another one, or start as its owner.`,
    { cause: error },
  );
}
