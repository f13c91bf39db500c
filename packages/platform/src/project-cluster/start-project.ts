import { type ClusterDriver, ClusterError, type RunningCluster, type StartOptions } from '@basalt/clusters';
import type { ProjectRow } from '../kernel/schema.ts';
import { settingsOf } from './settings-of.ts';

type Startable = Pick<
  ProjectRow,
  'ref' | 'compute_size' | 'disk_size_gb' | 'postgres_config' | 'pooler_size'
>;

/**
 * Starts a project's cluster with its size and parameters, or adopts the one that runs. Should PostgreSQL not start with the
 * parameters that people have set, it starts without them: a wrong number must not take a database away from its users. They are
 * tried again at the next start.
 * @throws {ClusterError}
 */
export async function startProject(
  clusters: ClusterDriver,
  project: Startable,
  options: StartOptions = {},
): Promise<{ cluster: RunningCluster; ignoredConfig: boolean }> {
  try {
    return { cluster: await clusters.start(project.ref, settingsOf(project), options), ignoredConfig: false };
  } catch (error) {
    const hasConfig = Object.keys(project.postgres_config).length > 0;
    if (!(error instanceof ClusterError) || error.code !== 'start_failed' || !hasConfig) throw error;
    const plain = settingsOf({ ...project, postgres_config: {} });
    const cluster = await clusters.start(project.ref, plain, options).catch(() => {
      throw error;
    });
    return { cluster, ignoredConfig: true };
  }
}
