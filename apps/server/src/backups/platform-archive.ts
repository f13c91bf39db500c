import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackupStore,
  type ClusterBackups,
  type ClusterDriver,
  type Log,
  PLATFORM_REF,
} from '@basalt/clusters';
import { keepSecretKey } from './stored-secret-key.ts';

const EVERY_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;
/** A pass all the same while nothing is written, so that the archive says up to when it is complete. */
const LONGEST_REST_MS = 60_000;
const LOOK_FOR_BACKUPS_MS = 600_000;
const BACKUP_EVERY_MS = 24 * 3_600_000;
/** The platform is only ever restored to its newest state. */
const KEEP_MS = 3 * 24 * 3_600_000;

export interface PlatformArchiveOptions {
  clusters: Pick<ClusterDriver, 'walWritten'>;
  backups: ClusterBackups;
  store: BackupStore;
  elsewhere: BackupStore;
  secretKey: Buffer;
  log: Log;
}

export interface PlatformArchive {
  /** Ends it. Its database may still run. */
  stop(): Promise<void>;
  /** Brings what is left of the log into the store, once the database has stopped. */
  finish(): Promise<void>;
  /** Up to when its changes are in the store; null: not known yet. */
  safeUntil: () => Date | null;
}

/**
 * Keeps the platform's own database in the store of backups, as those of projects are: its changes about once a second, and a whole
 * copy a day, which is tried out.
 */
export function startPlatformArchive(options: PlatformArchiveOptions): PlatformArchive {
  const { clusters, backups, store, elsewhere, secretKey, log } = options;
  const end = new AbortController();
  const { signal } = end;
  let safeUntil: Date | null = null;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

  /** What only this machine has is not safe from losing it. */
  async function inAllPlaces(until: Date): Promise<Date> {
    const behind = (await store.places(PLATFORM_REF)).flatMap(({ since }) => since ?? []);
    return new Date(Math.min(until.getTime(), ...behind.map((since) => since.getTime())));
  }

  async function ship(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        const { restsAt, ...pass } = await backups.ship(PLATFORM_REF);
        safeUntil = await inAllPlaces(pass.safeUntil);
        failures = 0;
        await pause(EVERY_MS);
        const written = restsAt && clusters.walWritten(PLATFORM_REF, restsAt);
        if (written) await Promise.race([written, pause(LONGEST_REST_MS)]);
      } catch (error) {
        failures += 1;
        // A database that is just starting is no failure yet.
        if (failures === 3)
          log('warn', { err: error }, "changes of the platform's database cannot be archived");
        await pause(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures));
      }
    }
  }

  async function backUp(): Promise<void> {
    while (!signal.aborted) {
      const isDone = await backUpIfDue().then(
        () => true,
        (error: unknown) => {
          if (!signal.aborted) log('error', { err: error }, "the platform's database was not backed up");
          return false;
        },
      );
      await pause(isDone ? LOOK_FOR_BACKUPS_MS : LONGEST_REST_MS);
    }
  }

  async function backUpIfDue(): Promise<void> {
    await keepSecretKey(elsewhere, secretKey);
    const newest = (await backups.list(PLATFORM_REF)).at(-1);
    if (newest !== undefined && Date.now() - newest.finishedAt.getTime() < BACKUP_EVERY_MS) return;
    await backups.takeBase(PLATFORM_REF, { signal });
    await backups.verify(PLATFORM_REF, { signal });
    await backups.prune(PLATFORM_REF, new Date(Date.now() - KEEP_MS));
    log('info', {}, "the platform's database was backed up, and the backup tried out");
  }

  const work = [ship(), backUp()];
  return {
    async stop() {
      end.abort();
      await Promise.all(work);
    },
    async finish() {
      await backups.ship(PLATFORM_REF);
    },
    safeUntil: () => safeUntil,
  };
}
