import type { ClusterAddress } from '@basalt/clusters';
import type { StepContext } from '../operations/definition.ts';
import { settingsOf } from '../project-cluster/settings-of.ts';

/** Every table may be locked at once. */
const LOCKS_PER_CONNECTION = '2048';

/**
 * Starts a copy of a project's database as the project's own server is, but so that nobody reaches it and nothing of it is archived.
 * @param ref of the cluster, which need not be the project's
 * @throws {ClusterError}
 */
export async function startApart(
  { clusters, project }: Pick<StepContext, 'clusters' | 'project'>,
  ref: string,
): Promise<ClusterAddress> {
  const settings = settingsOf(project);
  const parameters = {
    ...settings.parameters,
    listen_addresses: '',
    max_locks_per_transaction: LOCKS_PER_CONNECTION,
    archive_mode: 'off',
  };
  const { address } = await clusters.start(ref, { ...settings, parameters }, { contentOf: project.ref });
  return address;
}
