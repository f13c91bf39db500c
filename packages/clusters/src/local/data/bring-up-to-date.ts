import { withClient } from '@basalt/postgres';
import type { ClusterAddress, Log } from '../../driver.ts';
import type { Script } from '../templates/template-recipe.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { writeRecord } from './cluster-record.ts';

/**
 * Gives a running project database what later versions added to its content. A script runs as one transaction and may run
 * twice, so a kill between the database and the record does no harm. A failure is told and tried again at the next start:
 * the project is worth more than the addition.
 */
export async function bringUpToDate(
  cluster: ClusterOnDisk,
  address: ClusterAddress,
  updates: readonly Script[],
  log: Log,
): Promise<void> {
  const { record, files } = cluster;
  const done = record.updates ?? 0;
  if (record.kind !== 'project' || done >= updates.length) return;
  try {
    await withClient(address, async (client) => {
      for (const script of updates.slice(done)) await client.query(script.sql);
    });
    await writeRecord(files.record, { ...record, updates: updates.length });
  } catch (error) {
    log(
      'error',
      { ref: record.ref, error },
      'The content of a project database could not be brought up to date.',
    );
  }
}
