import { type OperationKind, TRANSITIONS } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { assertMayStart } from '../projects/transitions.ts';
import { insertOperation } from './store.ts';

/**
 * Begins an operation on a project: checks the transition table and writes the new status and the operation in one
 * transaction, then starts the steps. Answers the operation's id; the steps run on.
 * @throws PlatformError `conflict` when the project's status does not allow it, `not_found` when it is gone
 */
export async function beginOperation(
  { db, operations }: Dependencies,
  projectId: number,
  kind: Exclude<OperationKind, 'create'>,
  startedBy: string | null,
): Promise<string> {
  const id = await db.transaction().execute(async (transaction) => {
    const project = await transaction
      .selectFrom('projects')
      .select('status')
      .where('id', '=', projectId)
      .forUpdate()
      .executeTakeFirst();
    if (project === undefined) throw new PlatformError('not_found', 'The project has just been deleted.');
    assertMayStart(kind, project.status);
    await transaction
      .updateTable('projects')
      .set({ status: TRANSITIONS[kind].during, status_reason: null })
      .where('id', '=', projectId)
      .execute();
    return insertOperation(transaction, projectId, kind, startedBy);
  });
  await operations.start(id);
  return id;
}
