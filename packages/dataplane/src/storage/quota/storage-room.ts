import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors/storage-error.ts';
import type { StorageSql } from '../metadata/storage-sql.ts';
import { bytesOfBuckets } from './bytes-of-buckets.ts';

/** Rows come and go without us too: by SQL, by a restore. What was measured holds so long, or twenty times as long as it took. */
const MEASURED_FOR_MS = 60_000;
const MEASURED_FOR_TIMES = 20;

/** Where bytes are to be stored. */
export interface RoomPlace {
  ref: string;
  sql: StorageSql;
  bucket: string;
}

/** Room that is held for bytes until their row is written, or not. */
export interface HeldRoom {
  /** Holds so many bytes altogether, when there turn out to be more. @throws {StorageError} EntityTooLarge */
  growTo(bytes: number): Promise<void>;
  /** Writes what makes the bytes count from then on: a row, or the facts of an upload. */
  settle<Result>(write: () => Promise<Result>): Promise<Result>;
}

/** How much of their quotas projects and buckets have left, for all who store something. */
export interface StorageRoom {
  /**
   * Holds room for bytes while they are stored. Nobody else is promised the same room. An object that replaces another one needs its
   * own room until the other one is gone.
   * @throws {StorageError} EntityTooLarge, before anything is stored; whatever `store` throws
   */
  hold<Result>(place: RoomPlace, bytes: number, store: (room: HeldRoom) => Promise<Result>): Promise<Result>;
}

interface Hold {
  bucket: string;
  bytes: number;
}

interface Ledger {
  /** At least what each bucket has and is promised, in bytes. Null: not measured yet. */
  used: Map<string, number> | null;
  /** By `performance.now()`. */
  goodUntil: number;
  holds: Set<Hold>;
  writing: Set<Promise<unknown>>;
  measuring: Promise<void> | null;
  next: Promise<void> | null;
}

/**
 * Counts in memory, so that an upload asks the database nothing: what is stored is added, what is deleted is not taken away. Only
 * when the count says that something does not fit are the rows added up, and that decides. No row is written meanwhile, so nothing
 * counts twice.
 * @param promised bytes that uploads which are under way were promised, by bucket
 */
export function createStorageRoom(promised: (ref: string) => Promise<Map<string, number>>): StorageRoom {
  const ledgers = new Map<string, Ledger>();

  function ledgerOf(ref: string): Ledger {
    let ledger = ledgers.get(ref);
    if (ledger === undefined) {
      ledger = {
        used: null,
        goodUntil: 0,
        holds: new Set(),
        writing: new Set(),
        measuring: null,
        next: null,
      };
      ledgers.set(ref, ledger);
    }
    return ledger;
  }

  async function addUp(ledger: Ledger, { ref, sql }: RoomPlace): Promise<void> {
    await Promise.allSettled(ledger.writing);
    const began = performance.now();
    const used = await bytesOfBuckets(sql.asService);
    for (const [bucket, bytes] of await promised(ref)) add(used, bucket, bytes);
    for (const { bucket, bytes } of ledger.holds) add(used, bucket, bytes);
    const now = performance.now();
    ledger.used = used;
    ledger.goodUntil = now + Math.max(MEASURED_FOR_MS, (now - began) * MEASURED_FOR_TIMES);
  }

  /** One that is at work may have looked before something was deleted, so those who come share the next one. */
  function measure(ledger: Ledger, place: RoomPlace): Promise<void> {
    const begin = () => {
      ledger.next = null;
      const measuring = addUp(ledger, place).finally(() => {
        ledger.measuring = null;
      });
      ledger.measuring = measuring;
      return measuring;
    };
    if (ledger.next !== null) return ledger.next;
    if (ledger.measuring === null) return begin();
    // Rows that waited for this one go first, or those who are refused again and again would keep them waiting.
    ledger.next = ledger.measuring
      .catch(() => {})
      .then(() => setImmediate())
      .then(begin);
    return ledger.next;
  }

  async function take(ledger: Ledger, place: RoomPlace, hold: Hold, more: number): Promise<void> {
    const { quota: project, bucketQuotas } = place.sql.settings;
    const own = Object.hasOwn(bucketQuotas, hold.bucket) ? bucketQuotas[hold.bucket] : null;
    const quota = { bucket: own ?? null, project };
    const exceeded = () => quotaExceeded(ledger.used ?? new Map(), { bucket: hold.bucket, more, quota });
    if (more > 0 && (quota.bucket !== null || quota.project !== null)) {
      const isKnown = ledger.used !== null && performance.now() < ledger.goodUntil;
      if (!isKnown || exceeded() !== null) await measure(ledger, place);
      const which = exceeded();
      if (which !== null) throw noRoom(which);
    }
    // Nothing may be awaited between looking and adding.
    hold.bytes += more;
    if (ledger.used !== null) add(ledger.used, hold.bucket, more);
  }

  return {
    async hold(place, bytes, store) {
      const ledger = ledgerOf(place.ref);
      const hold: Hold = { bucket: place.bucket, bytes: 0 };
      ledger.holds.add(hold);
      let isWritten = false;
      try {
        await take(ledger, place, hold, bytes);
        return await store({
          async growTo(all) {
            if (all > hold.bytes) await take(ledger, place, hold, all - hold.bytes);
          },
          async settle(write) {
            while (ledger.measuring !== null) await ledger.measuring.catch(() => {});
            // From here on it counts, also when nobody knows whether it was written: the next measuring tells.
            isWritten = true;
            const writing = write();
            ledger.writing.add(writing);
            try {
              return await writing;
            } finally {
              // Together, so that a row which is written is not held as well.
              ledger.writing.delete(writing);
              ledger.holds.delete(hold);
            }
          },
        });
      } finally {
        ledger.holds.delete(hold);
        if (!isWritten && ledger.used !== null) add(ledger.used, hold.bucket, -hold.bytes);
      }
    },
  };
}

/** Which quota so many more bytes in a bucket would exceed. */
function quotaExceeded(
  used: ReadonlyMap<string, number>,
  asked: { bucket: string; more: number; quota: { bucket: number | null; project: number | null } },
): 'bucket' | 'project' | null {
  const { bucket, more, quota } = asked;
  if (quota.bucket !== null && (used.get(bucket) ?? 0) + more > quota.bucket) return 'bucket';
  if (quota.project === null) return null;
  const all = [...used.values()].reduce((sum, bytes) => sum + bytes, 0);
  return all + more > quota.project ? 'project' : null;
}

function add(used: Map<string, number>, bucket: string, bytes: number): void {
  used.set(bucket, (used.get(bucket) ?? 0) + bytes);
}

function noRoom(which: 'bucket' | 'project'): StorageError {
  const whose = which === 'bucket' ? 'the bucket' : 'the project';
  return new StorageError(
    'EntityTooLarge',
    `The object exceeds the storage quota of ${whose}. Delete objects, or raise the quota.`,
  );
}
