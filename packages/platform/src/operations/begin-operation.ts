import { type OperationKind, TRANSITIONS } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { assertMayStart } from '../projects/transitions.ts';
import { insertOperation } from './store.ts';

/**
 * Begins an operation on a project: checks the transition table and writes the new status and the operation in one
 * transaction, then starts the steps. Answers the operation's id; the steps run on.
 * @throws PlatformError `conflict` when the project's status does not allow it
 */
export async function beginOperation(
  { db, operations }: Dependencies,
  projectId: number,
  kind: Exclude<OperationKind, 'create'>,
  startedBy: string | null,
): Promise<string> {
  const id = await db.transaction().execute(async (transaction) => {
    const { status } = await transaction
      .selectFrom('projects')
      .select('status')
      .where('id', '=', projectId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assertMayStart(kind, status);
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
