import { MERGE_RISKS, type MergeRisk } from '@basalt/contract';
import { readPolicy } from '../backups/schedule/backup-settings.ts';
import type { Database } from '../kernel/open-database.ts';
import type { BranchComparison } from './diff-branch.ts';

/** What somebody must accept before a merge. That a row may not fit is not among it: it is tried on a copy before. */
export async function mergeRisksOf(
  db: Database,
  { source, since, difference: { statements } }: Pick<BranchComparison, 'source' | 'since' | 'difference'>,
): Promise<MergeRisk[]> {
  const found = new Set<string>(statements.flatMap(({ risks }) => risks));
  if (statements.length > 0 && !(await readPolicy(db, source)).pitrEnabled) found.add('no_way_back');
  // What the project has got meanwhile the branch does not have, so it may be taken away again.
  if (statements.length > 0 && (since?.statements.length ?? 0) > 0) found.add('project_changed');
  return MERGE_RISKS.filter((risk) => found.has(risk));
}
