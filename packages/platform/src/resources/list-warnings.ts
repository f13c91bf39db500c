import type { ResourceWarnings } from '@basalt/contract';
import { quotaBytes } from '../compute/disk-use.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { connectionsLevelOf, temporaryFilesEnded } from '../projects/project-limits.ts';
import { isReadOnly } from '../projects/project-status.ts';
import { listProjects } from '../projects/store.ts';
import { backupProblems } from './backup-problems.ts';
import { LOOK_BACK_MS, levelsOf } from './levels.ts';
import { hasRefusedMail } from './mail-refusals.ts';
import { listSamples } from './store.ts';

type Machinery = Pick<Dependencies, 'db' | 'clusters' | 'requestLog' | 'callProject'>;

const MB = 1_024 * 1_024;
const GONE: readonly ProjectRow['status'][] = ['REMOVED', 'GOING_DOWN'];

/** What is about to run out in each project that the caller can see. */
export async function listWarnings(machinery: Machinery, actor: Actor): Promise<ResourceWarnings[]> {
  const { db, clusters } = machinery;
  const accesses = await listProjects(db, actor);
  const projects = accesses.map(({ project }) => project).filter(({ status }) => !GONE.includes(status));
  const ids = projects.map(({ id }) => id);
  const now = new Date();
  const [samples, problems, machine] = await Promise.all([
    listSamples(db, ids, new Date(now.getTime() - LOOK_BACK_MS)),
    backupProblems(db, ids),
    clusters.capacity(),
  ]);
  return Promise.all(
    projects.map(async (project) => {
      const { memoryMb, ioMbPerSecond } = SIZES[project.compute_size];
      const capacity = {
        memoryBytes: memoryMb * MB,
        diskBytes: quotaBytes(project.disk_size_gb),
        ioBytesPerSecond: ioMbPerSecond * MB,
        machineFreeBytes: machine.diskFreeBytes,
      };
      const own = samples.filter(({ project_id }) => project_id === project.id);
      const refused = await hasRefusedMail(machinery, project.ref, now);
      return {
        project: project.ref,
        is_readonly_mode_enabled: isReadOnly(project, now),
        ...levelsOf(own, capacity, now),
        connection_exhaustion: connectionsLevelOf(project),
        temporary_files_ended: temporaryFilesEnded(project, now),
        auth_rate_limit_exhaustion: refused ? ('warning' as const) : null,
        backup_problem: problems.get(project.id) ?? null,
      };
    }),
  );
}
