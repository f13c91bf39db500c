import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { changeProject } from './change-project.ts';

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
