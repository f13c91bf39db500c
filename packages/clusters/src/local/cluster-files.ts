import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError, type NewCluster } from '../driver.ts';
import { chooseUid, ownerOf, runsAsRoot } from './access.ts';
import { type ClusterRecord, readRecord, writeRecord } from './cluster-record.ts';
import { chownTree, type Owner } from './copy-tree.ts';
import { type ClusterFolder, checkRef, clusterFolder } from './layout.ts';
import { killServer } from './running-server.ts';
import { scratchName } from './scratch-name.ts';

export interface ClusterOnDisk {
  record: ClusterRecord;
  files: ClusterFolder;
  /** The data directory. */
  data: string;
}

export interface NewFiles {
  /** Full version of the programs. */
  version: string;
  /** How many updates of a project database's content it has. */
  updates: number;
  /** A finished data directory, or a function that puts one at the path it is given. */
  source: string | ((target: string) => Promise<void>);
}

/** What clusters own on disk. Callers hold the cluster's lock when they change something. */
export class ClusterFiles {
  readonly #root: string;
  readonly #portBase: number;
  /** Users given to clusters that have no record yet. */
  readonly #reserved = new Set<number>();

  constructor(root: string, portBase: number) {
    this.#root = root;
    this.#portBase = portBase;
  }

  folder(ref: string): ClusterFolder {
    return clusterFolder(this.#root, ref);
  }

  /** @throws {ClusterError} not_found */
  async get(ref: string): Promise<ClusterOnDisk> {
    const cluster = await this.find(ref);
    if (cluster) return cluster;
    throw new ClusterError('not_found', `There is no database called ${ref} on this machine.`);
  }

  async find(ref: string): Promise<ClusterOnDisk | null> {
    const files = this.folder(ref);
    const record = await readRecord(files.record);
    return record && { record, files, data: files.data };
  }

  async list(): Promise<string[]> {
    const folder = join(this.#root, 'projects');
    const names = (await readdir(folder)).filter((name) => /^[a-z][a-z0-9-]{0,39}$/.test(name));
    const complete = await Promise.all(
      names.map(async (name) => ((await isThere(this.folder(name).record)) ? [name] : [])),
    );
    return complete.flat().sort();
  }

  /**
   * Makes a cluster's folder around a data directory. The record comes last: without it the cluster does not exist, and the
   * next attempt starts from nothing.
   */
  async create(cluster: NewCluster, { version, updates, source }: NewFiles): Promise<void> {
    checkRef(cluster.ref, cluster.kind);
    const existing = await this.find(cluster.ref);
    if (existing) return checkSame(existing.record, cluster);
    await this.remove(cluster.ref); // what a killed attempt left
    const files = this.folder(cluster.ref);
    const uid = runsAsRoot ? await this.#reserveUid(cluster) : null;
    const owner = ownerOf(uid);
    try {
      await makeFolder(files.folder, owner);
      if (typeof source === 'string') await rename(source, files.data);
      else await source(files.data);
      if (owner) await chownTree(files.data, owner);
      await chmod(files.data, 0o700);
      const { ref, kind, major, port } = cluster;
      await writeRecord(files.record, {
        ref,
        kind,
        major,
        version,
        port,
        uid,
        updates,
        createdAt: new Date().toISOString(),
      });
    } catch (error) {
      if (typeof source !== 'string') await this.remove(cluster.ref).catch(() => undefined);
      throw error;
    } finally {
      if (uid !== null) this.#reserved.delete(uid);
    }
  }

  /** Deletes the folder. Gone from its place at once, so that a kill in the middle leaves nothing half-deleted there. */
  async remove(ref: string): Promise<void> {
    const { folder, data } = this.folder(ref);
    if (!(await isThere(folder))) return;
    await killServer(data);
    const trash = join(this.#root, 'trash', `${ref}~${randomBytes(6).toString('hex')}`);
    await rename(folder, trash);
    await rm(trash, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Who runs the server. A data folder made by an ordinary user keeps its owner when root takes over. */
  async owner({ record, data }: ClusterOnDisk): Promise<Owner | null> {
    if (!runsAsRoot && record.uid !== null && record.uid !== process.getuid?.())
      throw new ClusterError(
        'home_unusable',
        `The database ${record.ref} was made by root and belongs to another user: start Basalt as root again.`,
      );
    if (!runsAsRoot) return null;
    const { uid, gid } = await stat(data);
    return record.uid === null ? { uid, gid } : ownerOf(record.uid);
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

  async #reserveUid(cluster: NewCluster): Promise<number> {
    const taken = new Set(this.#reserved);
    for (const ref of await this.list()) {
      const record = await readRecord(this.folder(ref).record).catch(() => null);
      if (record?.uid != null) taken.add(record.uid);
    }
    // From here to the reservation nothing waits, so two creations side by side cannot choose the same.
    for (const uid of this.#reserved) taken.add(uid);
    const uid = chooseUid(cluster, this.#portBase, taken);
    this.#reserved.add(uid);
    return uid;
  }
}

/** Ours, and passable for the cluster's user alone: it can neither replace the record nor the log. */
async function makeFolder(folder: string, owner: Owner | null): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (!owner) return;
  await chown(folder, 0, owner.gid);
  await chmod(folder, 0o710);
}

function checkSame(record: ClusterRecord, wanted: NewCluster): void {
  if (record.kind === wanted.kind && record.major === wanted.major && record.port === wanted.port) return;
  throw new ClusterError(
    'bad_request',
    `The database ${record.ref} exists already, with PostgreSQL ${record.major} and port ${record.port ?? 'none'}: remove it first.`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
