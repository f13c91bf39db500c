import { MERGE_RISKS, type MergeRisk } from '@basalt/contract';
import type { DifferenceStatement } from '@basalt/postgres';
import { readPolicy } from '../backups/schedule/backup-settings.ts';
import type { Database } from '../kernel/open-database.ts';
import type { ProjectRow } from '../kernel/schema.ts';

/** What somebody must accept before a merge. That a row may not fit is not among it: it is tried on a copy before. */
export async function mergeRisksOf(
  db: Database,
  source: ProjectRow,
  statements: readonly DifferenceStatement[],
): Promise<MergeRisk[]> {
  const found = new Set<string>(statements.flatMap(({ risks }) => risks));
  if (statements.length > 0 && !(await readPolicy(db, source)).pitrEnabled) found.add('no_way_back');
  return MERGE_RISKS.filter((risk) => found.has(risk));
}
