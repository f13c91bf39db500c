import type { LifecycleKind, PostgresConfig, ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { type BeginOptions, beginOperation } from '../../operations/begin-operation.ts';
import type { OperationDefinition, Step, StepContext } from '../../operations/definition.ts';
import { checkDatabase, startCluster, stopCluster } from '../../project-cluster/cluster-steps.ts';
import { settingsOf } from '../../project-cluster/settings-of.ts';
import { startProject } from '../../project-cluster/start-project.ts';
import { permittedProject } from '../../projects/permitted-project.ts';

/** What a project can be told to do without saying more. */
export type SimpleChange = Extract<LifecycleKind, 'pause' | 'restart'>;

const ABILITY: Record<SimpleChange, ProjectAbility> = {
  pause: 'pause_project',
  restart: 'restart_project',
};

/** Pauses or restarts a project: checks who asks, then begins the operation. */
export async function changeProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  kind: SimpleChange,
  options: BeginOptions = {},
): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, ABILITY[kind]);
  await beginOperation(dependencies, project.id, kind, actor.email, options);
}

/** The database alone, or all services of the project with it. */
export type RestartScope = 'database' | 'project';

/**
 * Restarts a project. The services live in other processes, which learn from the project's row that they are restarted: they let
 * go of connections and of what they know of the schema. When the database alone restarts, they keep both and connect again.
 */
export async function restartProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  scope: RestartScope,
): Promise<void> {
  await changeProject(dependencies, actor, ref, 'restart', {
    input: { scope },
    prepare: async (transaction, services_restart) => {
      if (scope === 'database') return;
      await transaction
        .updateTable('projects')
        .set({ services_restart })
        .where('ref', '=', ref)
        .where('removed_at', 'is', null)
        .execute();
    },
  });
}

/**
 * A restart that applies new parameters has the former ones in its input: should PostgreSQL not start or not answer with the new
 * ones, it ends with the former. Any other restart starts as every start does.
 */
const startAsConfigured: Step = {
  ...startCluster,
  run: async (context) => {
    const { clusters, project } = context;
    if (formerConfigOf(context) === null) return startCluster.run(context);
    await clusters.start(project.ref, settingsOf(project));
  },
};

export const restart: OperationDefinition = {
  kind: 'restart',
  steps: [stopCluster, startAsConfigured, checkDatabase],
  undo: async (context) => {
    const { clusters, db, project } = context;
    const postgres_config = formerConfigOf(context);
    if (postgres_config === null) {
      await startCluster.run(context);
    } else {
      await db
        .updateTable('projects')
        .set({ postgres_config: JSON.stringify(postgres_config) })
        .where('id', '=', project.id)
        .execute();
      await clusters.stop(project.ref);
      await startProject(clusters, { ...project, postgres_config });
    }
    await checkDatabase.run(context);
  },
};

function formerConfigOf({ operation }: StepContext): PostgresConfig | null {
  return (operation.input.former_config as PostgresConfig | undefined) ?? null;
}
