import { COMPUTE_SIZES, type ComputeSize, DEFAULT_COMPUTE_SIZE } from '@basalt/contract';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { checkDatabase, stopCluster } from '../project-cluster/cluster-steps.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';
import { startProject } from '../project-cluster/start-project.ts';

const rememberSize: Step = {
  name: 'remember-size',
  title: 'Remember the present size',
  run: async ({ project, operation, note }) => {
    // Run again, it must not take the new size for the former one.
    if (operation.result.former_size === undefined) await note({ former_size: project.compute_size });
  },
};

const startWithNewSize: Step = {
  name: 'start-with-new-size',
  title: 'Start PostgreSQL with the new size',
  run: async ({ clusters, project, operation }) => {
    const compute_size = sizeIn(operation.input.size);
    await clusters.start(project.ref, settingsOf({ ...project, compute_size }));
  },
};

const keepNewSize: Step = {
  name: 'keep-new-size',
  title: 'Keep the new size',
  run: (context) => writeSize(context, sizeIn(context.operation.input.size)),
};

/** To a new compute size. The project has its former one until PostgreSQL answers with the new one. */
export const resize: OperationDefinition = {
  kind: 'resize',
  steps: [rememberSize, stopCluster, startWithNewSize, checkDatabase, keepNewSize],
  undo: async (context) => {
    const { clusters, project, operation } = context;
    const former = operation.result.former_size;
    const compute_size = former === undefined ? project.compute_size : sizeIn(former);
    await writeSize(context, compute_size);
    await clusters.stop(project.ref);
    await startProject(clusters, { ...project, compute_size });
    await checkDatabase.run(context);
  },
};

async function writeSize({ db, project }: StepContext, compute_size: ComputeSize): Promise<void> {
  await db.updateTable('projects').set({ compute_size }).where('id', '=', project.id).execute();
}

/** Read from the operation's row: only sizes are ever written there. */
function sizeIn(value: unknown): ComputeSize {
  return COMPUTE_SIZES.find((size) => size === value) ?? DEFAULT_COMPUTE_SIZE;
}
