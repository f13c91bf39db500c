import type { WalFiles, WalPosition } from '../../driver.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { type ArchivePass, BackupError } from '../ports/cluster-backups.ts';
import { clockSetTo, type PassedAt } from '../recovery/clock-changes.ts';
import {
  type ArchiveState,
  type Branch,
  type ClockChange,
  isSameBranch,
  nextState,
  readArchiveState,
  writeArchiveState,
} from '../store/archive-state.ts';
import { storeKeys } from '../store/store-keys.ts';
import { storedWal } from '../store/stored-wal.ts';
import { type LiveSegment, liveSegments } from '../wal/live-segments.ts';
import type { Segment } from '../wal/wal-names.ts';
import { copyTail } from './copy-tail.ts';
import { keepHistories, takeSpooledWal } from './wal-spool.ts';

/** How often the state of an idle cluster's archive is written down. */
const WRITE_DOWN_MS = 30_000;
const MOST_ATTEMPTS = 5;
/** A server hands a finished segment over a moment after it has gone on to the next one. */
const QUIET_PASSES = 3;
/** Without a pass for so long nobody archives this cluster any more. */
const COUNTS_AS_REST_MS = 120_000;

/** What a shipper remembers of the segment being written. */
interface Position {
  segment: Segment;
  offset: number;
}

/** What was brought into the store, and how many finished segments were in it. */
interface Shipped {
  bytes: number;
  taken: number;
}

/** The WAL archive of one cluster. One pass at a time. */
export class WalShipper {
  readonly #store: BackupStore;
  readonly #ref: string;
  readonly #now: () => PassedAt;
  #state: ArchiveState | null | undefined;
  #writtenDownAt = 0;
  /** When the newest pass of this process began, by a clock that nobody sets. */
  #steadyMs: number | null = null;
  /** Which server, by its start, on which data directory the rest is about. */
  #source = '';
  #branch: Branch | null = null;
  /** Where the server was in the newest passes that looked at its files, as text, and how many of them found nothing. */
  #copiedUntil: string | null = null;
  #quietPasses = 0;
  #restedAt = Number.NEGATIVE_INFINITY;
  /** The newest finished segment in the store, of the present branch; its number is -1 if there is none. */
  #finished: Segment | null = null;
  #position: Position | null = null;

  constructor(store: BackupStore, ref: string, now: () => PassedAt) {
    this.#store = store;
    this.#ref = ref;
    this.#now = now;
  }

  /** Whether a pass of the last minutes, and none since, found the server where the passes before had found it. */
  get rests(): boolean {
    return this.#now().steadyMs - this.#restedAt < COUNTS_AS_REST_MS;
  }

  async state(): Promise<ArchiveState | null> {
    this.#state ??= await readArchiveState(this.#store, this.#ref);
    return this.#state;
  }

  /**
   * @param askPosition where the server says that it is. Files are looked at only when that has changed.
   * @throws {BackupError} archive_failed
   */
  async pass(files: WalFiles, askPosition: () => Promise<WalPosition | null>): Promise<ArchivePass> {
    const passedAt = this.#now();
    const safeUntil = passedAt.moment;
    const position = await askPosition();
    const isSame = position !== null && this.#copiedUntil === textOf(position);
    if (isSame && this.#quietPasses >= QUIET_PASSES) {
      await this.#writeDown(passedAt, false);
      this.#restedAt = passedAt.steadyMs;
      return { safeUntil, bytes: 0, restsAt: position };
    }
    this.#restedAt = Number.NEGATIVE_INFINITY;
    // All of it has been copied where the server stands still. Only the last segment may still be handed over.
    const { bytes, taken } =
      isSame && this.#branch ? await this.#takeFinished(files, this.#branch) : await this.#catchUp(files);
    this.#quietPasses = isSame && taken === 0 ? this.#quietPasses + 1 : 0;
    this.#copiedUntil = position && textOf(position);
    await this.#writeDown(passedAt, bytes > 0);
    return { safeUntil, bytes, restsAt: null };
  }

  async #catchUp(files: WalFiles): Promise<Shipped> {
    await this.#recognize(files);
    let bytes = 0;
    let taken = 0;
    for (let attempt = 1; ; attempt += 1) {
      const copied = await this.#copy(files);
      bytes += copied.bytes;
      taken += copied.taken;
      if (copied.isComplete) return { bytes, taken };
      if (attempt === MOST_ATTEMPTS)
        throw new BackupError(
          'archive_failed',
          `The log of ${this.#ref} changes faster than it can be archived.`,
        );
    }
  }

  /** Forgets what it knew when another data directory or another start of the server is behind the folder. */
  async #recognize(files: WalFiles): Promise<void> {
    const source = await files.source();
    if (source === this.#source) return;
    this.#source = '';
    this.#position = null;
    this.#branch = null;
    const newest = (await liveSegments(files, null)).at(-1);
    if (!newest)
      throw new BackupError('archive_failed', `The log of ${this.#ref} is empty: it never started.`);
    await this.#enter(newest);
    this.#source = source;
  }

  async #enter({ systemIdentifier, timeline }: Branch): Promise<void> {
    this.#branch = { systemIdentifier, timeline };
    const wal = storedWal(await this.#store.list(storeKeys.walOf(this.#ref, systemIdentifier)));
    const finished = [...wal.segments.values()].filter(
      (each) => each.isFinished && each.timeline === timeline,
    );
    const number = Math.max(...finished.map((each) => each.number), -1);
    this.#finished = { timeline, number };
  }

  /**
   * Lists the segments first and reads the WAL spool afterwards, so that none is missed: the server removes a segment only after
   * it has copied it to the spool. A segment in neither place is in the store already.
   */
  async #copy(files: WalFiles): Promise<Shipped & { isComplete: boolean }> {
    const live = await liveSegments(files, (this.#finished?.number ?? -1) < 0 ? null : this.#finished);
    const newest = live.at(-1);
    if (newest && this.#branch && !isSameBranch(newest, this.#branch)) await this.#enter(newest);
    const branch = this.#branch;
    if (!branch) return { bytes: 0, taken: 0, isComplete: true };
    const { systemIdentifier, timeline } = branch;
    let bytes = await keepHistories(this.#store, this.#ref, systemIdentifier, files);
    const { bytes: finished, taken } = await this.#takeFinished(files, branch);
    bytes += finished;
    const open = live.filter(
      (each) => each.timeline === timeline && each.number > (this.#finished?.number ?? -1),
    );
    for (const segment of open) {
      const copied = await this.#copyOpen(files, segment, segment === open.at(-1));
      if (copied === null) return { bytes, taken, isComplete: false };
      bytes += copied;
    }
    return { bytes, taken, isComplete: true };
  }

  async #takeFinished(files: WalFiles, { timeline }: Branch): Promise<Shipped> {
    const { bytes, segments } = await takeSpooledWal(this.#store, this.#ref, files, timeline);
    for (const segment of segments)
      if (segment.timeline === timeline && segment.number > (this.#finished?.number ?? -1))
        this.#finished = segment;
    return { bytes, taken: segments.length };
  }

  async #copyOpen(files: WalFiles, segment: LiveSegment, isLast: boolean): Promise<number | null> {
    const key = storeKeys.partial(this.#ref, segment.systemIdentifier, segment);
    const known = this.#position?.segment;
    const isKnown = known?.number === segment.number && known.timeline === segment.timeline;
    const from = isKnown ? (this.#position?.offset ?? 0) : 0;
    const tail = await copyTail(this.#store, key, files, segment, from, isLast);
    if (!tail) return null;
    const { timeline, number } = segment;
    this.#position = { segment: { timeline, number }, offset: tail.offset };
    return tail.bytes;
  }

  async #writeDown(passedAt: PassedAt, hasWritten: boolean): Promise<void> {
    if (!this.#branch) return;
    const before = await this.state();
    const clock = before && this.#clockChange(before.safeUntil, passedAt);
    const state = nextState(before, this.#branch, passedAt.moment, clock);
    const isNews = hasWritten || before === null || state.left !== before.left;
    if (isNews || Math.abs(Date.now() - this.#writtenDownAt) > WRITE_DOWN_MS) {
      await writeArchiveState(this.#store, this.#ref, state);
      this.#writtenDownAt = Date.now();
    }
    this.#state = state;
    this.#steadyMs = passedAt.steadyMs;
  }

  #clockChange(moment: Date, passedAt: PassedAt): ClockChange | null {
    const to = clockSetTo({ moment, steadyMs: this.#steadyMs }, passedAt);
    const segment = Math.max(this.#position?.segment.number ?? -1, this.#finished?.number ?? -1);
    return to && { to, segment };
  }
}

function textOf({ systemIdentifier, timeline, lsn }: WalPosition): string {
  return `${systemIdentifier} ${timeline} ${lsn}`;
}
