import { join } from 'node:path';
import { ClusterError, type KeptData } from '../../driver.ts';
import { diskUsage, isFullDisk } from '../files/disk.ts';
import { exists } from '../files/exists.ts';
import { findServer, killServer } from '../server/running-server.ts';
import type { ClusterFiles } from './cluster-files.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { type ClusterRecord, writeRecord } from './cluster-record.ts';
import { checkKeptName, discarded, findKept, folderAfter, keptIn, putBack, replaced } from './kept-data.ts';
import { moveData } from './move-data.ts';

// Exchanging the data directory of a cluster, a project's or the platform's own. The one write of the record is the switch: what comes before it is
// preparation and what comes after it is clean-up, and both may be repeated. Callers hold the locks of all clusters named.

/** The scratch cluster is left without data, for the caller to remove. Done before, it does nothing. */
export async function replaceData(
  files: ClusterFiles,
  ref: string,
  scratchRef: string,
  keepAs: string,
): Promise<void> {
  checkKeptName(keepAs);
  const cluster = await files.get(ref);
  checkReplaceable(cluster);
  const scratch = await files.find(scratchRef);
  if (scratch) checkScratch(scratch);
  if (findKept(cluster.record, keepAs)) {
    if (scratch && (await exists(scratch.data))) throw nameTaken(ref, keepAs);
    return;
  }
  if (!scratch) throw new ClusterError('not_found', `There is no scratch cluster called ${scratchRef}.`);
  await checkStopped(cluster);
  await checkStopped(scratch);
  const data = folderAfter(cluster.record, keepAs);
  const { folder, record } = cluster.files;
  await moveData(scratch, { ref, folder, data });
  await files.settle(join(folder, data));
  await writeRecord(record, replaced(cluster.record, { ...scratch.record, data }, keepAs, new Date()));
}

export async function putDataBack(
  files: ClusterFiles,
  ref: string,
  keptId: string,
  keepAs: string | null,
): Promise<void> {
  const cluster = await files.get(ref);
  const { record } = cluster;
  checkReplaceable(cluster);
  if (keepAs !== null) checkKeptName(keepAs);
  const kept = findKept(record, keptId);
  if (kept && !(await exists(join(cluster.files.folder, kept.data)))) throw nothingKept(ref, keptId);
  if (kept) {
    if (keepAs !== null && findKept(record, keepAs)) throw nameTaken(ref, keepAs);
    await checkStopped(cluster);
    const back = putBack(record, kept, keepAs, new Date());
    await write(cluster, back).catch(async (error: unknown) => {
      // On a full disk what nobody wants any more makes the space for the record that forgets it.
      if (keepAs !== null || !isFullDisk(error)) throw error;
      await files.removeData(cluster, record.data);
      await write(cluster, back);
    });
  } else if (record.putBack !== keptId) throw nothingKept(ref, keptId);
  await files.removeUnknownData(await files.get(ref));
}

/**
 * Deletes what is kept under a name. Nothing there is fine, and so is no cluster. The data goes before the record is written: on
 * a full disk that makes the space for it. Whoever is killed in between leaves a name without data, which counts as nothing.
 */
export async function discardData(files: ClusterFiles, ref: string, keptId: string): Promise<void> {
  const cluster = await files.find(ref);
  if (!cluster) return;
  const kept = findKept(cluster.record, keptId);
  if (kept) {
    await files.removeData(cluster, kept.data);
    await write(cluster, discarded(cluster.record, keptId));
  }
  await files.removeUnknownData(await files.get(ref));
}

/** Newest first. */
export async function listKept({ record, files }: ClusterOnDisk): Promise<KeptData[]> {
  const kept = keptIn(record).map(async ({ id, major, keptAt, data }) => {
    const folder = join(files.folder, data);
    if (!(await exists(folder))) return []; // its deletion was cut short
    const { diskBytes } = (await diskUsage(folder)) ?? { diskBytes: 0 };
    return [{ id, major, keptAt: new Date(keptAt), diskBytes }];
  });
  return (await Promise.all(kept)).flat().reverse();
}

/** Also ends what a killed server may have left behind, so that nobody writes while data moves. */
export async function checkStopped({ record, place }: ClusterOnDisk): Promise<void> {
  if (await findServer(place))
    throw new ClusterError('bad_request', `The database ${record.ref} is running: stop it first.`);
  await killServer(place);
}

export function checkScratch({ record }: ClusterOnDisk): void {
  if (record.kind === 'scratch') return;
  throw new ClusterError(
    'bad_request',
    `${record.ref} is not a scratch cluster: only the database of a scratch cluster can be taken over.`,
  );
}

function checkReplaceable({ record }: ClusterOnDisk): void {
  if (record.kind !== 'scratch') return;
  throw new ClusterError(
    'bad_request',
    `${record.ref} is not the cluster of a project: only the database of a project can be replaced.`,
  );
}

function write({ files }: ClusterOnDisk, record: ClusterRecord): Promise<void> {
  return writeRecord(files.record, record);
}

function nothingKept(ref: string, id: string): ClusterError {
  return new ClusterError('not_found', `Nothing is kept of the database ${ref} under the name "${id}".`);
}

function nameTaken(ref: string, id: string): ClusterError {
  return new ClusterError(
    'bad_request',
    `A database of ${ref} is kept under the name "${id}" already: choose another name, or discard that one.`,
  );
}
