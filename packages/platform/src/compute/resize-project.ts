import { type ComputeSize, MAX_DISK_GB, MIN_DISK_GB } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { isKept } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { smallestDiskGb, usedBytes } from './disk-use.ts';
import { assertFits } from './postgres-config/assert-fits.ts';
import { keepReadOnlyNow } from './read-only/keep-read-only.ts';
import { readStats } from './read-stats.ts';
import { assertIdle, whyUnavailable } from './resize-rules.ts';

export interface Resize {
  size?: ComputeSize | undefined;
  disk_size_gb?: number | undefined;
}

/**
 * Changes a project's compute size, its disk quota, or both. A new quota holds at once. A new size restarts a running project and
 * waits for the next start of a paused one.
 * @returns the operation's id, null when nothing restarts
 * @throws PlatformError `conflict` for a disk that is a volume in Kubernetes; `bad_request` when the machine cannot hold the size, or the data not go into the quota
 */
export async function resizeProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { size, disk_size_gb }: Resize,
): Promise<string | null> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'resize_project');
  const wanted = { size: size ?? project.compute_size, disk: disk_size_gb ?? project.disk_size_gb };
  await assertPossible(dependencies, project, wanted);
  const write = (transaction: Transaction, change: Partial<Pick<ProjectRow, 'compute_size'>> = {}) =>
    transaction
      .updateTable('projects')
      .set({ ...change, disk_size_gb: wanted.disk })
      .where('id', '=', project.id)
      .execute();

  let operationId: string | null = null;
  if (wanted.size !== project.compute_size && project.status !== 'INACTIVE') {
    operationId = await beginOperation(dependencies, project.id, 'resize', actor.email, {
      input: { size: wanted.size },
      prepare: async (transaction) => void (await write(transaction)),
    });
  } else {
    await dependencies.db.transaction().execute(async (transaction) => {
      if (wanted.size !== project.compute_size) await assertIdle(transaction, project.id, ['INACTIVE']);
      await write(transaction, { compute_size: wanted.size });
    });
  }
  if (disk_size_gb !== undefined && !isKept(project)) await keepReadOnlyNow(dependencies, project.id);
  return operationId;
}

async function assertPossible(
  { clusters }: Dependencies,
  project: ProjectRow,
  wanted: { size: ComputeSize; disk: number },
): Promise<void> {
  const { compute_size, disk_size_gb, postgres_config, ref } = project;
  if (wanted.disk < MIN_DISK_GB || wanted.disk > MAX_DISK_GB)
    throw new PlatformError('bad_request', `A disk has between ${MIN_DISK_GB} and ${MAX_DISK_GB} GB.`, {
      field: 'disk_size_gb',
    });
  if (isKept(project) && wanted.disk !== disk_size_gb)
    throw new PlatformError(
      'conflict',
      'The disk cannot be resized here: it is a volume in Kubernetes, and is made larger there.',
      { field: 'disk_size_gb' },
    );
  if (wanted.size !== compute_size) {
    const why = whyUnavailable(project, wanted.size, await clusters.capacity());
    if (why !== null) throw new PlatformError('bad_request', why, { field: 'size' });
  }
  assertFits(postgres_config, wanted.size, wanted.disk);
  if (wanted.disk >= disk_size_gb) return;
  const stats = await readStats(clusters, ref);
  const smallest = stats === null ? 1 : smallestDiskGb(usedBytes(stats));
  if (wanted.disk < smallest)
    throw new PlatformError(
      'bad_request',
      `The data needs a disk of ${smallest} GB or more: delete something first, or choose a larger one.`,
      { field: 'disk_size_gb' },
    );
}
