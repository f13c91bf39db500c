import type { Dependencies } from '../../kernel/dependencies.ts';
import { writeDiskUse } from '../disk-sample.ts';
import { usedBytes } from '../disk-use.ts';
import { readStats } from '../read-stats.ts';
import { keepReadOnly } from './keep-read-only.ts';

/**
 * Brings a project's read-only mode in line with its disk without waiting for the next look. Its failure is told only: the next
 * look is never more than a minute away.
 */
export async function keepReadOnlyNow(
  machinery: Pick<Dependencies, 'db' | 'clusters' | 'log'>,
  projectId: number,
): Promise<void> {
  const { clusters, db, log } = machinery;
  const project = await db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst();
  if (project === undefined) return;
  try {
    const stats = await readStats(clusters, project.ref);
    if (stats === null) return;
    // For the warnings, which would speak of a minute ago otherwise.
    await writeDiskUse(db, project.id, new Date(), usedBytes(stats));
    await keepReadOnly(machinery, project, stats);
  } catch (error) {
    log('warn', { ref: project.ref, err: error }, 'the read-only mode of a project could not be changed yet');
  }
}
