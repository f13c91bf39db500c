import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Build,
  type ClusterAddress,
  type ClusterDriver,
  ClusterError,
  type ClusterOrigin,
  type ClusterSettings,
  type ClusterStats,
  type ClusterStatus,
  type CreateOptions,
  type ExitListener,
  type KeptData,
  type Log,
  type MachineCapacity,
  type NetworkAccessOf,
  type NewCluster,
  type PostgresMajor,
  type RunningCluster,
  type ServerLog,
  SMALL_SETTINGS,
  type StartOptions,
  type StatsOptions,
  type Template,
  type VaultKeys,
  type WalFiles,
  type WalPosition,
} from '../driver.ts';
import { bringUpToDate } from './data/bring-up-to-date.ts';
import { checkExtensions, isOfPrograms } from './data/check-extensions.ts';
import type { ClusterFiles } from './data/cluster-files.ts';
import { ClusterMeter } from './data/cluster-meter.ts';
import type { ClusterOnDisk } from './data/cluster-on-disk.ts';
import { createCluster } from './data/create-cluster.ts';
import { discardData, listKept, putDataBack, replaceData } from './data/data-switch.ts';
import { limitOwner } from './data/limit-owner.ts';
import { putVaultKey } from './data/put-vault-key.ts';
import { rememberStart } from './data/remember-start.ts';
import { DeathWatches } from './death-watches.ts';
import { explainFullDisk, flushDisk, isFullDisk } from './files/disk.ts';
import { exists } from './files/exists.ts';
import { checkRef, socketFolder, socketPort, unsealed } from './files/layout.ts';
import type { Root } from './files/root.ts';
import { FileWork } from './files-as-owner/file-work.ts';
import { ClusterLocks } from './locks/cluster-locks.ts';
import type { Owner } from './owners/access.ts';
import { applyHostAccess } from './server/apply-host-access.ts';
import { endLogicalReplication } from './server/end-logical-replication.ts';
import { hostAccess, OPEN_ACCESS } from './server/host-access.ts';
import { removeBlockingFiles } from './server/remove-blocking-files.ts';
import { machineCapacity, ResourceLimits } from './server/resource-limits.ts';
import { findServer, type StopPatience, stopServer } from './server/running-server.ts';
import { openServerLog } from './server/server-log-file.ts';
import { mostProcesses, serverArguments } from './server/server-parameters.ts';
import { isSealed, removeSocketFolder } from './server/socket-folder.ts';
import { startServer } from './server/start-server.ts';
import { availableExtensions, postgresVersion } from './templates/binaries.ts';
import { SUPERUSER } from './templates/initdb.ts';
import type { TemplateProvider } from './templates/template-provider.ts';
import type { Script } from './templates/template-recipe.ts';

/** Recovery after a crash may take minutes with much WAL. */
const START_PATIENCE_MS = 5 * 60 * 1000;

export interface LocalDriverParts {
  root: Root;
  templates: TemplateProvider;
  files: ClusterFiles;
  listenAddress: string;
  stopPatience: StopPatience;
  /** What project databases made by earlier versions may lack. */
  updates: readonly Script[];
  /** Null: servers offer no TLS. */
  certificate: ((ref: string) => Promise<string>) | null;
  log: Log;
}

/** Clusters as processes and folders of this machine. Several drivers, in several processes, may share one root. */
export class LocalDriver implements ClusterDriver {
  /** Where the clusters are, and whether that is outside the data folder. */
  readonly root: string;
  readonly relocated: boolean;
  readonly #parts: LocalDriverParts;
  readonly #locks: ClusterLocks;
  readonly #watches: DeathWatches;
  readonly #limits: ResourceLimits;
  readonly #meter = new ClusterMeter();
  readonly #fileWork = new FileWork();
  #vaultKeys: VaultKeys = async () => null;
  #networkAccess: NetworkAccessOf = async () => null;
  #closed = false;

  constructor(parts: LocalDriverParts) {
    this.#parts = parts;
    this.root = parts.root.path;
    this.relocated = parts.root.relocated;
    this.#watches = new DeathWatches(parts.log);
    this.#locks = new ClusterLocks(join(this.root, 'locks'));
    this.#limits = new ResourceLimits(this.root, parts.log);
  }

  prepare(major: PostgresMajor, { empty = false }: { empty?: boolean } = {}): Promise<void> {
    const { templates } = this.#parts;
    return this.#guarded(() => (empty ? templates.prepareEmpty(major) : templates.prepare(major)));
  }

  flush(): Promise<void> {
    return this.#guarded(() => flushDisk(this.root));
  }

  /** Gives up what `prepare` has in the making, for a process that is about to end. */
  stopPreparing(): Promise<void> {
    return this.#parts.templates.close();
  }

  create(cluster: NewCluster, options: CreateOptions = {}): Promise<void> {
    const { files, templates, updates } = this.#parts;
    const { scratch, copyOf } = options;
    const others = [scratch, copyOf].filter((ref) => ref !== undefined);
    return this.#exclusively([cluster.ref, ...others], async () => {
      const parts = { files, templates, updates: updates.length };
      await createCluster(parts, cluster, options, (source) => this.#addressOf(source));
      if (scratch !== undefined) await this.#removeEmptied(scratch, cluster.ref);
    });
  }

  async start(ref: string, settings?: ClusterSettings, options: StartOptions = {}): Promise<RunningCluster> {
    const running = settings === undefined ? await this.#guarded(() => this.#watched(ref)) : null;
    return running ?? this.#exclusively([ref], () => this.#start(ref, settings, options));
  }

  stop(ref: string): Promise<void> {
    return this.#exclusively([ref], () => this.#stop(ref));
  }

  restart(ref: string, settings?: ClusterSettings): Promise<RunningCluster> {
    return this.#exclusively([ref], async () => {
      await this.#stop(ref);
      return this.#start(ref, settings, {});
    });
  }

  remove(ref: string): Promise<void> {
    return this.#exclusively([ref], () => this.#remove(ref));
  }

  async status(ref: string): Promise<ClusterStatus> {
    const cluster = await this.#parts.files.find(ref);
    if (!cluster) return 'absent';
    return (await findServer(cluster.place)) ? 'running' : 'stopped';
  }

  list(): Promise<string[]> {
    return this.#parts.files.list();
  }

  listScratch(): Promise<string[]> {
    return this.#parts.files.listScratch();
  }

  replace(ref: string, scratch: string, keepAs: string): Promise<void> {
    return this.#exclusively([ref, scratch], async () => {
      await replaceData(this.#parts.files, ref, scratch, keepAs);
      await this.#removeEmptied(scratch, ref);
    });
  }

  putBack(ref: string, keptId: string, keepAs: string | null): Promise<void> {
    return this.#exclusively([ref], () => putDataBack(this.#parts.files, ref, keptId, keepAs));
  }

  async kept(ref: string): Promise<KeptData[]> {
    return listKept(await this.#parts.files.get(ref));
  }

  discard(ref: string, keptId: string): Promise<void> {
    return this.#exclusively([ref], () => discardData(this.#parts.files, ref, keptId));
  }

  async major(ref: string): Promise<PostgresMajor> {
    return (await this.#parts.files.get(ref)).record.major;
  }

  template(major: PostgresMajor): Promise<Template> {
    return this.#guarded(() => this.#parts.templates.template(major));
  }

  async origin(ref: string): Promise<ClusterOrigin | null> {
    const { origin, createdAt } = (await this.#parts.files.get(ref)).record;
    return origin ? { ...origin, createdAt: new Date(createdAt) } : null;
  }

  async walFiles(ref: string): Promise<WalFiles> {
    const { files } = this.#parts;
    const cluster = await files.get(ref);
    return this.#fileWork.walFiles(cluster.data, await files.owner(cluster));
  }

  async serverLog(ref: string): Promise<ServerLog | null> {
    const { files, place, record } = await this.#parts.files.get(ref);
    return openServerLog(files.log, () => isSealed(place.sockets, socketPort(record.port)));
  }

  walPosition(ref: string): Promise<WalPosition | null> {
    return this.#watches.position(ref);
  }

  walWritten(ref: string, since: WalPosition): Promise<void> | null {
    return this.#watches.written(ref, since);
  }

  async workFolder(): Promise<string> {
    const folder = join(this.root, 'incoming');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async stats(ref: string, options: StatsOptions = {}): Promise<ClusterStats> {
    return this.#meter.measure(await this.#parts.files.get(ref), options);
  }

  capacity(): Promise<MachineCapacity> {
    return machineCapacity(this.root);
  }

  async availableExtensions(major: PostgresMajor): Promise<string[]> {
    return availableExtensions(await this.#parts.templates.binaries(major, 'project'));
  }

  build(major: PostgresMajor): Build {
    const installation = this.#parts.templates.installation(major);
    return installation === null
      ? { version: postgresVersion(major), installation: null }
      : { version: installation.version, installation: installation.folder };
  }

  useVaultKeys(keys: VaultKeys): void {
    this.#vaultKeys = keys;
  }

  useNetworkAccess(access: NetworkAccessOf): void {
    this.#networkAccess = access;
  }

  applyNetworkAccess(ref: string): Promise<void> {
    return this.#exclusively([ref], async () => {
      const { files } = this.#parts;
      const cluster = await files.get(ref);
      if (!(await findServer(cluster.place))) return;
      const access = (await this.#networkAccess(ref)) ?? OPEN_ACCESS;
      await files.writeHostAccess(cluster, await files.owner(cluster), hostAccess(access));
      const offersTls = await applyHostAccess(this.#addressOf(cluster), access);
      if (!access.requireTls || offersTls || this.#parts.certificate === null) return;
      await this.#stop(ref);
      await this.#start(ref, undefined, {});
    });
  }

  async address(ref: string): Promise<ClusterAddress> {
    return this.#addressOf(await this.#parts.files.get(ref));
  }

  onExit(listener: ExitListener): () => void {
    return this.#watches.listen(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#locks.idle();
    this.#watches.close();
    this.#fileWork.close();
    await this.#parts.templates.close();
  }

  /** A server that this driver has started or adopted and that serves. Asking takes no lock, which a full disk would refuse. */
  async #watched(ref: string): Promise<RunningCluster | null> {
    checkRef(ref);
    const cluster = await this.#parts.files.find(ref);
    const server = cluster && (await findServer(cluster.place));
    if (!cluster || !server || !this.#watches.isWatched(ref, server.pid)) return null;
    const { major, port } = cluster.record;
    const { pid, startedAt } = server;
    return { ref, major, pid, address: this.#addressOf(cluster), port, startedAt, adopted: true };
  }

  async #start(
    ref: string,
    settings: ClusterSettings | undefined,
    { patienceMs = START_PATIENCE_MS, contentOf }: StartOptions,
  ): Promise<RunningCluster> {
    const { certificate, files, listenAddress, log, templates } = this.#parts;
    const found = await files.get(ref);
    if (!(await exists(found.data)))
      throw new ClusterError('not_found', `The files of the database ${ref} are gone from ${found.data}.`);
    const cluster = (await findServer(found.place)) ? found : await files.withOwnUser(found);
    const { record } = cluster;
    const binaries = await templates.binaries(record.major, record.kind);
    const used = settings ?? record.settings ?? SMALL_SETTINGS;
    const launched = record.settings === undefined && record.kind !== 'platform' ? afterFlush(used) : used;
    let remembered = await rememberStart(cluster, settings, log);
    const owner = await files.owner(cluster);
    await putVaultKey(files, cluster, owner, this.#vaultKeys, contentOf, log);
    const address = this.#addressOf(cluster);
    const access = (record.kind === 'project' ? await this.#networkAccess(ref) : null) ?? OPEN_ACCESS;
    const shown =
      certificate !== null && record.kind === 'project' && record.port !== null
        ? await this.#certificateOf(cluster, owner, certificate)
        : null;
    const launch = (sockets: string) => {
      const place = {
        kind: record.kind,
        listenAddresses: record.port === null ? '' : listenAddress,
        port: address.port,
        socketFolder: sockets,
        hostAccess: cluster.files.hostAccess,
        certificate: shown,
        name: ref,
      };
      return {
        program: binaries.postgres,
        arguments: serverArguments(record.major, place, launched),
        log: cluster.files.log,
        owner,
        mostProcesses: cluster.place.uid === null ? null : mostProcesses(used),
        patienceMs,
      };
    };
    const server = await startServer(ref, address.port, cluster.place, launch, async () => {
      await removeBlockingFiles(cluster.data);
      await files.writeHostAccess(cluster, owner, hostAccess(access));
      await files.removeUnknownData(cluster).catch((error: unknown) => {
        log('warn', { ref, error }, 'Leftovers of an earlier command could not be cleared away.');
      });
    });
    // The process that changed the rules may have been killed before it told the server.
    if (server.adopted && record.kind === 'project') {
      const isNew = await files.writeHostAccess(cluster, owner, hostAccess(access));
      if (isNew || access.requireTls || access.allowedBlocks !== null) await applyHostAccess(address, access);
    }
    if (used.limits) await this.#limits.apply(ref, server.pid, used.limits);
    // One that runs already runs on the programs that started it, whatever these are now.
    if (!server.adopted && !isOfPrograms(record, binaries))
      remembered = await checkExtensions(cluster, remembered, address, binaries, log).catch(
        async (error: unknown) => {
          await stopServer(cluster.place, this.#parts.stopPatience);
          await this.#removeSockets(ref, record.port);
          throw error;
        },
      );
    await bringUpToDate({ ...cluster, record: remembered }, address, this.#parts.updates, log);
    await limitOwner(cluster, address, used, log);
    await this.#watches.watch(cluster, address, server.pid);
    const { pid, startedAt, adopted } = server;
    return { ref, major: record.major, pid, address, port: record.port, startedAt, adopted };
  }

  /** A full disk is no reason not to start: where there is no certificate yet, the server offers no TLS until its next start. */
  async #certificateOf(
    cluster: ClusterOnDisk,
    owner: Owner | null,
    make: (ref: string) => Promise<string>,
  ): Promise<string | null> {
    try {
      return await this.#parts.files.putCertificate(cluster, owner, make);
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      const { ref } = cluster.record;
      this.#parts.log(
        'warn',
        { ref, error },
        'The certificate of a database could not be kept: the disk is full.',
      );
      return null;
    }
  }

  async #stop(ref: string): Promise<void> {
    const cluster = await this.#parts.files.get(ref);
    this.#watches.unwatch(ref);
    const address = this.#addressOf(cluster);
    if (await findServer(cluster.place)) await endLogicalReplication(address);
    await stopServer(cluster.place, this.#parts.stopPatience);
    await this.#limits.release(ref);
    await this.#removeSockets(ref, cluster.record.port);
  }

  async #remove(ref: string): Promise<void> {
    const { files } = this.#parts;
    const cluster = await files.find(ref).catch(() => null); // a damaged record must not keep anybody from deleting
    this.#watches.unwatch(ref);
    await files.remove(ref);
    await this.#limits.release(ref);
    if (cluster) this.#meter.forget(cluster.files.folder);
    await this.#removeSockets(ref, cluster?.record.port ?? null);
  }

  async #removeSockets(ref: string, port: number | null): Promise<void> {
    const folder = socketFolder(this.root, ref, port);
    for (const each of [folder, unsealed(folder)]) await removeSocketFolder(each);
  }

  /** A scratch cluster whose data another cluster has taken over. */
  async #removeEmptied(scratch: string, by: string): Promise<void> {
    const cluster = await this.#parts.files.find(scratch);
    if (cluster?.record.movedTo?.ref === by && !(await exists(cluster.data))) await this.#remove(scratch);
  }

  #addressOf({ record }: ClusterOnDisk): ClusterAddress {
    const host = socketFolder(this.root, record.ref, record.port);
    return { host, port: socketPort(record.port), user: SUPERUSER, database: 'postgres' };
  }

  /** One command per cluster at a time, over all processes that share the root. */
  #exclusively<T>(refs: string[], task: () => Promise<T>): Promise<T> {
    return this.#guarded(() => {
      for (const ref of refs) checkRef(ref);
      return this.#locks.run(refs, task);
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

/**
 * What has never been started was flushed to disk when it was put in its place. Before it recovers, a server would flush it again, file
 * by file, which takes seconds on a disk that is slow to say that it is done; one call for the file system finds little left to do.
 */
function afterFlush(settings: ClusterSettings): ClusterSettings {
  if (process.platform !== 'linux') return settings;
  return { ...settings, parameters: { recovery_init_sync_method: 'syncfs', ...settings.parameters } };
}
