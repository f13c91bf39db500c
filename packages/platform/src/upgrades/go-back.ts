import type { PostgresEngine } from '@basalt/contract';
import { settingsOf } from '../compute/settings-of.ts';
import { checkDatabase } from '../operations/cluster-steps.ts';
import type { StepContext } from '../operations/definition.ts';
import { upgradeScratch } from './upgrade-input.ts';

/** Goes back to the old cluster, from wherever an upgrade was. The data that was moved is deleted. */
export async function goBack(context: StepContext): Promise<void> {
  const { clusters, project, operation, db } = context;
  const { ref } = project;
  const scratch = upgradeScratch(operation.id);
  // Until its port was closed nothing had happened to the old cluster.
  if (operation.result.shut_down !== true) return await clusters.remove(scratch);
  await clusters.stop(ref);
  const kept = await clusters.kept(ref);
  if (kept.some(({ id }) => id === operation.id)) await clusters.putBack(ref, operation.id, null);
  const engine = String(await clusters.major(ref)) as PostgresEngine;
  await db.updateTable('projects').set({ postgres_engine: engine }).where('id', '=', project.id).execute();
  await clusters.start(ref, settingsOf(project));
  await checkDatabase.run(context);
  await clusters.remove(scratch);
}
