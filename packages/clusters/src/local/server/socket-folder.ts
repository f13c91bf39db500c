import { chmod, chown, lchown, lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ClusterError } from '../../driver.ts';
import { unsealed } from '../files/layout.ts';
import { removeTree } from '../files/remove-tree.ts';
import { type Owner, runsAsRoot } from '../owners/access.ts';

/**
 * Makes the folder in which a server is to put its socket, and which its user can write to. Nobody connects there. What an
 * earlier server left is deleted.
 * @param folder where the socket will be found once it is sealed
 * @returns the folder for the server
 */
export async function makeSocketFolder(folder: string, owner: Owner | null): Promise<string> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true, mode: 0o711 });
  if (/^\/tmp\/basalt-[0-9a-f]{12}$/.test(parent)) await checkOwn(parent);
  await chmod(parent, 0o711);
  const fresh = unsealed(folder);
  for (const former of [folder, fresh]) await removeSocketFolder(former);
  await mkdir(fresh, { mode: 0o700 });
  if (owner) await chown(fresh, owner.uid, owner.gid);
  return fresh;
}

/**
 * Takes the folder away from the server's user, makes sure that a socket of his is in it, and only then puts it where everybody
 * connects. Otherwise a project could put a link there that leads us to the database of another one, and the superuser's door
 * would be open to whatever else runs as that user.
 * @throws {ClusterError} start_failed: something else is there
 */
export async function sealSocketFolder(folder: string, port: number, owner: Owner | null): Promise<void> {
  const fresh = unsealed(folder);
  await takeAway(fresh);
  const stats = await lstat(join(fresh, socketName(port))).catch(() => null);
  if (!stats?.isSocket() || (owner && stats.uid !== owner.uid))
    throw new ClusterError(
      'start_failed',
      'The database did not start properly: something else is where its socket should be. Try again.',
    );
  await rename(fresh, folder);
}

/** Is there a sealed folder with a socket? */
export async function isSealed(folder: string, port: number): Promise<boolean> {
  const stats = await lstat(join(folder, socketName(port))).catch(() => null);
  return stats?.isSocket() === true;
}

/** Seals the folder of a server that an earlier version of this program started, which left it with the server's user. */
export async function sealInPlace(folder: string, port: number, owner: Owner | null): Promise<void> {
  const { uid } = await lstat(folder);
  if (!runsAsRoot || uid === 0) return;
  await rename(folder, unsealed(folder));
  await sealSocketFolder(folder, port, owner);
}

/** Deletes a socket folder; none is fine. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!(await takeAway(folder))) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // A server puts no folder there. Whoever did can still write in it.
    if (entry.isDirectory()) await removeTree(path);
    else await rm(path, { force: true });
  }
  await rmdir(folder);
}

/** From here on only we can change what is in the folder. False: there is none. */
async function takeAway(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  if (!stats) return false;
  if (!runsAsRoot || stats.uid === 0) return true;
  await lchown(folder, 0, 0);
  return true;
}

function socketName(port: number): string {
  return `.s.PGSQL.${port}`;
}

/** In /tmp anybody could have made this folder before us, and could then replace our socket with theirs. */
async function checkOwn(folder: string): Promise<void> {
  const stats = await lstat(folder);
  const shouldBe = process.getuid?.();
  if (stats.isDirectory() && (shouldBe === undefined || stats.uid === shouldBe) && (stats.mode & 0o022) === 0)
    return;
  throw new ClusterError(
    'home_unusable',
    `${folder} must be a folder of our own that nobody else can write to: delete it.`,
  );
}
