import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError, type ClusterKind, type NewCluster, PLATFORM_REF } from '../../driver.ts';
import { chownTree } from '../files/copy-tree.ts';
import { flushDisk } from '../files/disk.ts';
import { exists } from '../files/exists.ts';
import { type ClusterFolder, checkRef, clusterFolder, PARENTS, socketFolder } from '../files/layout.ts';
import { removeTree } from '../files/remove-tree.ts';
import { scratchName } from '../files/scratch-name.ts';
import { type Owner, ownerOf, runsAsRoot } from '../owners/access.ts';
import { clearLeftoversOf } from '../owners/processes-of-uid.ts';
import { reown } from '../owners/reown.ts';
import { killServer } from '../server/running-server.ts';
import { ownersInPool } from '../templates/pool.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import {
  type ClusterRecord,
  isDataFolderName,
  type RecordedOrigin,
  readRecord,
  writeRecord,
} from './cluster-record.ts';
import { type DataPlace, moveData } from './move-data.ts';
import type { UidRanges } from './uid-ranges.ts';

/** A new data directory: whose it is, and what it is a copy of where that is to be remembered. */
export interface MadeData {
  owner: Owner | null;
  origin?: RecordedOrigin;
}

/** Where a new cluster's data directory comes from. */
export type DataSource =
  /** Puts one at the path it is given. */
  | { make: (target: string) => Promise<MadeData> }
  /** A finished one to take over. */
  | { dataDirectory: string }
  | { scratch: ClusterOnDisk };

export interface NewFiles {
  /** Full version of the programs, and where they are if they are the machine's own. */
  version: string;
  installation?: string;
  /** How many updates of a project database's content it has. */
  updates: number;
  source: DataSource;
}

/** A name of its own tells a repeated creation that what lies there was taken over, and is the only copy. */
const TAKEN_OVER = 'data-taken-over';

/** What clusters own on disk. Callers hold the cluster's lock when they change something. */
export class ClusterFiles {
  readonly #root: string;
  readonly #uids: UidRanges | null;
  readonly #durable: boolean;

  /**
   * @param uids the users that are ours to give; null: everything runs as ourselves
   * @param durable false: what is taken over is not flushed to disk, for throw-away clusters
   */
  constructor(root: string, uids: UidRanges | null, durable: boolean) {
    this.#root = root;
    this.#uids = uids;
    this.#durable = durable;
  }

  /** A user under whom nothing has ever run; null: everything runs as ourselves. */
  async newOwner(): Promise<Owner | null> {
    return this.#uids && ownerOf(await this.#uids.take(() => this.#takenUids()));
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
      if (record) return this.#onDisk(record, files);
    }
    return null;
  }

  #onDisk(record: ClusterRecord, files: ClusterFolder): ClusterOnDisk {
    const data = join(files.folder, record.data);
    const sockets = socketFolder(this.#root, record.ref, record.port);
    return {
      record,
      files,
      data,
      place: { data, state: files.server, sockets, uid: this.#ownUid(record.uid) },
    };
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
  async create(cluster: NewCluster, { source, ...programs }: NewFiles): Promise<void> {
    const { ref, kind, major, port } = cluster;
    checkRef(ref, kind);
    const existing = await this.find(ref);
    if (existing) return checkSame(existing.record, cluster);
    const files = clusterFolder(this.#root, ref, kind);
    const data = 'make' in source ? 'data' : TAKEN_OVER;
    try {
      if (!(await isTakenOver(source, join(files.folder, data)))) await this.remove(ref);
      await makeFolder(files.folder);
      const made = await this.#fill({ ref, folder: files.folder, data }, source);
      const createdAt = new Date().toISOString();
      const known = { ref, kind, major, ...programs, port, createdAt, data };
      await writeRecord(files.record, { ...known, ...made });
    } catch (error) {
      if ('make' in source) await this.remove(ref).catch(() => undefined);
      throw error;
    }
  }

  /** Makes a data directory durable that has been moved here. */
  async settle(data: string): Promise<void> {
    if (this.#durable) await flushDisk(data);
  }

  /** @returns the uid of the data directory, and what it is a copy of */
  async #fill(to: DataPlace, source: DataSource): Promise<Pick<ClusterRecord, 'uid' | 'origin'>> {
    const target = join(to.folder, to.data);
    if ('make' in source) {
      const { owner, origin } = await source.make(target);
      return { uid: owner?.uid ?? null, ...(origin && { origin }) };
    }
    if ('scratch' in source) {
      await moveData(source.scratch, to);
      await this.settle(target);
      return { uid: source.scratch.record.uid };
    }
    if (!(await isTakenOver(source, target))) await rename(source.dataDirectory, target);
    const owner = await this.newOwner();
    // Nobody has worked under the new user yet, and nobody else could enter: nothing changes while we walk.
    if (owner) await chownTree(target, owner);
    await chmod(target, 0o700);
    await this.settle(target);
    return { uid: owner?.uid ?? null };
  }

  /** Ends all servers of a cluster and deletes its folder, whether it is complete or not. */
  async remove(ref: string): Promise<void> {
    const movedTo = (await this.find(ref).catch(() => null))?.record.movedTo; // a damaged record keeps nobody from deleting
    if (movedTo) await this.#removeUnclaimed(movedTo.ref, movedTo.data);
    for (const files of this.#folders(ref)) {
      if (!(await exists(files.folder))) continue;
      const names = await dataFolders(files.folder);
      const uids = await Promise.all(names.map((data) => this.#killServer(files, ref, data)));
      for (const data of names) await this.#trash(join(files.folder, data), ref);
      await this.#trash(files.folder, ref);
      for (const uid of uids) if (uid !== null) await clearLeftoversOf(uid);
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
    await this.#killServer(files, record.ref, name);
    await this.#trash(folder, record.ref);
  }

  /** The server of a data directory, known or not, and all else of its user. @returns who that was; null: ourselves */
  async #killServer(files: ClusterFolder, ref: string, name: string): Promise<number | null> {
    const data = join(files.folder, name);
    const uid = this.#ownUid((await lstat(data)).uid);
    await killServer({ data, state: files.server, sockets: socketFolder(this.#root, ref, null), uid });
    return uid;
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
    const { uid, gid } = await lstat(data);
    return { uid, gid };
  }

  /**
   * The cluster with a user of its own, if it is stopped and has none yet: earlier versions gave users that other installations
   * of the machine may have as well, and what an ordinary user made belongs to him.
   */
  async withOwnUser(cluster: ClusterOnDisk): Promise<ClusterOnDisk> {
    const { record, files, data } = cluster;
    const uids = this.#uids;
    if (!uids || this.#ownUid(record.uid) !== null) return cluster;
    const former = await this.owner(cluster);
    const owner = await this.newOwner();
    if (!former || !owner) return cluster;
    await reown(data, (uid) => uid === former.uid || uids.owns(uid), owner);
    await makeFolder(files.folder);
    const changed = { ...record, uid: owner.uid };
    await writeRecord(files.record, changed);
    return this.#onDisk(changed, files);
  }

  /** @returns whether it was changed */
  writeHostAccess({ files }: ClusterOnDisk, owner: Owner | null, text: string): Promise<boolean> {
    return writeForServer(files.hostAccess, owner, Buffer.from(text));
  }

  /**
   * The key and certificate of a cluster's server, made when it has none. It is the cluster's for good, whatever data it gets.
   * @returns the path
   */
  async putCertificate(
    { files, record }: ClusterOnDisk,
    owner: Owner | null,
    make: (ref: string) => Promise<string>,
  ): Promise<string> {
    const kept = await readFile(files.certificate).catch(() => null);
    await writeForServer(files.certificate, owner, kept ?? Buffer.from(await make(record.ref)));
    return files.certificate;
  }

  /** Without it the server can neither read nor write secrets of the vault. */
  async writeVaultKey({ files }: ClusterOnDisk, owner: Owner | null, key: Buffer): Promise<void> {
    await writeForServer(files.vaultKey, owner, key);
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
  async #trash(path: string, ref: string): Promise<void> {
    const trash = join(this.#root, 'trash', `${ref}~${randomBytes(6).toString('hex')}`);
    await rename(path, trash);
    await removeTree(trash);
  }

  /** Null: it is not ours alone. */
  #ownUid(uid: number | null): number | null {
    return uid !== null && this.#uids?.owns(uid) ? uid : null;
  }

  async #takenUids(): Promise<Set<number>> {
    const taken = new Set(await ownersInPool(join(this.#root, 'pool')));
    for (const ref of [PLATFORM_REF, ...(await this.list()), ...(await this.listScratch())]) {
      const record = (await this.find(ref).catch(() => null))?.record;
      for (const { uid } of record ? [record, ...(record.kept ?? [])] : []) if (uid !== null) taken.add(uid);
    }
    return taken;
  }
}

/** A file in a cluster's folder that only root and the server may read; the server cannot write it. @returns whether it was changed */
async function writeForServer(path: string, owner: Owner | null, content: Buffer): Promise<boolean> {
  const gid = owner?.gid ?? process.getgid?.();
  const isOpen = await lstat(path).then(
    (stats) => stats.gid === gid,
    () => false,
  );
  if (isOpen && content.equals(await readFile(path))) return false;
  const scratch = scratchName(path);
  await writeFile(scratch, content, { mode: 0o600 });
  if (owner) await chown(scratch, 0, owner.gid);
  if (owner) await chmod(scratch, 0o640);
  await rename(scratch, path);
  return true;
}

/** Did an earlier attempt, which was killed, move the data directory here already? */
async function isTakenOver(source: DataSource, target: string): Promise<boolean> {
  if ('make' in source) return false;
  const from = 'scratch' in source ? source.scratch.data : source.dataDirectory;
  return !(await exists(from)) && (await exists(target));
}

function knownData(record: ClusterRecord): Set<string> {
  return new Set([record, ...(record.kept ?? [])].map(({ data }) => data));
}

async function dataFolders(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isDataFolderName);
}

/**
 * Ours: no server can replace its record, its log or its data directory. Passable, because every data directory in it has a user
 * of its own, who alone can enter it.
 */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!runsAsRoot) return;
  await chown(folder, 0, 0);
  await chmod(folder, 0o711);
}

/** @throws {ClusterError} bad_request: an existing cluster is not what somebody wants to create */
export function checkSame(record: ClusterRecord, wanted: NewCluster): void {
  if (record.kind === wanted.kind && record.major === wanted.major && record.port === wanted.port) return;
  throw new ClusterError(
    'bad_request',
    `The database ${record.ref} exists already, with PostgreSQL ${record.major} and port ${record.port ?? 'none'}: remove it first.`,
  );
}
