import type { ClusterDriver } from '@basalt/clusters';
import { findPrivilegeDifferences } from '@basalt/postgres';
import { PlatformError } from '../../kernel/platform-error.ts';

/**
 * Looks whether anybody in a restored database has rights that nobody may have, before it takes its place: somebody who had broken
 * out of the database at that moment would be back with it. Leaves the scratch cluster stopped.
 * @throws PlatformError `conflict`, which names the role and the right
 */
export async function checkPrivileges(clusters: ClusterDriver, scratch: string): Promise<void> {
  const { address, major } = await clusters.start(scratch);
  const [difference] = await findPrivilegeDifferences(address, major).finally(() => clusters.stop(scratch));
  if (difference === undefined) return;
  throw new PlatformError(
    'conflict',
    `What the backup holds was not put in place, because rights in it go too far. ${difference.message} Or choose an earlier moment.`,
  );
}
