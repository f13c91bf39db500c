import type { PostgresMajor, WalPosition } from '../../driver.ts';

/** A whole copy of a cluster, from which recovery starts. */
export interface BaseBackup {
  /** `20261120T101500Z-3f9a`: sorts by time. */
  id: string;
  /** The cluster that it is of. */
  ref: string;
  major: PostgresMajor;
  /** Of the cluster: WAL of another one is never applied. */
  systemIdentifier: string;
  timeline: number;
  /** Where WAL begins that it needs, and from where on it is consistent. */
  startLsn: string;
  stopLsn: string;
  startedAt: Date;
  /** The earliest moment that can be restored from it. */
  finishedAt: Date;
  /** As stored, compressed. */
  storedBytes: number;
  /** Of the data directory. */
  dataBytes: number;
  /**
   * Present if nobody took it: it is the template that the cluster was made of, as it was before the server ever ran. Its files bear
   * the template's system identifier, and the log goes on in the segment with which it ends.
   */
  template?: string;
}

/** Between which moments a cluster can be restored without a gap. Null: not at all yet. */
export interface RecoveryWindow {
  earliest: Date;
  /** Everything committed until then is in the store. */
  latest: Date;
  /** The timeline that the cluster is on. */
  timeline: number;
}

export interface ArchivePass {
  /** Everything committed until then is in the store. */
  safeUntil: Date;
  /** Bytes that this pass wrote. */
  bytes: number;
  /** Where the server has stood for some passes: until it goes on from there another pass would find nothing. Null: it does not stand. */
  restsAt: WalPosition | null;
}

export type RecoveryTarget =
  /** To the end of a base backup. */
  | { kind: 'backup'; id: string }
  /** To the last transaction that was committed before or at this moment. */
  | { kind: 'time'; at: Date }
  /** To the newest that is in the store. */
  | { kind: 'latest' };

/** `total` is null while nobody can tell. */
export type OnBytes = (done: number, total: number | null) => void;

export interface RestoreRequest {
  /** The cluster whose backups are used; it need not exist any more. */
  ref: string;
  /** The scratch cluster to make; one of that name that exists is thrown away first. It is stopped, recovered and promoted at the end. */
  scratch: string;
  target: RecoveryTarget;
  /** Which branch of history the moment is on; default: the one that the cluster was on at that moment. */
  timeline?: number;
  onProgress?: OnBytes;
  signal?: AbortSignal;
}

export interface Restored {
  backup: BaseBackup;
  major: PostgresMajor;
  /** The new timeline. */
  timeline: number;
  /** When the last transaction was committed that is in it; null if WAL says nothing of one. */
  lastCommitAt: Date | null;
}

export interface Verification {
  backup: BaseBackup;
  /** Tables and indexes that were read to the end. */
  relations: number;
  durationMs: number;
}

/** Physical backups of clusters: base backups, the archive of WAL, and recovery from both to any moment. */
export interface ClusterBackups {
  /** Takes a base backup of a running cluster. @throws {BackupError} */
  takeBase(ref: string, options?: { onProgress?: OnBytes; signal?: AbortSignal }): Promise<BaseBackup>;
  /**
   * Puts what new clusters of this major version are copies of into the store, once for all of them, so that recording their
   * origin writes next to nothing.
   * @throws {BackupError} disk_full
   */
  keepTemplate(major: PostgresMajor): Promise<void>;
  /**
   * Records what a cluster was when it was made as its first base backup, so that every moment since can be restored. Repeated, it
   * does nothing. Null: that is not known of this cluster.
   * @throws {BackupError} disk_full
   */
  recordOrigin(ref: string): Promise<BaseBackup | null>;
  /**
   * One pass of the archive: finished segments, timeline histories and what has been written of the current segment. Cheap when
   * nothing was written since. The cluster may run or not.
   * @throws {BackupError} archive_failed, disk_full
   */
  ship(ref: string): Promise<ArchivePass>;
  /** Oldest first. */
  list(ref: string): Promise<BaseBackup[]>;
  /** Where a server rests it is asked before, so that this moment is in the window as well. */
  window(ref: string): Promise<RecoveryWindow | null>;
  /**
   * Refuses what `restore` would refuse before it touches anything. A moment that the clock showed twice, because it was set back,
   * means the second time, and is refused where that cannot be told from the first.
   * @throws {BackupError} out_of_range, gap, damaged, foreign, not_found
   */
  assertRestorable(request: Pick<RestoreRequest, 'ref' | 'target' | 'timeline'>): Promise<void>;
  /**
   * Makes a scratch cluster that holds the state of a moment.
   * @throws {BackupError} out_of_range, gap, damaged, foreign, disk_full
   */
  restore(request: RestoreRequest): Promise<Restored>;
  /** Restores the newest state into a scratch cluster, reads all of it, and throws the scratch cluster away. */
  verify(ref: string, options?: { backupId?: string; signal?: AbortSignal }): Promise<Verification>;
  /** Deletes base backups and WAL that no moment since `keepFrom` needs. The newest two base backups always stay. @returns the ids deleted */
  prune(ref: string, keepFrom: Date): Promise<string[]>;
  /** Deletes one base backup; WAL that only it needed goes with the next `prune`. */
  remove(ref: string, id: string): Promise<void>;
  /** Deletes all that is stored of a cluster. */
  removeAll(ref: string): Promise<void>;
  /** Bytes stored of a cluster: base backups and WAL. */
  storedBytes(ref: string): Promise<{ base: number; wal: number }>;
}

export type BackupErrorCode =
  | 'not_found'
  /** The moment is before the first or after the last that can be restored. */
  | 'out_of_range'
  /** WAL is missing in between. */
  | 'gap'
  /** What is stored does not match its checksum. */
  | 'damaged'
  /** Of another cluster, or of a major version that this program does not have. */
  | 'foreign'
  | 'disk_full'
  | 'archive_failed'
  | 'source_failed';

/** What backups throw on purpose: a code for programs and one plain sentence for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
