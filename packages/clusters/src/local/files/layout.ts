import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ClusterError, type ClusterKind, PLATFORM_REF } from '../../driver.ts';

/** Unix socket paths longer than this fail on macOS (104 bytes with the closing zero); Linux allows 107. */
const LONGEST_SOCKET_PATH = 103;
/** The number in the socket's name when a cluster has no TCP port. */
const SOCKET_ONLY_PORT = 5432;
/** Folders of the root that hold one folder per cluster. */
export const PARENTS = { project: 'projects', scratch: 'scratch' } as const;

/** What a cluster owns on disk, besides its data directories. */
export interface ClusterFolder {
  folder: string;
  record: string;
  log: string;
  hostAccess: string;
  /** Key and certificate that the server shows to clients that ask for TLS. */
  certificate: string;
  /** The key of a project's vault. Servers work in a data directory beside it, and read it as `../vault.key`. */
  vaultKey: string;
  /** What is known of the server's process; there while one may live. */
  server: string;
}

/** Refuses refs that could mean another path, and project names that mean the platform. */
export function checkRef(ref: string, kind?: ClusterKind): void {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(ref))
    throw new ClusterError(
      'bad_request',
      `"${ref.slice(0, 60)}" cannot name a cluster: use 1 to 40 lower-case letters, digits and hyphens, starting with a letter.`,
    );
  if (kind !== undefined && (kind === 'platform') !== (ref === PLATFORM_REF))
    throw new ClusterError(
      'bad_request',
      `The name "${PLATFORM_REF}" belongs to the platform's own cluster, and that cluster has no other name.`,
    );
}

/** @param kind default: a project's, or the platform's if the ref says so */
export function clusterFolder(
  root: string,
  ref: string,
  kind: ClusterKind = ref === PLATFORM_REF ? 'platform' : 'project',
): ClusterFolder {
  checkRef(ref, kind);
  const folder = join(root, ...(kind === 'platform' ? ['platform'] : [PARENTS[kind], ref]));
  return {
    folder,
    record: join(folder, 'cluster.json'),
    log: join(folder, 'log'),
    hostAccess: join(folder, 'pg_hba.conf'),
    certificate: join(folder, 'server.pem'),
    vaultKey: join(folder, 'vault.key'),
    server: join(folder, 'server.json'),
  };
}

export function socketPort(port: number | null): number {
  return port ?? SOCKET_ONLY_PORT;
}

/** Folder of the cluster's socket: inside root if the path is short enough for a socket, else a short one in /tmp. */
export function socketFolder(root: string, ref: string, port: number | null): string {
  const inside = join(root, 'run', ref);
  const longest = join(unsealed(inside), `.s.PGSQL.${socketPort(port)}`);
  if (Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH) return inside;
  return join('/tmp', `basalt-${shortHash(root)}`, ref);
}

/** Where a server makes its socket, before the folder gets its place. No cluster's name ends like this. */
export function unsealed(socketFolder: string): string {
  return `${socketFolder}~`;
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
