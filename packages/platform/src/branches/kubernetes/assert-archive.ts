import { findKeptSource } from '../../backups/kubernetes/kept-backups.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { askKeeper } from '../../projects/keeper-of.ts';

/** Branches of a project in Kubernetes are made of its archive. @throws PlatformError `conflict` while it has none, `unavailable` */
export async function assertArchive(
  dependencies: Pick<Dependencies, 'db' | 'keeper'>,
  source: ProjectRow,
): Promise<void> {
  const { schedule } = await askKeeper(dependencies, (keeper) => keeper.backups(source.ref));
  if (schedule === null)
    throw new PlatformError(
      'conflict',
      'Branches are made of the archive of a project, and this installation names no object store for projects in Kubernetes.',
    );
  await findKeptSource(dependencies, source, { at: new Date().toISOString() });
}
