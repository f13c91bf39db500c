import type { ClusterDriver, PostgresMajor } from '@basalt/clusters';
import type { Project } from '@basalt/contract';
import type { ProjectRow } from '../kernel/schema.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { isAttached } from './own-cluster.ts';
import { projectAbilitiesOf } from './policy.ts';
import { connectionsLevelOf, temporaryFilesEnded } from './project-limits.ts';
import { isReadOnly, isRunning } from './project-status.ts';
import type { ProjectAccess } from './store.ts';

/** The dashboard's form. */
export async function presentProject(
  { project, organization, role, parent, hasBranches }: ProjectAccess,
  { clusters, settings }: { clusters: ClusterDriver; settings: PlatformSettings },
): Promise<Project> {
  const offline = project.status === 'ACTIVE_HEALTHY' && !(await isRunning(clusters, project.ref));
  return {
    id: project.id,
    ref: project.ref,
    name: project.name,
    status: project.status,
    status_reason: project.status_reason,
    region: project.region,
    cloud_provider: 'LOCAL',
    organization_slug: organization.slug,
    organization_name: organization.name,
    dbVersion: `supabase-postgres-${project.postgres_engine}`,
    postgres_version: versionOf(clusters, project),
    postgres_installation: isAttached(project) ? null : buildOf(clusters, project).installation,
    is_attached: isAttached(project),
    kept_by: project.server_keeper,
    restUrl: `${settings.projectUrl(project.ref)}/rest/v1/`,
    postgrestStatus: offline ? 'OFFLINE' : 'ONLINE',
    is_readonly_mode_enabled: isReadOnly(project),
    connection_exhaustion: connectionsLevelOf(project),
    temporary_files_ended: temporaryFilesEnded(project),
    compute_size: project.compute_size,
    inserted_at: project.created_at.toISOString(),
    parent,
    has_branches: hasBranches,
    abilities: projectAbilitiesOf(role, project),
  };
}

/** What `POST /v1/projects` answers. */
export function presentCreatedProject({ project, organization }: ProjectAccess) {
  return {
    id: project.ref,
    ref: project.ref,
    organization_id: organization.slug,
    organization_slug: organization.slug,
    name: project.name,
    region: project.region,
    created_at: project.created_at.toISOString(),
    status: project.status,
  };
}

/** The management API's form. */
export function presentV1Project(
  access: ProjectAccess,
  { clusters, settings }: { clusters: ClusterDriver; settings: PlatformSettings },
) {
  const { postgres_engine, release_channel } = access.project;
  return {
    ...presentCreatedProject(access),
    database: {
      host: settings.databaseHost,
      version: versionOf(clusters, access.project),
      postgres_engine,
      release_channel,
    },
  };
}

/** Of the server that runs it. */
function versionOf(clusters: ClusterDriver, project: ProjectRow): string {
  return project.attached_version ?? buildOf(clusters, project).version;
}

function buildOf(clusters: ClusterDriver, { postgres_engine }: ProjectRow) {
  return clusters.build(Number(postgres_engine) as PostgresMajor);
}

export function presentProjectName({ id, ref, name }: ProjectRow) {
  return { id, ref, name };
}
