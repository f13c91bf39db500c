import { PlatformError } from '../../kernel/platform-error.ts';
import type { OperationDefinition, Step, StepContext } from '../../operations/definition.ts';
import { checkDatabase, setPassword, startCluster } from '../../project-cluster/cluster-steps.ts';
import { followMajor, isExchanged, restoreParts, retireDatabase, undoExchange } from './exchange-database.ts';

const retire: Step = {
  name: 'stop-present',
  title: 'Stop the present database',
  run: async (context) => {
    const { clusters, db, project, note } = context;
    if (await isExchanged(context)) return;
    const id = keptId(context);
    const kept = (await clusters.kept(project.ref)).find((each) => each.id === id);
    if (kept === undefined)
      throw new PlatformError('not_found', 'This kept database is not there any more. Nothing was changed.');
    // What replaced it wrote down until when it was in force.
    const replacement = await db
      .selectFrom('operations')
      .select('result')
      .where('id', '=', id)
      .executeTakeFirst();
    const leftAt = replacement?.result.left_at;
    await note({ settings_at: typeof leftAt === 'string' ? leftAt : kept.keptAt.toISOString() });
    await retireDatabase(context);
  },
};

const exchange: Step = {
  name: 'exchange',
  title: 'Put the former database back in its place',
  run: async (context) => {
    const { clusters, operation, project } = context;
    if (!(await isExchanged(context))) await clusters.putBack(project.ref, keptId(context), operation.id);
    await followMajor(context);
  },
};

/** The name under which the database is kept that comes back. */
function keptId({ operation }: StepContext): string {
  return String(operation.input.id);
}

/** Goes back to a kept database. The present one is kept in turn, under the operation's id. */
export const returnTo: OperationDefinition = {
  kind: 'return_to',
  steps: [retire, exchange, restoreParts, startCluster, setPassword, checkDatabase],
  undo: async (context) => {
    await undoExchange(context, keptId(context));
    await startCluster.run(context);
  },
};
