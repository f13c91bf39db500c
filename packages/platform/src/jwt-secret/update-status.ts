import type { JwtUpdateStatus } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import type { OperationRow } from '../kernel/schema.ts';

const STATUS: Record<OperationRow['state'], JwtUpdateStatus['status']> = {
  running: 'updating',
  done: 'updated',
  failed: 'failed',
};

/** How the newest change of the JWT secret stands: its operation tells. Null when there was none. */
export async function readUpdateStatus(db: Database, projectId: number): Promise<JwtUpdateStatus | null> {
  const { jwt_update: update } = await db
    .selectFrom('project_api_settings')
    .select('jwt_update')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (update === null) return null;
  const operation = await db
    .selectFrom('operations')
    .select(['state', 'reason'])
    .where('id', '=', update.operation_id)
    .executeTakeFirst();
  if (operation === undefined) return null;
  const steps = await db
    .selectFrom('operation_steps')
    .select('state')
    .where('operation_id', '=', update.operation_id)
    .execute();
  return {
    change_tracking_id: update.change_tracking_id,
    error: operation.reason,
    progress: progressOf(
      operation.state,
      steps.map(({ state }) => state),
    ),
    status: STATUS[operation.state],
  };
}

/** Percent of the steps that are done; everything only at the end. */
export function progressOf(state: OperationRow['state'], steps: readonly string[]): number {
  if (state === 'done') return 100;
  const done = steps.filter((step) => step === 'done').length;
  return Math.min(99, Math.round((100 * done) / Math.max(1, steps.length)));
}
