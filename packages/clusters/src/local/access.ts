import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ClusterError, type ClusterKind } from '../driver.ts';
import type { Owner } from './copy-tree.ts';

// Uids without an entry in /etc/passwd. systemd and user namespaces keep away from most of this range.
const PLATFORM_UID = 59_999;
const FIRST_PROJECT_UID = 60_000;
/** Uids by port come first, then those for clusters without a port of the range. All stay below nobody (65534). */
const UIDS_BY_PORT = 4_500;
const SPARE_UIDS = 500;

/** `initdb` insists on a user that the system knows by name. */
const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

/** Servers refuse to run as root, so root gives every cluster a user of its own; anybody else runs them as himself. */
export const runsAsRoot = process.getuid?.() === 0;

export function ownerOf(uid: number | null): Owner | null {
  return runsAsRoot && uid !== null ? { uid, gid: uid } : null;
}

export function templateOwner(): Owner | null {
  return runsAsRoot ? NOBODY : null;
}

/**
 * The user of a new cluster: by its port if the port is in range and nobody else has that user, else a free spare one.
 * @param taken users of all clusters that exist
 */
export function chooseUid(
  cluster: { kind: ClusterKind; port: number | null },
  portBase: number,
  taken: ReadonlySet<number>,
): number {
  if (cluster.kind === 'platform') return PLATFORM_UID;
  const index = cluster.port === null ? -1 : cluster.port - portBase;
  const byPort = FIRST_PROJECT_UID + index;
  if (index >= 0 && index < UIDS_BY_PORT && !taken.has(byPort)) return byPort;
  for (let spare = 0; spare < SPARE_UIDS; spare += 1) {
    const uid = FIRST_PROJECT_UID + UIDS_BY_PORT + spare;
    if (!taken.has(uid)) return uid;
  }
  throw new ClusterError(
    'unsupported',
    `This machine already holds ${SPARE_UIDS} databases without a port of their own. Remove some, or give them ports from ${portBase} on.`,
  );
}

/** An empty folder that only the cluster's user may enter. Deletes what was there. */
export async function makeSocketFolder(folder: string, owner: Owner | null): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true, mode: 0o711 });
  if (/^\/tmp\/basalt-[0-9a-f]{12}$/.test(parent)) await checkOwn(parent);
  await chmod(parent, 0o711);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
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
