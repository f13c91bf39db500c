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

/** `scratch`: made beside a project's cluster for one operation (recovery, upgrade, verification), reached by socket only. */
export type ClusterKind = 'project' | 'platform' | 'scratch';

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

/** What a new server is made of: another one's archive. */
export interface KeptOrigin {
  ref: string;
  /** A backup, by its name, or a moment. */
  until: { backup: string } | { at: Date };
  /** What the new server starts with. */
  settings: ClusterSettings;
  /**
   * The new server takes the place of the one that is there, which is deleted with everything it has. What this is known by: repeated with
   * the same text, what the first has made is kept. Absent: a server that is there is kept.
   */
  replaces?: string;
}

export interface CreateOptions {
  /**
   * A finished data directory (restored, branched or upgraded) on the same file system, with no server running in it. It is
   * moved into place instead of a fresh database. It keeps its own system identifier.
   */
  dataDirectory?: string;
  /** The same from a stopped scratch cluster, by its ref; the scratch cluster is gone afterwards. */
  scratch?: string;
  /**
   * A copy of a running cluster, by its ref, taken while others work in it. It shares blocks with the source where the file system
   * can, holds what was committed until the end of the copy, and has the source's system identifier and timeline.
   */
  copyOf?: string;
  /** What a server is made of that is kept for us elsewhere. Nobody else has such an origin. */
  origin?: KeptOrigin;
  /** `true`: a database with nothing in it but what initdb makes, whatever the kind. For the target of a logical copy. */
  empty?: boolean;
}

export interface StartOptions {
  /** How long recovery may take before the start is given up; the server goes on by itself then. Default 5 minutes. */
  patienceMs?: number;
  /** The project whose content the cluster has, where that is another ref: a scratch cluster reads the vault with its key. */
  contentOf?: string;
}

/** Who reaches a cluster's database over the network, besides knowing a password. */
export interface NetworkAccess {
  /** Connections that are not encrypted are refused, those of this machine as well. */
  requireTls: boolean;
  /** Blocks of addresses (`203.0.113.0/24`) that are let in besides this machine's own; null: all. */
  allowedBlocks: readonly string[] | null;
}

/** What holds for a project; null for one that nobody knows. */
export type NetworkAccessOf = (ref: string) => Promise<NetworkAccess | null>;

/** 32 bytes with which a project's vault is encrypted; null for a project that nobody knows. */
export type VaultKeys = (ref: string) => Promise<Buffer | null>;

/** A former database of a cluster, kept beside the present one until somebody confirms that it is not needed. */
export interface KeptData {
  /** The name it was given when it was replaced. */
  id: string;
  major: PostgresMajor;
  keptAt: Date;
  /** Space it takes on disk. */
  diskBytes: number;
}

/**
 * Where files of the write-ahead log are: `log` is `pg_wal`, the newest segment in it is being written; `finished` holds segments
 * and timeline histories that nobody has taken yet, whoever has kept one deletes it; `marks` says which segments are archived.
 */
export type WalFolder = 'log' | 'finished' | 'marks';

/**
 * The files of a cluster's write-ahead log, whether its server runs or not. Everything is done under the cluster's own user, who
 * decides what is there: it proves nothing about anybody else's files.
 */
export interface WalFiles {
  /** Changes whenever another log, or another start of the server on it, is behind these files. */
  source(): Promise<string>;
  /** Names, sorted; none if there is no such folder. */
  list(folder: WalFolder): Promise<string[]>;
  /** Null if there is none. */
  stat(folder: WalFolder, name: string): Promise<{ ino: number; mtimeMs: number; size: number } | null>;
  /** At most so many bytes from an offset on; null if there is no such plain file. */
  read(folder: WalFolder, name: string, offset: number, length: number): Promise<Buffer | null>;
  /** The first bytes of many files. */
  heads(folder: WalFolder, names: readonly string[], length: number): Promise<(Buffer | null)[]>;
  /** None is fine. */
  remove(folder: WalFolder, name: string): Promise<void>;
  /** Puts a file there, whole or not at all, filled up with zeros to a size. */
  write(folder: WalFolder, name: string, bytes: Uint8Array, size: number): Promise<void>;
}

/** The log that a cluster's server writes, opened once. Whoever works in the database may have written anything into it. */
export interface ServerLog {
  /** Another file at the same place has another one. */
  id: string;
  /** Bytes it had when it was opened. */
  size: number;
  /** At most so many bytes from an offset on. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Empties it, unless it has another size than this, or its server is not ready yet. False: it was not emptied. */
  empty(size: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The PostgreSQL that runs projects of a major version. */
export interface Build {
  /** Like "17.10"; the bare major version if it is not there. */
  version: string;
  /** The folder of the machine's own PostgreSQL; null: it is the one that comes with us. */
  installation: string | null;
}

/** What new clusters are copies of, each with a system identifier of its own and otherwise byte by byte. */
export interface Template {
  /** Of this content and no other: built again by the same recipe, it has another name. */
  name: string;
  major: PostgresMajor;
  /** A cleanly stopped data directory that nobody changes. */
  dataDirectory: string;
}

/** What a cluster was when it was made, before its server had ever run. */
export interface ClusterOrigin {
  /** The name of the {@link Template}. */
  template: string;
  major: PostgresMajor;
  systemIdentifier: string;
  createdAt: Date;
}

/** A place in the write-ahead log of one cluster. */
export interface WalPosition {
  systemIdentifier: string;
  timeline: number;
  /** Like `16/B374D848`. */
  lsn: string;
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
  /** A limit that the machine enforces (control groups), where it can. */
  limits?: { memoryMb: number; cpus: number };
  /**
   * Connections that the people of a project cannot take: the superuser's, and those of the roles that its services log in with.
   * Absent: as PostgreSQL keeps them.
   */
  keptConnections?: { platform: number; services: number };
  /** Of a pooler that is kept beside the server, where there is one. Absent: as before. */
  pool?: Pool;
  /** What one process may write into temporary files. Absent: as much as there is room. */
  temporaryFilesMb?: number;
  /**
   * Any other server parameters by name (`archive_mode: 'on'`); these win over everything else but the two above. No secrets:
   * visible in `ps`.
   */
  parameters?: Record<string, string>;
}

/** What the clients of a pooler share. */
export interface Pool {
  /** Connections of the database, which they use by turns. */
  connections: number;
  /** How many clients are served at a time. */
  clients: number;
}

/**
 * What an idle cluster gets: about 8 MB of private memory (measured). Shared buffers cost memory only once touched.
 */
export const SMALL_SETTINGS: ClusterSettings = {
  sharedBuffersMb: 16,
  maxConnections: 50,
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

export interface StatsOptions {
  /** False: leave memory out (null), which is the dearest of the live figures. Default: true. */
  memory?: boolean;
  /** Figures for memory and disk may be this old where the server has written nothing since and hardly worked. Default 0. */
  quietAgeMs?: number;
}

export interface ClusterStats {
  /** CPU time of the whole cluster since its start, dead backends included. Falls to zero at a restart: key on `startedAt`. */
  cpuSeconds: number;
  /** Proportional memory of all its processes; null where the system does not tell, or was not asked. */
  pssBytes: number | null;
  /** Bytes really read from and written to disk since its start; null where the system does not tell. */
  readBytes: number | null;
  writtenBytes: number | null;
  /**
   * How much of `writtenBytes` changed something: what the server only brings from memory to the files of tables afterwards is left
   * out. Who compares two looks learns whether anything has happened in between.
   */
  changedBytes: number | null;
  /** Space taken on disk by the data directory, WAL included. */
  diskBytes: number;
  /** How much of `diskBytes` is WAL, finished segments in the WAL spool included. */
  walBytes: number;
  /** How much of `diskBytes` are temporary files of statements that run now. */
  temporaryBytes: number;
  /** Null when stopped. */
  startedAt: Date | null;
  /** Client connections right now. */
  backends: number;
  /** Those of them that neither the platform nor a service of the project has opened, by the roles that they log in with. */
  ownBackends: number;
}

/** What there is for clusters to share. */
export interface MachineCapacity {
  memoryBytes: number;
  cpus: number;
  /** Free where the clusters are; null where nobody can tell. */
  diskFreeBytes: number | null;
  /** Whether clusters are held to `ClusterSettings.limits`. */
  enforcesLimits: boolean;
}

export type ClusterStatus = 'absent' | 'stopped' | 'running';

/** Called with the ref and one sentence, ending in a full stop, that says how the cluster died. */
export type ExitListener = (ref: string, reason: string) => void;

/** Every command may be repeated, and may be cut short by SIGKILL at any point and then repeated. */
export interface ClusterDriver {
  /**
   * Makes `create` fast for this major version: binaries in place, template built, warm copies ready; with `empty` for databases
   * that hold nothing, of which there are no warm copies.
   */
  prepare(major: PostgresMajor, options?: { empty?: boolean }): Promise<void>;
  /** Puts a new database in its final place without starting it. Keeps a complete one, replaces a half-made one. */
  create(cluster: NewCluster, options?: CreateOptions): Promise<void>;
  /**
   * Starts the cluster or adopts the running one; resolves when it answers. Settings are remembered for later starts
   * without any. They do not touch a cluster that is running already: use `restart`.
   */
  start(ref: string, settings?: ClusterSettings, options?: StartOptions): Promise<RunningCluster>;
  /** Ends all sessions and stops. Close replication streams first: they delay it. */
  stop(ref: string): Promise<void>;
  restart(ref: string, settings?: ClusterSettings): Promise<RunningCluster>;
  /** Stops the cluster and deletes everything it had: processes, data, socket. Cannot be undone. */
  remove(ref: string): Promise<void>;
  status(ref: string): Promise<ClusterStatus>;
  /** The refs of all complete *project* clusters, sorted; the platform's own is not among them. */
  list(): Promise<string[]>;
  /** The refs of all scratch clusters, sorted. */
  listScratch(): Promise<string[]>;
  /**
   * Puts the database of a stopped scratch cluster in the place of a stopped project's, or the platform's; ref and port stay. The former one is kept
   * under `keepAs`. One switch: killed at any point, the project has either of the two. Repeated, it does nothing.
   */
  replace(ref: string, scratch: string, keepAs: string): Promise<void>;
  /**
   * Puts a kept database back in the place of the present one of a stopped cluster. The present one is kept under `keepAs`, or
   * deleted when that is null. Repeated, it does nothing.
   * @throws {ClusterError} not_found: nothing is kept under this name
   */
  putBack(ref: string, keptId: string, keepAs: string | null): Promise<void>;
  /** What is kept of a cluster, newest first. */
  kept(ref: string): Promise<KeptData[]>;
  /** Deletes a kept database. One that is not there is fine. */
  discard(ref: string, keptId: string): Promise<void>;
  /** The major version that a cluster has now. */
  major(ref: string): Promise<PostgresMajor>;
  /** What new projects of this major version are copies of, built if need be. */
  template(major: PostgresMajor): Promise<Template>;
  /** Null: it was not made as a project's copy of a template, or by an earlier version that did not write it down. */
  origin(ref: string): Promise<ClusterOrigin | null>;
  walFiles(ref: string): Promise<WalFiles>;
  /** Null: its server has not written any. */
  serverLog(ref: string): Promise<ServerLog | null>;
  /**
   * How far a running server has written its log, as a text that changes with every change; asks the server, no files. Null: it
   * does not run, or nobody can tell.
   */
  walPosition(ref: string): Promise<WalPosition | null>;
  /**
   * Resolves when a running server has written its log past a position that `walPosition` gave, when that cannot be told any more,
   * or when its position is asked. Null: it cannot be told now. Waiting costs nothing.
   */
  walWritten(ref: string, since: WalPosition): Promise<void> | null;
  /** A folder of ours on the file system of the clusters, to put data directories together for `create`. */
  workFolder(): Promise<string>;
  /** Resolves when everything that clusters have written until now is on disk. */
  flush(): Promise<void>;
  stats(ref: string, options?: StatsOptions): Promise<ClusterStats>;
  capacity(): Promise<MachineCapacity>;
  /** Which PostgreSQL starts projects of this major version. */
  build(major: PostgresMajor): Build;
  /** Names of the extensions that clusters of this major version can have, sorted. */
  availableExtensions(major: PostgresMajor): Promise<string[]>;
  /**
   * From now on every start of a project's cluster puts the key of its vault beside its data directory, where the server can
   * read it and nothing that is backed up holds it. Until then, a start keeps the key that is there.
   */
  useVaultKeys(keys: VaultKeys): void;
  /**
   * From now on every start of a project's cluster, adopted ones included, makes these rules hold. Until then all who know a password
   * are let in.
   */
  useNetworkAccess(access: NetworkAccessOf): void;
  /**
   * Makes the rules of a cluster hold as they are now, and ends the connections that they refuse. A server that offers no TLS yet and
   * is to insist on it is started again. One that does not run is left alone: its next start follows them.
   */
  applyNetworkAccess(ref: string): Promise<void>;
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
  /** The last lines that a server wrote into its log before it ended; empty if no server had to do with it. */
  readonly details: readonly string[];

  constructor(
    code: ClusterErrorCode,
    message: string,
    options: ErrorOptions & { details?: readonly string[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details ?? [];
  }
}

/** Where a driver and its backups say what nobody waits for. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  fields: Record<string, unknown>,
  message: string,
) => void;
