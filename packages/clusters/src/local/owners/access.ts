/** A user of this machine, and the group that goes with it. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Nothing of our own environment, which may hold secrets, reaches a server. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' };

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
