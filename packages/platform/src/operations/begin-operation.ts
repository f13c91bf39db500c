import type { OperationKind } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { alreadyRunning, assertMayStart, transitionOf } from '../projects/transitions.ts';
import { insertOperation, runningKind } from './store.ts';

/**
 * Begins an operation on a project: checks the transition table and writes the new status and the operation in one
 * transaction, then starts the steps. Answers the operation's id; the steps run on.
 * @param prepare writes down what the operation needs to know, in the same transaction
 * @throws PlatformError `conflict` when the project's status does not allow it or another operation runs, `not_found` when it is gone
 */
export async function beginOperation(
  { db, operations }: Dependencies,
  projectId: number,
  kind: Exclude<OperationKind, 'create'>,
  startedBy: string | null,
  prepare?: (transaction: Transaction, operationId: string) => Promise<void>,
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
    const running = await runningKind(transaction, projectId);
    if (running !== null) throw alreadyRunning(running);
    const transition = transitionOf(kind);
    if (transition !== null)
      await transaction
        .updateTable('projects')
        .set({ status: transition.during, status_reason: null })
        .where('id', '=', projectId)
        .execute();
    const operationId = await insertOperation(transaction, projectId, kind, startedBy);
    await prepare?.(transaction, operationId);
    return operationId;
  });
  await operations.start(id);
  return id;
}
