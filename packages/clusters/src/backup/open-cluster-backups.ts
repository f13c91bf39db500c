import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterDriver, Log, PostgresMajor, Template } from '../driver.ts';
import { shortHash } from '../local/files/layout.ts';
import { KeyedLock } from '../local/locks/keyed-lock.ts';
import { WalShipper } from './archiving/wal-shipper.ts';
import { keepTemplate, readTemplate, writeOrigin } from './base-backup/keep-template.ts';
import { type Pace, politePace } from './base-backup/pace.ts';
import { takeBase } from './base-backup/take-base.ts';
import { Holds } from './holds.ts';
import type { BackupStore } from './ports/backup-store.ts';
import type {
  ArchivePass,
  BaseBackup,
  ClusterBackups,
  OnBytes,
  RecoveryWindow,
  Restored,
  RestoreRequest,
  Verification,
} from './ports/cluster-backups.ts';
import { explainFullDisk, isFull } from './ports/explain-failure.ts';
import { readEverything } from './read-everything.ts';
import { type RecoveryRequest, recoveryWindow } from './recovery/choose-recovery.ts';
import type { PassedAt } from './recovery/clock-changes.ts';
import { loadBranch } from './recovery/load-branch.ts';
import { planRestore, restore } from './recovery/restore.ts';
import { prune } from './retention/prune.ts';
import { beginningOf, originId, readBaseRecords, withoutChecksum } from './store/base-record.ts';
import { storeKeys } from './store/store-keys.ts';

const PASS_PATIENCE_MS = 1_000;

export interface ClusterBackupsOptions {
  driver: ClusterDriver;
  store: BackupStore;
  log?: Log;
  /** How fast a base backup may read, and its verification may write. Default: {@link politePace}. */
  pace?: Pace;
  /** The clock that moments are read from, and one that nobody sets. */
  now?: () => PassedAt;
  /** How long a server may be silent while a base backup is taken. Default: 5 minutes. */
  silenceMs?: number;
}

/** Backups of the clusters of a driver, kept in a store. One process at a time may archive and prune the same cluster. */
export function openClusterBackups(options: ClusterBackupsOptions): ClusterBackups {
  return new Backups(options);
}

class Backups implements ClusterBackups {
  readonly #driver: ClusterDriver;
  readonly #store: BackupStore;
  readonly #log: Log;
  readonly #pace: Pace;
  readonly #now: () => PassedAt;
  readonly #silenceMs: number | undefined;
  readonly #shippers = new Map<string, WalShipper>();
  readonly #passes = new KeyedLock();
  readonly #templates = new KeyedLock();
  /** Base backups that are being made or used. */
  readonly #holds = new Holds();

  constructor({ driver, store, log, pace, now, silenceMs }: ClusterBackupsOptions) {
    this.#driver = driver;
    this.#silenceMs = silenceMs;
    this.#store = store;
    this.#log = log ?? (() => undefined);
    this.#pace = pace ?? politePace();
    this.#now = now ?? (() => ({ moment: new Date(), steadyMs: performance.now() }));
  }

  async takeBase(
    ref: string,
    options: { onProgress?: OnBytes; signal?: AbortSignal } = {},
  ): Promise<BaseBackup> {
    const source = { ref, major: await this.#driver.major(ref), address: await this.#driver.address(ref) };
    const held: string[] = [];
    const onId = (id: string) => void held.push(this.#holds.take(id));
    try {
      const how = { onId, pace: this.#pace, silenceMs: this.#silenceMs };
      const record = await takeBase(this.#store, source, { ...options, ...how });
      return withoutChecksum(record);
    } finally {
      for (const id of held) this.#holds.release(id);
    }
  }

  async keepTemplate(major: PostgresMajor): Promise<void> {
    await this.#keepTemplate(await this.#driver.template(major));
  }

  async recordOrigin(ref: string): Promise<BaseBackup | null> {
    try {
      const origin = await this.#driver.origin(ref);
      if (!origin) return null;
      const template = (await readTemplate(this.#store, origin.template)) ?? (await this.#keepOf(origin));
      if (!template) return null;
      const write = () => writeOrigin(this.#store, ref, origin, template);
      return withoutChecksum(await this.#holds.during(originId(origin), write));
    } catch (error) {
      this.#log('warn', { ref, error }, 'What a database was made of was not recorded as its first backup.');
      throw explainFullDisk(error, `what ${ref} was made of was not recorded as its first backup`);
    }
  }

  /** Null: the template has been replaced by another one since. */
  async #keepOf({ template, major }: { template: string; major: PostgresMajor }) {
    const present = await this.#driver.template(major);
    return present.name === template ? this.#keepTemplate(present) : null;
  }

  /** One after another: two that store the same would take each other's place. */
  #keepTemplate(template: Template) {
    return this.#templates.run('', async () => {
      try {
        return await keepTemplate(this.#store, template);
      } catch (error) {
        throw explainFullDisk(error, 'what new databases are made of was not stored');
      }
    });
  }

  ship(ref: string): Promise<ArchivePass> {
    return this.#passes.run(ref, async () => {
      try {
        const askPosition = () => this.#driver.walPosition(ref);
        return await this.#shipper(ref).pass(await this.#driver.walFiles(ref), askPosition);
      } catch (error) {
        throw explainFullDisk(error, `the log of ${ref} is not archived any more`);
      }
    });
  }

  async list(ref: string): Promise<BaseBackup[]> {
    return (await readBaseRecords(this.#store, ref)).map(withoutChecksum);
  }

  async window(ref: string): Promise<RecoveryWindow | null> {
    if (this.#shipper(ref).rests) await this.#passInTime(ref);
    const [state, records] = await Promise.all([
      this.#shipper(ref).state(),
      readBaseRecords(this.#store, ref),
    ]);
    return state && recoveryWindow(await loadBranch(this.#store, ref, state, records, state));
  }

  /** Nobody waits long for a server that does not answer any more. */
  async #passInTime(ref: string): Promise<void> {
    const patience = new AbortController();
    const pass = this.ship(ref).then(
      () => undefined,
      () => undefined,
    );
    const over = sleep(PASS_PATIENCE_MS, undefined, { signal: patience.signal, ref: false });
    await Promise.race([pass, over]).finally(() => patience.abort());
  }

  async assertRestorable(request: RecoveryRequest): Promise<void> {
    const state = await this.#shipper(request.ref).state();
    await planRestore(this.#store, state, request);
  }

  restore(request: RestoreRequest): Promise<Restored> {
    return this.#restore(request);
  }

  async verify(
    ref: string,
    { backupId, signal }: { backupId?: string; signal?: AbortSignal } = {},
  ): Promise<Verification> {
    const scratch = `verify-${shortHash(ref)}`;
    const started = performance.now();
    const abort = signal ? { signal } : {};
    const target =
      backupId === undefined ? ({ kind: 'latest' } as const) : ({ kind: 'backup', id: backupId } as const);
    // Nobody waits for it, unlike for a restore: a busy database keeps its speed.
    const { backup } = await this.#restore({ ref, scratch, target, ...abort }, this.#pace);
    try {
      const { address } = await this.#driver.start(scratch);
      const relations = await readEverything(address, signal);
      return { backup, relations, durationMs: Math.round(performance.now() - started) };
    } catch (error) {
      // That a restored database cannot be read on a full disk says nothing about its backup.
      const hadNoRoom = await isFull(await this.#driver.workFolder()).catch(() => false);
      throw explainFullDisk(error, `the backup of ${ref} could not be verified`, hadNoRoom);
    } finally {
      await this.#driver.remove(scratch);
    }
  }

  /** Not during a pass of the archive: what that one stores is not known as needed before its end. */
  prune(ref: string, keepFrom: Date): Promise<string[]> {
    return this.#passes.run(ref, async () => {
      const state = await this.#shipper(ref).state();
      return prune(this.#store, ref, keepFrom, state, (id) => this.#holds.has(id));
    });
  }

  async remove(ref: string, id: string): Promise<void> {
    if (beginningOf(id)) await this.#store.remove(storeKeys.base(ref, id));
  }

  removeAll(ref: string): Promise<void> {
    return this.#passes.run(ref, async () => {
      this.#shippers.delete(ref);
      await this.#store.remove(storeKeys.all(ref));
    });
  }

  async storedBytes(ref: string): Promise<{ base: number; wal: number }> {
    const [base, wal] = await Promise.all(
      [storeKeys.bases(ref), storeKeys.wal(ref)].map(async (prefix) =>
        (await this.#store.list(prefix)).reduce((total, { bytes }) => total + bytes, 0),
      ),
    );
    return { base: base ?? 0, wal: wal ?? 0 };
  }

  async #restore(request: RestoreRequest, pace?: Pace): Promise<Restored> {
    const state = await this.#shipper(request.ref).state();
    const started = performance.now();
    const hold = <T>(id: string, task: () => Promise<T>) => this.#holds.during(id, task);
    const parts = { driver: this.#driver, store: this.#store, state, hold, ...(pace && { pace }) };
    const restored = await restore(parts, request);
    const { ref, scratch } = request;
    const ms = Math.round(performance.now() - started);
    this.#log(
      'info',
      { ref, scratch, backup: restored.backup.id, ms },
      'A database was restored beside the present one.',
    );
    return restored;
  }

  #shipper(ref: string): WalShipper {
    const known = this.#shippers.get(ref);
    if (known) return known;
    const shipper = new WalShipper(this.#store, ref, this.#now);
    this.#shippers.set(ref, shipper);
    return shipper;
  }
}
