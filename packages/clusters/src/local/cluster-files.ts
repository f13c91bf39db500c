import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError, type ClusterKind, type NewCluster, PLATFORM_REF } from '../driver.ts';
import { chooseUid, ownerOf, runsAsRoot } from './access.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { type ClusterRecord, isDataFolderName, readRecord, writeRecord } from './cluster-record.ts';
import { chownTree, type Owner } from './copy-tree.ts';
import { exists } from './exists.ts';
import { flushDisk } from './flush-disk.ts';
import { type ClusterFolder, checkRef, clusterFolder, PARENTS } from './layout.ts';
import { type DataPlace, moveData } from './move-data.ts';
import { killServer } from './running-server.ts';
import { scratchName } from './scratch-name.ts';

/** Where a new cluster's data directory comes from. */
export type DataSource =
  /** Puts one at the path it is given. */
  | { make: (target: string) => Promise<void> }
  /** A finished one to take over. */
  | { dataDirectory: string }
  | { scratch: ClusterOnDisk };

export interface NewFiles {
  /** Full version of the programs. */
  version: string;
  /** How many updates of a project database's content it has. */
  updates: number;
  source: DataSource;
}

/** A name of its own tells a repeated creation that what lies there was taken over, and is the only copy. */
const TAKEN_OVER = 'data-taken-over';

/** What clusters own on disk. Callers hold the cluster's lock when they change something. */
export class ClusterFiles {
  readonly #root: string;
  readonly #portBase: number;
  readonly #durable: boolean;
  /** Users given to clusters that have no record yet. */
  readonly #reserved = new Set<number>();

  /** @param durable false: what is taken over is not flushed to disk, for throw-away clusters */
  constructor(root: string, portBase: number, durable: boolean) {
    this.#root = root;
    this.#portBase = portBase;
    this.#durable = durable;
  }

  /** @throws {ClusterError} not_found */
  async get(ref: string): Promise<ClusterOnDisk> {
    const cluster = await this.find(ref);
    if (cluster) return cluster;
    throw new ClusterError('not_found', `There is no database called ${ref} on this machine.`);
  }

  async find(ref: string): Promise<ClusterOnDisk | null> {
    for (const files of this.#folders(ref)) {
      const record = await readRecord(files.record);
      if (record) return { record, files, data: join(files.folder, record.data) };
    }
    return null;
  }

  /** The complete clusters of projects, sorted. */
  async list(): Promise<string[]> {
    const names = await this.#names('project');
    const complete = await Promise.all(
      names.map(async (name) => ((await exists(clusterFolder(this.#root, name).record)) ? [name] : [])),
    );
    return complete.flat();
  }

  /** Scratch clusters, sorted; half-made ones too, because nobody else would find them. */
  listScratch(): Promise<string[]> {
    return this.#names('scratch');
  }

  /**
   * Makes a cluster's folder around a data directory. The record comes last: without it the cluster does not exist, and the
   * next attempt starts from nothing, unless the data directory was taken over.
   */
  async create(cluster: NewCluster, { version, updates, source }: NewFiles): Promise<void> {
    const { ref, kind, major, port } = cluster;
    checkRef(ref, kind);
    const existing = await this.find(ref);
    if (existing) return checkSame(existing.record, cluster);
    const files = clusterFolder(this.#root, ref, kind);
    const uid = runsAsRoot ? await this.#reserveUid(cluster) : null;
    const owner = ownerOf(uid);
    const data = 'make' in source ? 'data' : TAKEN_OVER;
    try {
      if (!(await isTakenOver(source, join(files.folder, data)))) await this.remove(ref);
      await makeFolder(files.folder, owner);
      await fill({ ref, folder: files.folder, data }, source);
      await this.handOver(join(files.folder, data), owner, 'make' in source);
      const createdAt = new Date().toISOString();
      await writeRecord(files.record, { ref, kind, major, version, port, uid, updates, createdAt, data });
    } catch (error) {
      if ('make' in source) await this.remove(ref).catch(() => undefined);
      throw error;
    } finally {
      if (uid !== null) this.#reserved.delete(uid);
    }
  }

  /** Gives a data directory to the user of its server, and makes it durable unless it is already. */
  async handOver(data: string, owner: Owner | null, isDurable: boolean): Promise<void> {
    if (owner) await chownTree(data, owner);
    await chmod(data, 0o700);
    if (this.#durable && !isDurable) await flushDisk(data);
  }

  /** Ends all servers of a cluster and deletes its folder, whether it is complete or not. */
  async remove(ref: string): Promise<void> {
    const movedTo = (await this.find(ref).catch(() => null))?.record.movedTo; // a damaged record keeps nobody from deleting
    if (movedTo) await this.#removeUnclaimed(movedTo.ref, movedTo.data);
    for (const { folder } of this.#folders(ref)) {
      if (!(await exists(folder))) continue;
      for (const data of await dataFolders(folder)) await killServer(join(folder, data));
      await this.#trash(folder, ref);
    }
  }

  /**
   * Deletes the data directories that the record does not know (any more), except those that a scratch cluster's record says
   * are on their way: leftovers of commands that were killed.
   */
  async removeUnknownData({ record, files }: ClusterOnDisk): Promise<void> {
    const known = knownData(record);
    const unknown = (await dataFolders(files.folder)).filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    for (const scratch of await this.listScratch()) {
      const { record: other } = (await this.find(scratch)) ?? {};
      if (other?.movedTo?.ref === record.ref) known.add(other.movedTo.data);
    }
    for (const name of unknown) {
      if (known.has(name)) continue;
      await this.removeData({ record, files }, name);
    }
  }

  /** Deletes one data directory of a cluster; none is fine. */
  async removeData({ record, files }: Pick<ClusterOnDisk, 'record' | 'files'>, name: string): Promise<void> {
    const folder = join(files.folder, name);
    if (!(await exists(folder))) return;
    await killServer(folder);
    await this.#trash(folder, record.ref);
  }

  /** Who runs the server. A data folder made by an ordinary user keeps its owner when root takes over. */
  async owner({ record, data }: ClusterOnDisk): Promise<Owner | null> {
    if (!runsAsRoot && record.uid !== null && record.uid !== process.getuid?.())
      throw new ClusterError(
        'home_unusable',
        `The database ${record.ref} was made by root and belongs to another user: start Basalt as root again.`,
      );
    if (!runsAsRoot) return null;
    if (record.uid !== null) return ownerOf(record.uid);
    const { uid, gid } = await stat(data);
    return { uid, gid };
  }

  /** Only root and the server may read the access rules; the server cannot write them. */
  async writeHostAccess({ files }: ClusterOnDisk, owner: Owner | null, text: string): Promise<void> {
    if ((await readFile(files.hostAccess, 'utf8').catch(() => null)) === text) return;
    const scratch = scratchName(files.hostAccess);
    await writeFile(scratch, text, { mode: 0o600 });
    if (owner) await chown(scratch, 0, owner.gid);
    if (owner) await chmod(scratch, 0o640);
    await rename(scratch, files.hostAccess);
  }

  /** What was on its way from a scratch cluster to another one that never came to know of it. */
  async #removeUnclaimed(ref: string, data: string): Promise<void> {
    for (const { folder, record: file } of this.#folders(ref)) {
      const record = await readRecord(file);
      if (!(record && knownData(record).has(data)) && (await exists(join(folder, data))))
        await this.#trash(join(folder, data), ref);
    }
  }

  #folders(ref: string): ClusterFolder[] {
    const kinds: ClusterKind[] = ref === PLATFORM_REF ? ['platform'] : ['project', 'scratch'];
    return kinds.map((kind) => clusterFolder(this.#root, ref, kind));
  }

  async #names(kind: keyof typeof PARENTS): Promise<string[]> {
    const names = await readdir(join(this.#root, PARENTS[kind]));
    return names.filter((name) => /^[a-z][a-z0-9-]{0,39}$/.test(name)).sort();
  }

  /** Gone from its place at once, so that a kill in the middle leaves nothing half-deleted there. */
  async #trash(folder: string, ref: string): Promise<void> {
    const trash = join(this.#root, 'trash', `${ref}~${randomBytes(6).toString('hex')}`);
    await rename(folder, trash);
    await rm(trash, { recursive: true, force: true, maxRetries: 3 });
  }

  async #reserveUid(cluster: NewCluster): Promise<number> {
    const taken = new Set(this.#reserved);
    for (const ref of [...(await this.list()), ...(await this.listScratch())]) {
      const uid = (await this.find(ref).catch(() => null))?.record.uid;
      if (uid != null) taken.add(uid);
    }
    // From here to the reservation nothing waits, so two creations side by side cannot choose the same.
    for (const uid of this.#reserved) taken.add(uid);
    const uid = chooseUid(cluster, this.#portBase, taken);
    this.#reserved.add(uid);
    return uid;
  }
}

/** Did an earlier attempt, which was killed, move the data directory here already? */
async function isTakenOver(source: DataSource, target: string): Promise<boolean> {
  if ('make' in source) return false;
  const from = 'scratch' in source ? source.scratch.data : source.dataDirectory;
  return !(await exists(from)) && (await exists(target));
}

async function fill(to: DataPlace, source: DataSource): Promise<void> {
  const target = join(to.folder, to.data);
  if ('make' in source) return source.make(target);
  if ('scratch' in source) return moveData(source.scratch, to);
  if (!(await isTakenOver(source, target))) await rename(source.dataDirectory, target);
}

function knownData(record: ClusterRecord): Set<string> {
  return new Set([record, ...(record.kept ?? [])].map(({ data }) => data));
}

async function dataFolders(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isDataFolderName);
}

/** Ours, and passable for the cluster's user alone: it can neither replace the record nor the log. */
async function makeFolder(folder: string, owner: Owner | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!owner) return;
  await chown(folder, 0, owner.gid);
  await chmod(folder, 0o710);
}

/** @throws {ClusterError} bad_request: an existing cluster is not what somebody wants to create */
export function checkSame(record: ClusterRecord, wanted: NewCluster): void {
  if (record.kind === wanted.kind && record.major === wanted.major && record.port === wanted.port) return;
  throw new ClusterError(
    'bad_request',
    `The database ${record.ref} exists already, with PostgreSQL ${record.major} and port ${record.port ?? 'none'}: remove it first.`,
  );
}
