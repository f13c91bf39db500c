import type { ClusterStats } from '@basalt/clusters';
import { endTemporaryFiles, withClient } from '@basalt/postgres';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { bytesToFree, usedBytes, writeDiskUse } from '../disk-use.ts';
import { readStats } from '../read-stats.ts';

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Ends the sessions of a running project whose temporary files fill its disk, the largest first, and writes down that it did: their
 * clients are told no reason. What one process may write is limited, but not how many there are.
 * @returns what is on the disk afterwards
 */
export async function makeRoom(
  { clusters, db, log }: Pick<Dependencies, 'db' | 'clusters' | 'log'>,
  { id, ref, disk_size_gb }: Pick<ProjectRow, 'id' | 'ref' | 'disk_size_gb'>,
  stats: ClusterStats,
): Promise<ClusterStats> {
  const bytes = bytesToFree(stats, disk_size_gb);
  if (bytes === 0 || stats.startedAt === null) return stats;
  const address = await clusters.address(ref);
  const ended = await withClient(address, (client) => endTemporaryFiles(client, bytes), {
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  if (ended.sessions === 0) return stats;
  const now = new Date();
  await db
    .updateTable('projects')
    .set({ temporary_files_ended_at: now, temporary_files_ended_bytes: Math.round(ended.bytes) })
    .where('id', '=', id)
    .execute();
  log('warn', { ref, ...ended }, 'sessions were ended because their temporary files filled the disk');
  const left = (await readStats(clusters, ref)) ?? stats;
  await writeDiskUse(db, id, now, usedBytes(left));
  return left;
}
