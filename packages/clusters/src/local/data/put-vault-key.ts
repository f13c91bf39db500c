import type { Log, VaultKeys } from '../../driver.ts';
import type { Owner } from '../owners/access.ts';
import type { ClusterFiles } from './cluster-files.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';

/**
 * Puts the key of a project's vault where its server reads it. Looked at on every start: files get lost, and a restored or
 * upgraded database has another user. Its failure is told only: the project is worth more than its vault.
 * @param contentOf the project whose content a scratch cluster has
 */
export async function putVaultKey(
  files: ClusterFiles,
  cluster: ClusterOnDisk,
  owner: Owner | null,
  keys: VaultKeys,
  contentOf: string | undefined,
  log: Log,
): Promise<void> {
  const { kind, ref } = cluster.record;
  const project = contentOf ?? (kind === 'project' ? ref : null);
  if (project === null) return;
  try {
    const key = await keys(project);
    if (key !== null) await files.writeVaultKey(cluster, owner, key);
  } catch (error) {
    log('error', { ref, error }, 'The key of a vault could not be put beside its database.');
  }
}
