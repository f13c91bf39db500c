import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterError } from '../../driver.ts';
import { syncFolder } from '../files/atomic-file.ts';
import { exists } from '../files/exists.ts';
import { removeTree } from '../files/remove-tree.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { writeRecord } from './cluster-record.ts';

/** A place for a data directory in the folder of a cluster, under a name that no data directory of its record has. */
export interface DataPlace {
  ref: string;
  folder: string;
  data: string;
}

/**
 * Moves the data directory of a stopped scratch cluster to another cluster's folder; done before, it does nothing. The scratch
 * cluster's record says where to, so that a repeated command goes on and the removal of the scratch cluster finds the data.
 * @throws {ClusterError} not_found: it has none any more
 */
export async function moveData(scratch: ClusterOnDisk, to: DataPlace): Promise<void> {
  const { record, files } = scratch;
  const target = join(to.folder, to.data);
  if (await exists(scratch.data)) {
    await removeTree(target); // of an attempt with another scratch cluster
    await writeRecord(files.record, { ...record, movedTo: { ref: to.ref, data: to.data } });
    await rename(scratch.data, target);
    await syncFolder(files.folder);
    await syncFolder(to.folder);
    return;
  }
  const isThere = record.movedTo?.ref === to.ref && record.movedTo.data === to.data && (await exists(target));
  if (isThere) return;
  throw new ClusterError(
    'not_found',
    `The scratch cluster ${record.ref} has no database any more: make it again.`,
  );
}
