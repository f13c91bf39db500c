import { ClusterError, type KeptPooler, type ServerKeeper } from '@basalt/clusters';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { isKept } from './own-cluster.ts';

/** What keeps the servers of projects elsewhere. @throws PlatformError `conflict`: this installation was started without it */
export function keeperOf({ keeper }: { keeper: ServerKeeper | null }): ServerKeeper {
  if (keeper !== null) return keeper;
  throw new PlatformError(
    'conflict',
    'The server of this project is in Kubernetes, and this installation has no way there. Start it with BASALT_CLUSTERS=kubernetes.',
  );
}

/** What a keeper answers. @throws PlatformError `unavailable` with what it says, `conflict` */
export async function askKeeper<T>(
  dependencies: { keeper: ServerKeeper | null },
  ask: (keeper: ServerKeeper) => Promise<T>,
): Promise<T> {
  try {
    return await ask(keeperOf(dependencies));
  } catch (error) {
    if (error instanceof ClusterError)
      throw new PlatformError('unavailable', error.message, { cause: error });
    throw error;
  }
}

/** The pooler that is kept beside the server of a project; null: there is none. */
export function keptPoolerOf(
  { keeper }: { keeper: ServerKeeper | null },
  project: Pick<ProjectRow, 'ref' | 'server_keeper'>,
): KeptPooler | null {
  return isKept(project) ? (keeper?.pooler(project.ref) ?? null) : null;
}
