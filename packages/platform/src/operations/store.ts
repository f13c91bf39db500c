import { randomUUID } from 'node:crypto';
import type { OperationKind, ProjectStatus, StepProgress, Transition } from '@basalt/contract';
import { sql } from 'kysely';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { OperationRow, OperationStepRow, ProjectRow } from '../kernel/schema.ts';
import { isActive, transitionOf } from '../projects/transitions.ts';
import type { OperationDefinition } from './definition.ts';

/** Writes down an operation that is about to run; the caller has set the project's status in the same transaction. */
export async function insertOperation(
  transaction: Transaction,
  { kind, steps }: Pick<OperationDefinition, 'kind' | 'steps'>,
  projectId: number,
  startedBy: string | null,
  input: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('operations')
    .values({ id, project_id: projectId, kind, started_by: startedBy, input: JSON.stringify(input) })
    .execute();
  await transaction
    .insertInto('operation_steps')
    .values(steps.map(({ name, title }, position) => ({ operation_id: id, position, name, title })))
    .execute();
  await recordChange(transaction, { operationId: id });
  return id;
}

export interface RunningOperation {
  operation: OperationRow;
  project: ProjectRow;
}

/** The operation with its project as it is now; null when the project is gone. */
export async function loadOperation(db: Database, id: string): Promise<RunningOperation | null> {
  const operation = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
  if (operation === undefined) return null;
  const project = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', operation.project_id)
    .executeTakeFirstOrThrow();
  return { operation, project };
}

/**
 * For writes that need not be on disk by themselves. The record that the engine writes after each step is, and with it all that
 * was written before; a crash before that makes the step run, and be marked, again. Saves waiting for the disk twice a step.
 */
const WITHOUT_WAITING = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;

export async function markStepRunning(db: Database, id: string, position: number): Promise<void> {
  await db
    .updateTable('operation_steps')
    // A step that runs again after a crash keeps its first start.
    .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
    .where('operation_id', '=', id)
    .where('position', '=', position)
    .where(WITHOUT_WAITING)
    .execute();
}

export async function markStepEnded(
  db: Database,
  id: string,
  position: number,
  state: 'done' | 'failed',
): Promise<void> {
  await db
    .updateTable('operation_steps')
    .set({ state, finished_at: sql<Date>`now()`, progress: null })
    .where('operation_id', '=', id)
    .where('position', '=', position)
    .where(WITHOUT_WAITING)
    .execute();
}

export async function writeProgress(
  db: Database,
  id: string,
  position: number,
  progress: StepProgress,
): Promise<void> {
  await db
    .updateTable('operation_steps')
    .set({ progress: JSON.stringify(progress) })
    .where('operation_id', '=', id)
    .where('position', '=', position)
    .where('state', '=', 'running')
    .execute();
}

/** Adds to what is known of an operation. */
export async function addResult(db: Database, id: string, result: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('operations')
    .set({ result: sql<string>`result || ${JSON.stringify(result)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

export async function isCancelRequested(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('cancel_requested')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.cancel_requested ?? false;
}

/**
 * The end of an operation and the project's new status, together.
 * @param undone whether all that a failed operation did was taken back
 */
export async function finishOperation(
  db: Database,
  id: string,
  failure: string | null,
  undone = false,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const operation = await transaction
      .updateTable('operations')
      .set({ state: failure === null ? 'done' : 'failed', reason: failure, finished_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst();
    if (operation === undefined) return;
    const transition = transitionOf(operation.kind);
    const failed = undone ? undoneStatus(transition, operation.cancel_requested) : transition?.failed;
    const status = failure === null ? transition?.done : failed;
    if (status === undefined || status === null) return;
    await transaction
      .updateTable('projects')
      // A project that is as it was before has nothing wrong with it; the operation keeps the reason.
      .set({ status, status_reason: status === transition?.failed ? failure : null, ...pausedSince(status) })
      .where('id', '=', operation.project_id)
      .execute();
  });
}

/** The window in which a paused project can be restored in the dashboard is counted from when it was paused. */
function pausedSince(status: ProjectStatus) {
  if (isActive(status)) return { paused_at: null };
  return status === 'INACTIVE' ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : {};
}

/** Where a project ends when all that a failed operation did was taken back. */
function undoneStatus(transition: Transition | null, isCancelled: boolean): ProjectStatus | undefined {
  const cancelled = isCancelled ? transition?.cancelled : undefined;
  return cancelled ?? transition?.undone ?? transition?.failed;
}

/** What is at work on a project, null when nothing is. */
export async function runningKind(db: Database, projectId: number): Promise<OperationKind | null> {
  const row = await db
    .selectFrom('operations')
    .select('kind')
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row?.kind ?? null;
}

export async function listRunning(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('operations').select('id').where('state', '=', 'running').execute();
  return rows.map((row) => row.id);
}

export async function listOperations(
  db: Database,
  projectId: number,
  limit: number,
): Promise<{ operation: OperationRow; steps: OperationStepRow[] }[]> {
  const operations = await db
    .selectFrom('operations')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
  if (operations.length === 0) return [];
  const steps = await db
    .selectFrom('operation_steps')
    .selectAll()
    .where(
      'operation_id',
      'in',
      operations.map((operation) => operation.id),
    )
    .orderBy('position')
    .execute();
  return operations.map((operation) => ({
    operation,
    steps: steps.filter((step) => step.operation_id === operation.id),
  }));
}
