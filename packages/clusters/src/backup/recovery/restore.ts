import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClusterDriver, POSTGRES_MAJORS, type WalFiles } from '../../driver.ts';
import { freeDiskBytes } from '../../local/files/disk.ts';
import { ownWalFiles } from '../../local/files-as-owner/file-work.ts';
import type { Pace } from '../base-backup/pace.ts';
import { unpackBase } from '../base-backup/unpack-base.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import {
  BackupError,
  type RecoveryTarget,
  type Restored,
  type RestoreRequest,
} from '../ports/cluster-backups.ts';
import { explainFullDisk, isFull } from '../ports/explain-failure.ts';
import type { ArchiveState } from '../store/archive-state.ts';
import { type BaseRecord, readBaseRecords, withoutChecksum } from '../store/base-record.ts';
import type { StoredSegment } from '../store/stored-wal.ts';
import { SEGMENT_BYTES, segmentAt } from '../wal/wal-names.ts';
import {
  type BranchView,
  chooseRecovery,
  gap,
  outOfRange,
  type RecoveryChoice,
  type RecoveryRequest,
  requestedBranch,
} from './choose-recovery.ts';
import { inParallel } from './in-parallel.ts';
import { loadBranch } from './load-branch.ts';
import { placeHistories, placeSegment } from './place-wal.ts';
import { type Recovered, readRecovered, runRecovery } from './recover.ts';
import { recoverySettings, splitAtTarget } from './recovery-settings.ts';

/** Room that a restored database needs besides its files. */
const SPARE = 1.1;
/** Recovery writes a log of its own, and the databases that are at work must not be left without room meanwhile. */
const SPACE_TO_LEAVE = 256 * 1024 * 1024;
const SEGMENTS_AT_ONCE = 3;

export interface RestoreParts {
  driver: ClusterDriver;
  store: BackupStore;
  state: ArchiveState | null;
  /** How fast the base backup may be unpacked. Default: as fast as it goes. */
  pace?: Pace;
  /** Called with the base backup while it is in use. */
  hold<T>(id: string, task: () => Promise<T>): Promise<T>;
}

/** Makes a scratch cluster that holds the state of a moment; see ClusterBackups. Whatever fails, nothing of it is left. */
export async function restore(parts: RestoreParts, request: RestoreRequest): Promise<Restored> {
  const { driver, store, state } = parts;
  const { ref, scratch, signal } = request;
  signal?.throwIfAborted();
  const { view, choice } = await planRestore(store, state, request);
  const folder = join(await driver.workFolder(), scratch);
  const clear = async () => {
    await driver.remove(scratch);
    await rm(folder, { recursive: true, force: true });
  };
  await clear();
  try {
    return await parts.hold(choice.base.id, () => new Restoration(parts, request, view, choice).run(folder));
  } catch (error) {
    const hadNoRoom = await isFull(dirname(folder));
    await clear();
    signal?.throwIfAborted();
    throw explainFullDisk(error, `${ref} was not restored`, hadNoRoom);
  }
}

/** Where recovery begins and what it needs. @throws {BackupError} as restore does for what cannot be restored */
export async function planRestore(
  store: BackupStore,
  state: ArchiveState | null,
  request: RecoveryRequest,
): Promise<{ view: BranchView; choice: RecoveryChoice }> {
  const { ref } = request;
  const records = await readBaseRecords(store, ref);
  const view = await loadBranch(store, ref, requestedBranch(request, records, state), records, state);
  const choice = chooseRecovery(request, view);
  checkFitting(ref, choice.base);
  return { view, choice };
}

class Restoration {
  readonly #parts: RestoreParts;
  readonly #request: RestoreRequest;
  readonly #view: BranchView;
  readonly #choice: RecoveryChoice;
  #done = 0;
  #total: number;

  constructor(parts: RestoreParts, request: RestoreRequest, view: BranchView, choice: RecoveryChoice) {
    this.#parts = parts;
    this.#request = request;
    this.#view = view;
    this.#choice = choice;
    this.#total = choice.base.dataBytes;
  }

  async run(folder: string): Promise<Restored> {
    const { driver, store } = this.#parts;
    const { ref, scratch, target, signal } = this.#request;
    const { base } = this.#choice;
    const [first, rest] = splitAtTarget(this.#choice.segments, target);
    this.#total += first.length * SEGMENT_BYTES;
    await this.#checkSpace(folder);
    const onBytes = (bytes: number) => this.#count(bytes);
    await unpackBase(store, base, folder, { onBytes, pace: this.#parts.pace, signal });
    this.#count(base.dataBytes - this.#done); // what the archive has around its files
    const files = ownWalFiles(folder);
    await placeHistories(store, ref, base.systemIdentifier, this.#view.wal, files);
    await this.#place(first, files);
    await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
    await driver.create(
      { ref: scratch, kind: 'scratch', major: base.major, port: null },
      { dataDirectory: folder },
    );
    const isAtEnd = await this.#recover(rest);
    const recovered = await readRecovered(driver, scratch, signal);
    if (isAtEnd) this.#checkEnd(recovered);
    await driver.stop(scratch);
    const { timeline, lastCommitAt } = recovered;
    return { backup: withoutChecksum(base), major: base.major, timeline, lastCommitAt };
  }

  /** @returns true if all of the log that there is was replayed */
  async #recover(rest: StoredSegment[]): Promise<boolean> {
    const { target } = this.#request;
    let end = await this.#attempt(target);
    if (end === 'ended early' && rest.length > 0) {
      this.#total += rest.length * SEGMENT_BYTES;
      await this.#place(rest, await this.#parts.driver.walFiles(this.#request.scratch));
      end = await this.#attempt(target);
    }
    if (end === 'promoted') return target.kind === 'latest';
    // Nothing was committed between the end of the log and the target: its end is the state of the target.
    if (this.#choice.missing) throw gap(this.#request.ref, this.#choice.missing);
    await this.#attempt({ kind: 'latest' });
    return true;
  }

  async #attempt(target: RecoveryTarget): Promise<'promoted' | 'ended early'> {
    const { ref, scratch, signal } = this.#request;
    const settings = recoverySettings(target, this.#choice.timeline);
    const { kind } = await runRecovery(this.#parts.driver, scratch, settings, signal);
    if (kind !== 'too early') return kind;
    // Only a clock that was set back makes transactions before the end of a backup later than it.
    if (target.kind !== 'time') throw new BackupError('damaged', `The backup of ${ref} contradicts itself.`);
    throw outOfRange(ref, target.at, this.#choice.base.finishedAt, this.#view.latest);
  }

  async #place(segments: readonly StoredSegment[], files: WalFiles): Promise<void> {
    const { ref, signal } = this.#request;
    const { systemIdentifier, template } = this.#choice.base;
    // The log of a template ends in a segment that its cluster has written on.
    const replaces = template !== undefined;
    await inParallel(segments, SEGMENTS_AT_ONCE, async (segment) => {
      signal?.throwIfAborted();
      await placeSegment(this.#parts.store, ref, systemIdentifier, segment, files, replaces);
      this.#count(SEGMENT_BYTES);
    });
  }

  /** Recovery takes a damaged record for the end of the log, so it must have come as far as the log is complete. */
  #checkEnd({ endLsn }: Recovered): void {
    const { ref } = this.#request;
    const last = this.#choice.segments.findLast(({ isFinished }) => isFinished);
    if (!last || segmentAt(endLsn) >= last.number) return;
    throw new BackupError(
      'damaged',
      `The log of ${ref} in the archive cannot be read to its end: choose an earlier moment, or take a new backup.`,
    );
  }

  async #checkSpace(folder: string): Promise<void> {
    const free = await freeDiskBytes(dirname(folder));
    const needed = this.#total * SPARE + SPACE_TO_LEAVE;
    if (free === null || free >= needed) return;
    throw new BackupError(
      'disk_full',
      `Restoring ${this.#request.ref} needs ${inMb(needed)} MB and ${inMb(free)} MB are free: free some space and try again.`,
    );
  }

  #count(bytes: number): void {
    this.#done += bytes;
    this.#request.onProgress?.(Math.min(this.#done, this.#total), this.#total);
  }
}

function checkFitting(ref: string, base: BaseRecord): void {
  if (base.ref !== ref)
    throw new BackupError('foreign', `The backup ${base.id} is of ${base.ref}, not of ${ref}.`);
  if (!POSTGRES_MAJORS.includes(base.major))
    throw new BackupError(
      'foreign',
      `The backup ${base.id} is of PostgreSQL ${base.major}, which this version of Basalt does not have.`,
    );
}

function inMb(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
