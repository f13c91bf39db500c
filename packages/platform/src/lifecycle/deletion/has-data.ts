import type { ClusterDriver } from '@basalt/clusters';

/** Whether a project's database is still there and can be started. */
export async function hasData(clusters: ClusterDriver, ref: string): Promise<boolean> {
  return (await clusters.status(ref).catch(() => 'absent')) !== 'absent';
}
