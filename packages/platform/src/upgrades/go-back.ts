import { followMajor, isExchanged } from '../backups/exchange-database.ts';
import type { StepContext } from '../operations/definition.ts';
import { scratchOf } from '../operations/scratch-names.ts';
import { checkDatabase } from '../project-cluster/cluster-steps.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';

/** Goes back to the old cluster, from wherever an upgrade was. The data that was moved is deleted. */
export async function goBack(context: StepContext): Promise<void> {
  const { clusters, project, operation } = context;
  const { ref } = project;
  const scratch = scratchOf('upgrade', operation.id);
  // Until its port was closed nothing had happened to the old cluster.
  if (operation.result.shut_down !== true) return await clusters.remove(scratch);
  await clusters.stop(ref);
  if (await isExchanged(context)) await clusters.putBack(ref, operation.id, null);
  // Before the start: the copy may be what filled the disk.
  await clusters.remove(scratch);
  await followMajor(context);
  await clusters.start(ref, settingsOf(project));
  await checkDatabase.run(context);
}
