import type { Selectable } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import type { Schema } from '../kernel/schema.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { SomeParts } from './parts/parts.ts';

export type BranchMergeRow = Selectable<Schema['branch_merges']>;

/** Of an operation that is a merge or a push. */
export function readMerge(db: Database, operationId: string): Promise<BranchMergeRow> {
  return db
    .selectFrom('branch_merges')
    .selectAll()
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow();
}

export async function noteMerge(
  db: Database,
  operationId: string,
  found: Partial<
    Pick<BranchMergeRow, 'migration_version' | 'restore_point' | 'tried_ms' | 'applied_at' | 'remaining'>
  >,
): Promise<void> {
  await db.updateTable('branch_merges').set(found).where('operation_id', '=', operationId).execute();
}

/** What a merge or a push brings beside the schema. */
export function partsIn({ parts }: Pick<BranchMergeRow, 'parts'>, secrets: SecretBox): SomeParts {
  return parts === null ? { functions: [], secrets: [], settings: [] } : JSON.parse(secrets.open(parts));
}

/** Merges of a branch with how each operation went, the newest first. */
export function listMerges(db: Database, branchId: string) {
  return db
    .selectFrom('branch_merges')
    .innerJoin('operations', 'operations.id', 'branch_merges.operation_id')
    .select([
      'operation_id',
      'state',
      'reason',
      'operations.started_by',
      'started_at',
      'finished_at',
      'migration_version',
      'restore_point',
      'tried_ms',
      'applied_at',
      'remaining',
      'parts',
      'parts_applied_at',
      'parts_returned_at',
    ])
    .where('branch_merges.branch_id', '=', branchId)
    .where('direction', '=', 'merge')
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute();
}
