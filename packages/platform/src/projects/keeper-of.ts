import { ClusterError, type ServerKeeper } from '@basalt/clusters';
import { PlatformError } from '../kernel/platform-error.ts';

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
