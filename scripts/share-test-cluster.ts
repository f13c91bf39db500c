import type { TestProject } from 'vitest/node';
import { type ClusterKind, DEFAULT_POSTGRES_MAJOR } from '../packages/clusters/src/driver.ts';
import { startTestCluster, testClusterKey } from '../packages/clusters/src/test-cluster.ts';

/** Starts the cluster that all files of a Vitest project share. @returns what ends it after the last of them */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const major = DEFAULT_POSTGRES_MAJOR;
  const kind: ClusterKind = project.name === 'clusters-platform' ? 'platform' : 'project';
  const { address, stop } = await startTestCluster(major, kind);
  project.provide('testClusters', { [testClusterKey({ major, kind, name: '' })]: address });
  return stop;
}
