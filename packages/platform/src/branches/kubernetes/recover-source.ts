import type { PostgresMajor } from '@basalt/clusters';
import { shipNewest } from '../../backups/kubernetes/ship-newest.ts';
import { followMajor } from '../../backups/recovery/exchange-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Step, StepContext } from '../../operations/definition.ts';
import { settingsOf } from '../../project-cluster/settings-of.ts';
import { describeStatus } from '../../projects/project-status.ts';
import { isActive } from '../../projects/transitions.ts';
import { sourceOf } from '../copy-content.ts';
import { emptyDatabase } from '../remove-rows.ts';

/** The moment that the branch is made of: the present one, up to which the archive has everything. */
export const bringNewest: Step = {
  name: 'bring-newest',
  title: 'Bring the newest changes of the project to its archive',
  run: async (context) => {
    const { operation, note } = context;
    if (operation.result.at !== undefined) return;
    const { source } = await sourceOf(context);
    if (!isActive(source.status))
      throw new PlatformError('conflict', `The project cannot be copied: ${describeStatus(source.status)}.`);
    const at = new Date().toISOString();
    await shipNewest(context, source.ref);
    await note({ at, major: Number(source.postgres_engine) });
  },
};

/**
 * Makes the branch's server of the archive of its project, as large as the branch is, with the parameters of the project.
 * @param replaces as {@link KeptOrigin} has it
 */
export async function recoverSource(context: StepContext, replaces?: string): Promise<void> {
  const { clusters, operation, project } = context;
  const { source } = await sourceOf(context);
  const { ref, port } = project;
  const origin = {
    ref: source.ref,
    until: { at: new Date(String(operation.result.at)) },
    settings: settingsOf({ ...project, postgres_config: source.postgres_config }),
    ...(replaces === undefined ? {} : { replaces }),
  };
  const major = Number(operation.result.major) as PostgresMajor;
  await clusters.create({ ref, kind: 'project', major, port }, { origin });
  await followMajor(context);
}

/** Before anybody reaches the database by its API. */
export const leaveRows: Step = {
  name: 'leave-rows',
  title: 'Leave the rows out',
  run: async (context) => {
    const { withData } = await sourceOf(context);
    if (!withData) await emptyDatabase(await context.clusters.address(context.project.ref));
  },
};
