import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { addResult } from '../../operations/store.ts';
import type { BackupReason } from './schedule.ts';

/**
 * Begins to take a backup; its row is there from the beginning. Answers the operation's id.
 * @throws PlatformError `conflict`
 */
export function beginBackUp(
  dependencies: Dependencies,
  project: Pick<ProjectRow, 'id' | 'postgres_engine'>,
  reason: BackupReason,
  startedBy: string | null,
): Promise<string> {
  return beginOperation(dependencies, project.id, 'back_up', startedBy, {
    input: { reason },
    prepare: async (transaction, operationId) => {
      const { id } = await transaction
        .insertInto('backups')
        .values({ project_id: project.id, reason, postgres_engine: project.postgres_engine })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addResult(transaction, operationId, { backup_id: id });
    },
  });
}
