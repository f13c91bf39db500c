/**
 * The port between the product and whatever keeps PostgreSQL clusters alive. `local` (this machine) implements it;
 * a Kubernetes operator or an attached server can implement the same. Types only: nothing here starts anything.
 */

/** PostgreSQL major versions that a cluster can have, oldest first. */
export const POSTGRES_MAJORS = [15, 16, 17, 18] as const;
export type PostgresMajor = (typeof POSTGRES_MAJORS)[number];

/** The major version of a new cluster when nobody asks for another. */
export const DEFAULT_POSTGRES_MAJOR: PostgresMajor = 17;

/** The one platform cluster of an installation has this ref; every other ref is a project's. */
export const PLATFORM_REF = 'platform';

export type ClusterKind = 'project' | 'platform';

/**
 * The administrator's door of a running cluster: superuser, trusted, over a private Unix socket that only the owner of the
 * data folder (and root) can reach. Never hand it to anything that runs what users wrote.
 */
export interface ClusterAddress {
  /** Absolute path of the folder that holds the socket. */
  host: string;
  /** The number in the socket's name; also the TCP port if the cluster has one. */
  port: number;
  user: string;
  database: string;
}

export interface NewCluster {
  /** Lower-case letters, digits and hyphens, at most 40, starting with a letter. `platform` if and only if kind is `platform`. */
  ref: string;
  kind: ClusterKind;
  major: PostgresMajor;
  /** TCP port for ordinary clients; null: reachable through the socket only. */
  port: number | null;
}

export interface CreateOptions {
  /**
   * A finished data directory (restored, branched or upgraded) on the same file system, with no server running in it. It is
   * moved into place instead of a fresh database. It keeps its own system identifier.
   */
  dataDirectory?: string;
}

/** How much of the machine a cluster may use. Sizes in MB (1024 * 1024 bytes). */
export interface ClusterSettings {
  sharedBuffersMb: number;
  maxConnections: number;
  maxWalSizeMb: number;
  maxWalSenders: number;
  maxReplicationSlots: number;
  /** WAL kept for a replication slot that nobody reads, before the slot is given up. */
  maxSlotWalKeepMb: number;
  autovacuumMaxWorkers: number;
  maxWorkerProcesses: number;
  maxParallelWorkers: number;
  /** Any other server parameters by name (`archive_mode: 'on'`); these win over everything else. No secrets: visible in `ps`. */
  parameters?: Record<string, string>;
}

/**
 * What an idle cluster gets: about 8 MB of private memory (measured). Shared buffers cost memory only once touched.
 */
export const SMALL_SETTINGS: ClusterSettings = {
  sharedBuffersMb: 16,
  maxConnections: 30,
  maxWalSizeMb: 1024,
  maxWalSenders: 8,
  maxReplicationSlots: 8,
  maxSlotWalKeepMb: 2048,
  autovacuumMaxWorkers: 2,
  maxWorkerProcesses: 4,
  maxParallelWorkers: 2,
};

export interface RunningCluster {
  ref: string;
  major: PostgresMajor;
  /** Process id of the postmaster. */
  pid: number;
  address: ClusterAddress;
  /** TCP port, null when there is none. */
  port: number | null;
  startedAt: Date;
  /** True if it was running already, started by an earlier call or by a process that is gone. */
  adopted: boolean;
}

export interface ClusterStats {
  /** CPU time of the whole cluster since its start, dead backends included. Falls to zero at a restart: key on `startedAt`. */
  cpuSeconds: number;
  /** Proportional memory of all its processes; null where the system does not tell. */
  pssBytes: number | null;
  /** Bytes really read from and written to disk since its start; null where the system does not tell. */
  readBytes: number | null;
  writtenBytes: number | null;
  /** Space taken on disk by the data directory, WAL included. */
  diskBytes: number;
  /** Null when stopped. */
  startedAt: Date | null;
  /** Client connections right now. */
  backends: number;
}

export type ClusterStatus = 'absent' | 'stopped' | 'running';

/** Called with the ref and one sentence, ending in a full stop, that says how the cluster died. */
export type ExitListener = (ref: string, reason: string) => void;

/** Every command may be repeated, and may be cut short by SIGKILL at any point and then repeated. */
export interface ClusterDriver {
  /** Makes `create` fast for this major version: binaries in place, template built, warm copies ready. */
  prepare(major: PostgresMajor): Promise<void>;
  /** Puts a new database in its final place without starting it. Keeps a complete one, replaces a half-made one. */
  create(cluster: NewCluster, options?: CreateOptions): Promise<void>;
  /**
   * Starts the cluster or adopts the running one; resolves when it answers. Settings are remembered for later starts
   * without any. They do not touch a cluster that is running already: use `restart`.
   */
  start(ref: string, settings?: ClusterSettings): Promise<RunningCluster>;
  /** Ends all sessions and stops. Close replication streams first: they delay it. */
  stop(ref: string): Promise<void>;
  restart(ref: string, settings?: ClusterSettings): Promise<RunningCluster>;
  /** Stops the cluster and deletes everything it had: processes, data, socket. Cannot be undone. */
  remove(ref: string): Promise<void>;
  status(ref: string): Promise<ClusterStatus>;
  /** The refs of all complete *project* clusters, sorted; the platform's own is not among them. */
  list(): Promise<string[]>;
  stats(ref: string): Promise<ClusterStats>;
  /** Where the cluster answers when it runs. */
  address(ref: string): Promise<ClusterAddress>;
  /** Tells of the death of clusters that this driver started or adopted and did not stop itself. Returns the way to end it. */
  onExit(listener: ExitListener): () => void;
  /** Lets go of everything. Clusters keep running and can be adopted by the next process. */
  close(): Promise<void>;
}

export type ClusterErrorCode =
  | 'bad_request'
  | 'not_found'
  | 'unsupported'
  | 'port_in_use'
  | 'disk_full'
  | 'start_failed'
  | 'stop_failed'
  | 'home_unusable';

/** What a driver throws on purpose: a code for programs and one plain sentence for people. Anything else is a defect. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  readonly code: ClusterErrorCode;

  constructor(code: ClusterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
