import type { PostgresEngine } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { isKept } from '../projects/own-cluster.ts';
import { findKeptSource, readV1KeptBackups } from './kubernetes/kept-backups.ts';
import { readV1Backups } from './overview.ts';
import { checkRecoveryRequest, type RecoveryRequest } from './recovery/recovery-request.ts';
import { beginBackUp } from './schedule/begin-back-up.ts';

/** Where the backups of a project are, and what is asked there. */
interface BackupPlace {
  /** All of them, in the management API's form. */
  readV1(dependencies: Dependencies, project: ProjectRow): ReturnType<typeof readV1Backups>;
  /** Begins to take one that somebody wants. Answers the operation's id. @throws PlatformError `conflict` */
  begin(dependencies: Dependencies, project: ProjectRow, startedBy: string): Promise<string>;
  /**
   * Refuses what cannot be restored before anything is touched. Answers the version that the restored database will probably have, and
   * what the operation that restores it is told.
   * @throws PlatformError `bad_request`, `not_found`, `conflict`, `unavailable`
   */
  findSource(
    dependencies: Dependencies,
    project: ProjectRow,
    request: RecoveryRequest,
  ): Promise<{ engine: PostgresEngine; input: Record<string, unknown> }>;
}

const OURS: BackupPlace = {
  readV1: readV1Backups,
  begin: (dependencies, project, startedBy) => beginBackUp(dependencies, project, 'manual', startedBy),
  findSource: async (dependencies, project, request) => ({
    engine: await checkRecoveryRequest(dependencies, project, request),
    input: { ...request },
  }),
};

/** What is in Kubernetes is remembered there. */
const IN_KUBERNETES: BackupPlace = {
  readV1: readV1KeptBackups,
  begin: (dependencies, project, startedBy) =>
    beginOperation(dependencies, project.id, 'back_up', startedBy, { input: { reason: 'manual' } }),
  findSource: async (dependencies, project, request) => {
    const source = await findKeptSource(dependencies, project, request);
    return { engine: source.engine, input: source };
  },
};

export function backupPlaceOf(project: ProjectRow): BackupPlace {
  return isKept(project) ? IN_KUBERNETES : OURS;
}
