import type { OperationKind } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { lockProject } from '../projects/lock-project.ts';
import { alreadyRunning, assertMayStart, assertPossible, transitionOf } from '../projects/transitions.ts';
import { runningKind } from './store.ts';

export interface BeginOptions {
  /** What was asked for; steps find it as `operation.input`. */
  input?: Record<string, unknown>;
  /** Writes down what else must be true when it begins, in the same transaction. */
  prepare?: (transaction: Transaction, operationId: string) => Promise<void>;
}

/**
 * Begins an operation on a project: checks the transition table and writes the new status and the operation in one
 * transaction, then starts the steps. Answers the operation's id; the steps run on. A backup that the platform takes by itself
 * makes way.
 * @throws PlatformError `conflict` when the project's status does not allow it or another operation runs, `not_found` when it is gone
 */
export async function beginOperation(
  dependencies: Pick<Dependencies, 'db' | 'operations'>,
  projectId: number,
  kind: Exclude<OperationKind, 'create'>,
  startedBy: string | null,
  options: BeginOptions = {},
): Promise<string> {
  const attempt = () => writeDown(dependencies, projectId, kind, startedBy, options);
  let begun = await attempt();
  if (
    begun.running === 'back_up' &&
    kind !== 'back_up' &&
    (await giveUpScheduledBackup(dependencies, projectId))
  )
    begun = await attempt();
  if (begun.running !== null) throw alreadyRunning(begun.running);
  await dependencies.operations.start(begun.id);
  return begun.id;
}

/** Nothing is written when another operation runs. */
function writeDown(
  { db, operations }: Pick<Dependencies, 'db' | 'operations'>,
  projectId: number,
  kind: Exclude<OperationKind, 'create'>,
  startedBy: string | null,
  { input = {}, prepare }: BeginOptions,
): Promise<{ id: string; running: null } | { running: OperationKind }> {
  return db.transaction().execute(async (transaction) => {
    const project = await lockProject(transaction, projectId);
    assertPossible(kind, project);
    assertMayStart(kind, project.status);
    const running = await runningKind(transaction, projectId);
    if (running !== null) return { running };
    const transition = transitionOf(kind);
    if (transition !== null)
      await transaction
        .updateTable('projects')
        .set({ status: transition.during, status_reason: null })
        .where('id', '=', projectId)
        .execute();
    const id = await operations.insert(transaction, projectId, kind, startedBy, input);
    await prepare?.(transaction, id);
    return { id, running: null };
  });
}

const PATIENCE_MS = 10_000;

/**
 * Gives up the backup that the platform is taking of a project by itself, because somebody wants to do something with the project.
 * It is due again afterwards. False: there is none, or it does not end soon; what somebody has asked for is not given up.
 */
export async function giveUpScheduledBackup(
  { db, operations }: Pick<Dependencies, 'db' | 'operations'>,
  projectId: number,
): Promise<boolean> {
  const backup = await db
    .updateTable('operations')
    .set({ cancel_requested: true })
    .where('project_id', '=', projectId)
    .where('kind', '=', 'back_up')
    .where('state', '=', 'running')
    .where('started_by', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return backup !== undefined && (await operations.settled(backup.id, PATIENCE_MS));
}
