import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ClusterAddress,
  type ClusterDriver,
  ClusterError,
  type ClusterSettings,
  type ClusterStats,
  type ClusterStatus,
  type CreateOptions,
  type ExitListener,
  type NewCluster,
  type PostgresMajor,
  type RunningCluster,
  SMALL_SETTINGS,
} from '../driver.ts';
import { makeSocketFolder } from './access.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { ClusterFiles, ClusterOnDisk } from './cluster-files.ts';
import { writeRecord } from './cluster-record.ts';
import { DeathWatch } from './death-watch.ts';
import { diskUsage } from './disk-usage.ts';
import { endLogicalReplication } from './end-logical-replication.ts';
import { explainDeath, explainFullDisk } from './explain-failure.ts';
import { withFileLock } from './file-lock.ts';
import { HOST_ACCESS } from './host-access.ts';
import { SUPERUSER } from './initdb.ts';
import { KeyedLock } from './keyed-lock.ts';
import { checkRef, socketFolder, socketPort } from './layout.ts';
import { processes } from './processes.ts';
import type { Root } from './root.ts';
import { findServer, killServer, type StopPatience, stopServer } from './running-server.ts';
import { logTail, sizeOf } from './server-log.ts';
import { serverArguments } from './server-parameters.ts';
import { startServer } from './start-server.ts';
import type { Log, Supply } from './supply.ts';
import type { Script } from './template-recipe.ts';

/** Recovery after a crash may take minutes with much WAL. */
const START_PATIENCE_MS = 5 * 60 * 1000;

export interface LocalDriverParts {
  root: Root;
  supply: Supply;
  files: ClusterFiles;
  listenAddress: string;
  stopPatience: StopPatience;
  /** What project databases made by earlier versions may lack. */
  updates: readonly Script[];
  log: Log;
}

/** Clusters as processes and folders of this machine. Several drivers, in several processes, may share one root. */
export class LocalDriver implements ClusterDriver {
  /** Where the clusters are, and whether that is outside the data folder. */
  readonly root: string;
  readonly relocated: boolean;
  readonly #parts: LocalDriverParts;
  readonly #lock = new KeyedLock();
  readonly #watches = new Map<string, { pid: number; watch: DeathWatch }>();
  readonly #listeners = new Set<ExitListener>();
  #closed = false;

  constructor(parts: LocalDriverParts) {
    this.#parts = parts;
    this.root = parts.root.path;
    this.relocated = parts.root.relocated;
  }

  prepare(major: PostgresMajor): Promise<void> {
    return this.#guarded(() => this.#parts.supply.prepare(major));
  }

  /** Gives up what `prepare` has in the making, for a process that is about to end. */
  stopPreparing(): Promise<void> {
    return this.#parts.supply.close();
  }

  create(cluster: NewCluster, options: CreateOptions = {}): Promise<void> {
    return this.#exclusively(cluster.ref, async () => {
      const { files, supply, updates } = this.#parts;
      const { version } = await supply.binaries(cluster.major);
      const { dataDirectory } = options;
      await files.create(cluster, {
        version,
        // Templates are of today; where a finished directory comes from nobody knows.
        updates: dataDirectory === undefined ? updates.length : 0,
        source: dataDirectory ?? ((target) => supply.deliver(cluster.kind, cluster.major, target)),
      });
    });
  }

  start(ref: string, settings?: ClusterSettings): Promise<RunningCluster> {
    return this.#exclusively(ref, () => this.#start(ref, settings));
  }

  stop(ref: string): Promise<void> {
    return this.#exclusively(ref, () => this.#stop(ref));
  }

  restart(ref: string, settings?: ClusterSettings): Promise<RunningCluster> {
    return this.#exclusively(ref, async () => {
      await this.#stop(ref);
      return this.#start(ref, settings);
    });
  }

  remove(ref: string): Promise<void> {
    return this.#exclusively(ref, async () => {
      const { files } = this.#parts;
      const cluster = await files.find(ref).catch(() => null); // a damaged record must not keep anybody from deleting
      this.#unwatch(ref);
      await killServer(files.folder(ref).data);
      await files.remove(ref);
      await rm(socketFolder(this.root, ref, cluster?.record.port ?? null), { recursive: true, force: true });
    });
  }

  async status(ref: string): Promise<ClusterStatus> {
    const cluster = await this.#parts.files.find(ref);
    if (!cluster) return 'absent';
    return (await findServer(cluster.data)) ? 'running' : 'stopped';
  }

  list(): Promise<string[]> {
    return this.#parts.files.list();
  }

  async stats(ref: string): Promise<ClusterStats> {
    const { data } = await this.#parts.files.get(ref);
    const [server, diskBytes] = await Promise.all([findServer(data), diskUsage(data)]);
    if (!server)
      return {
        cpuSeconds: 0,
        pssBytes: 0,
        readBytes: 0,
        writtenBytes: 0,
        diskBytes,
        startedAt: null,
        backends: 0,
      };
    return { ...(await processes.usage(server.pid)), diskBytes, startedAt: server.startedAt };
  }

  async address(ref: string): Promise<ClusterAddress> {
    return this.#addressOf(await this.#parts.files.get(ref));
  }

  onExit(listener: ExitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#lock.idle();
    for (const ref of [...this.#watches.keys()]) this.#unwatch(ref);
    await this.#parts.supply.close();
  }

  async #start(ref: string, settings: ClusterSettings | undefined): Promise<RunningCluster> {
    const { files, listenAddress, supply } = this.#parts;
    const cluster = await files.get(ref);
    const { record } = cluster;
    const binaries = await supply.binaries(record.major);
    const used = settings ?? record.settings ?? SMALL_SETTINGS;
    const remembered = { ...record, version: binaries.version, ...(settings && { settings }) };
    if (!isDeepStrictEqual(remembered, record)) await writeRecord(cluster.files.record, remembered);
    const owner = await files.owner(cluster);
    const address = this.#addressOf(cluster);
    const place = {
      listenAddresses: record.port === null ? '' : listenAddress,
      port: address.port,
      socketFolder: address.host,
      hostAccess: cluster.files.hostAccess,
      name: ref,
    };
    const launch = {
      program: binaries.postgres,
      dataDirectory: cluster.data,
      arguments: serverArguments(record.major, place, used),
      log: cluster.files.log,
      owner,
      patienceMs: START_PATIENCE_MS,
    };
    const server = await startServer(ref, address.port, launch, async () => {
      await makeSocketFolder(address.host, owner);
      await files.writeHostAccess(cluster, owner, HOST_ACCESS);
    });
    await bringUpToDate({ ...cluster, record: remembered }, address, this.#parts.updates, this.#parts.log);
    await this.#watch(cluster, server.pid);
    const { pid, startedAt, adopted } = server;
    return { ref, major: record.major, pid, address, port: record.port, startedAt, adopted };
  }

  async #stop(ref: string): Promise<void> {
    const cluster = await this.#parts.files.get(ref);
    this.#unwatch(ref);
    const address = this.#addressOf(cluster);
    if (await findServer(cluster.data)) {
      await endLogicalReplication(address);
      await stopServer(cluster.data, this.#parts.stopPatience);
    }
    await rm(address.host, { recursive: true, force: true });
  }

  #addressOf({ record }: ClusterOnDisk): ClusterAddress {
    const host = socketFolder(this.root, record.ref, record.port);
    return { host, port: socketPort(record.port), user: SUPERUSER, database: 'postgres' };
  }

  async #watch(cluster: ClusterOnDisk, pid: number): Promise<void> {
    const { ref } = cluster.record;
    if (this.#watches.get(ref)?.pid === pid) return;
    this.#unwatch(ref);
    const logStart = await sizeOf(cluster.files.log);
    const isAlive = () => processes.serves(pid, cluster.data);
    const onDeath = async () => {
      this.#watches.delete(ref);
      const reason = explainDeath(ref, pid, await logTail(cluster.files.log, logStart).catch(() => []));
      this.#parts.log('error', { ref, pid }, reason);
      for (const listener of this.#listeners) listener(ref, reason);
    };
    this.#watches.set(ref, {
      pid,
      watch: new DeathWatch(this.#addressOf(cluster), isAlive, () => void onDeath()),
    });
  }

  #unwatch(ref: string): void {
    this.#watches.get(ref)?.watch.close();
    this.#watches.delete(ref);
  }

  /** One command per cluster at a time, over all processes that share the root. */
  #exclusively<T>(ref: string, task: () => Promise<T>): Promise<T> {
    return this.#guarded(() => {
      checkRef(ref);
      return this.#lock.run(ref, () => withFileLock(join(this.root, 'locks', ref), task));
    });
  }

  async #guarded<T>(task: () => Promise<T>): Promise<T> {
    if (this.#closed)
      throw new ClusterError('bad_request', 'This cluster driver is closed: open another one.');
    try {
      return await task();
    } catch (error) {
      throw explainFullDisk(error, this.root);
    }
  }
}
