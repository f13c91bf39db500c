import type { Operation } from '@basalt/contract';
import { routes } from '../kernel/router-base.ts';
import type { OperationRow, OperationStepRow } from '../kernel/schema.ts';
import { getProject } from '../projects/store.ts';
import { listOperations } from './store.ts';

export const operationRoutes = {
  list: routes.operations.list.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return (await listOperations(context.db, project.id, input.limit)).map(presentOperation);
  }),
};

function presentOperation({
  operation,
  steps,
}: {
  operation: OperationRow;
  steps: OperationStepRow[];
}): Operation {
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    reason: operation.reason,
    started_by: operation.started_by,
    started_at: operation.started_at.toISOString(),
    finished_at: operation.finished_at?.toISOString() ?? null,
    steps: steps.map((step) => ({
      name: step.name,
      title: step.title,
      state: step.state,
      started_at: step.started_at?.toISOString() ?? null,
      finished_at: step.finished_at?.toISOString() ?? null,
      progress: step.progress,
    })),
  };
}
