import type { ClusterDriver, PostgresMajor } from '@basalt/clusters';
import type { Branch, BranchMerge } from '@basalt/contract';
import { connectionOf } from '../database/connection.ts';
import type { Production } from '../git-connections/enable-branching.ts';
import { readJwtSecret } from '../jwt-secret/store.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { may } from '../projects/policy.ts';
import { type listMerges, partsIn } from './merge-store.ts';
import { countOf } from './parts/compare-parts.ts';
import { namesOf } from './parts/exchange-parts.ts';
import type { BranchAccess } from './store.ts';

/** What is not known is absent: clients take null for a mistake. */
export function presentBranch({ branch, project, parent }: BranchAccess): Branch {
  const { deletion_scheduled_at, pause_after_minutes } = branch;
  const { id, name, git_branch, persistent, with_data, masked, created_at, updated_at } = branch;
  return {
    id,
    name,
    project_ref: project.ref,
    parent_project_ref: parent.ref,
    is_default: false,
    ...(git_branch !== null && { git_branch }),
    persistent,
    status: progressOf(project.status),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    with_data,
    masked,
    ...(deletion_scheduled_at !== null && { deletion_scheduled_at: deletion_scheduled_at.toISOString() }),
    ...(pause_after_minutes !== null && { pause_after_minutes }),
    preview_project_status: project.status,
  };
}

/** The project itself, as the branch of its repository that it stands for. */
export function presentProduction({ connection, project }: Production): Branch {
  return {
    id: connection.production_branch_id,
    name: connection.production_branch,
    project_ref: project.ref,
    parent_project_ref: project.ref,
    is_default: true,
    git_branch: connection.production_branch,
    persistent: true,
    status: 'FUNCTIONS_DEPLOYED',
    created_at: connection.created_at.toISOString(),
    updated_at: connection.updated_at.toISOString(),
    with_data: true,
    masked: false,
    preview_project_status: project.status,
  };
}

function progressOf(status: BranchAccess['project']['status']): Branch['status'] {
  if (status === 'COMING_UP') return 'CREATING_PROJECT';
  return status === 'INIT_FAILED' ? 'MIGRATIONS_FAILED' : 'FUNCTIONS_DEPLOYED';
}

/** How to reach a branch, with those of its secrets that the caller may read. */
export async function presentDetails(dependencies: Dependencies, access: BranchAccess) {
  const { db, secrets, clusters } = dependencies;
  const { project, role } = access;
  const { ref, status, postgres_engine, release_channel } = project;
  const { host, port, user, password } = await connectionOf(access, dependencies);
  return {
    ref,
    postgres_version: versionOf(clusters, postgres_engine),
    postgres_engine,
    release_channel,
    status,
    db_host: host,
    db_port: port,
    db_user: user,
    ...(password !== null && { db_pass: password }),
    ...(may('read_api_keys', role) && { jwt_secret: (await readJwtSecret(db, secrets, project.id)).secret }),
  };
}

function versionOf(clusters: ClusterDriver, engine: string): string {
  return clusters.build(Number(engine) as PostgresMajor).version;
}

export function presentMerge(
  secrets: SecretBox,
  row: Awaited<ReturnType<typeof listMerges>>[number],
): BranchMerge {
  const { operation_id: id, applied_at, started_at, finished_at, migration_version, ...others } = row;
  const { parts, parts_applied_at, parts_returned_at, ...rest } = others;
  const carried = partsIn({ parts }, secrets);
  return {
    id,
    ...rest,
    migration_version: applied_at === null ? null : migration_version,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    brought:
      parts_applied_at === null || countOf(carried) === 0
        ? null
        : { ...namesOf(carried), returned_at: parts_returned_at?.toISOString() ?? null },
  };
}
