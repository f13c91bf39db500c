import type { ListedProject } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { presentProject } from '../projects/present.ts';
import { listProjects } from '../projects/store.ts';
import { readFigures } from './read-figures.ts';

/** The projects that the caller can see, the newest first, each with what a list of them tells. */
export async function listWithFigures(
  { db, clusters, settings }: Pick<Dependencies, 'db' | 'clusters' | 'settings'>,
  actor: Actor,
): Promise<ListedProject[]> {
  const accesses = await listProjects(db, actor);
  const ids = accesses.map(({ project }) => project.id);
  const figuresOf = await readFigures(db, ids, new Date());
  return Promise.all(
    accesses.map(async (access) => ({
      ...(await presentProject(access, { clusters, settings })),
      ...figuresOf(access.project.id),
      disk_size_gb: access.project.disk_size_gb,
    })),
  );
}
