import type { ClusterAddress, ExitListener, Log, WalPosition } from '../driver.ts';
import type { ClusterOnDisk } from './data/cluster-on-disk.ts';
import { processes } from './processes/processes.ts';
import { DeathWatch } from './server/death-watch.ts';
import { explainDeath } from './server/explain-failure.ts';
import { logTail, sizeOf } from './server/server-log.ts';

/** The clusters whose end a driver notices, and who is told. */
export class DeathWatches {
  readonly #watches = new Map<string, { pid: number; watch: DeathWatch }>();
  readonly #listeners = new Set<ExitListener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns the way to end it */
  listen(listener: ExitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async watch(
    { record: { ref }, files, data }: ClusterOnDisk,
    address: ClusterAddress,
    pid: number,
  ): Promise<void> {
    if (this.isWatched(ref, pid)) return;
    this.unwatch(ref);
    const logStart = await sizeOf(files.log);
    const onDeath = async () => {
      this.#watches.delete(ref);
      const reason = explainDeath(ref, pid, await logTail(files.log, logStart).catch(() => []));
      this.#log('error', { ref, pid }, reason);
      for (const listener of this.#listeners) listener(ref, reason);
    };
    const watch = new DeathWatch(
      address,
      () => processes.serves(pid, data),
      () => void onDeath(),
    );
    this.#watches.set(ref, { pid, watch });
  }

  /** How far a watched server has written its log; null: nobody can tell. */
  async position(ref: string): Promise<WalPosition | null> {
    return (await this.#watches.get(ref)?.watch.position()) ?? null;
  }

  /** See ClusterDriver.walWritten. */
  written(ref: string, since: WalPosition): Promise<void> | null {
    return this.#watches.get(ref)?.watch.written(since) ?? null;
  }

  isWatched(ref: string, pid: number): boolean {
    return this.#watches.get(ref)?.pid === pid;
  }

  unwatch(ref: string): void {
    this.#watches.get(ref)?.watch.close();
    this.#watches.delete(ref);
  }

  close(): void {
    for (const ref of [...this.#watches.keys()]) this.unwatch(ref);
  }
}
