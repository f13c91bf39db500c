import type { TestProject } from 'vitest/node';
import { DEFAULT_POSTGRES_MAJOR } from '../packages/clusters/src/driver.ts';
import { startTestCluster } from '../packages/clusters/src/test-cluster.ts';

/** Starts the cluster that all files of a Vitest project share. @returns what ends it after the last of them */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startTestCluster(DEFAULT_POSTGRES_MAJOR, 'project');
  project.provide('testCluster', address);
  return stop;
}
