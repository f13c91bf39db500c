import type { ClusterDriver, PostgresMajor } from '@basalt/clusters';
import { findUpgradeBlockers, type UpgradeBlocker } from '@basalt/postgres';

/** What stands in the way of a project's upgrade, given the extensions of the newer build on this machine. */
export async function findBlockers(
  clusters: ClusterDriver,
  ref: string,
  target: PostgresMajor,
): Promise<UpgradeBlocker[]> {
  const extensions = await clusters.availableExtensions(target);
  return await findUpgradeBlockers(await clusters.address(ref), target, { extensions });
}
