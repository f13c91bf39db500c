import type { ClusterDriver } from '@basalt/clusters';

/** Whether a project's cluster runs. One with damaged files does not, and keeps nobody from seeing the others. */
export async function isRunning(clusters: ClusterDriver, ref: string): Promise<boolean> {
  return (await clusters.status(ref).catch(() => 'absent')) === 'running';
}
