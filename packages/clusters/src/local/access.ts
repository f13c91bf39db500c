import type { Owner } from './copy-tree.ts';

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
