import type { Role } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';

/** A project, its organization and what the caller is in it. */
export interface ProjectAccess {
  project: ProjectRow;
  organization: { slug: string; name: string };
  role: Role;
}

/**
 * Every reading of projects on behalf of somebody passes here. Removed ones are there for those only who ask for them. A role of
 * their own in a project goes before that in its organization; owners own every project.
 */
function accessibleProjects(db: Database, accountId: string, which: 'present' | 'removed' = 'present') {
  return db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.project_id', '=', 'projects.id')
        .onRef('project_members.account_id', '=', 'organization_members.account_id')
        .on('organization_members.role', '<>', 'Owner'),
    )
    .selectAll('projects')
    .select((eb) => [
      'organizations.slug as organization_slug',
      'organizations.name as organization_name',
      eb.fn.coalesce('project_members.role', 'organization_members.role').as('role'),
    ])
    .where('organization_members.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('organization_members.has_all_projects', '=', true),
        eb('project_members.role', 'is not', null),
      ]),
    )
    .where('projects.removed_at', which === 'removed' ? 'is not' : 'is', null);
}

type Row = ProjectRow & { organization_slug: string; organization_name: string; role: Role };

function toAccess({ organization_slug, organization_name, role, ...project }: Row): ProjectAccess {
  return { project, organization: { slug: organization_slug, name: organization_name }, role };
}

export async function listProjects(db: Database, accountId: string): Promise<ProjectAccess[]> {
  const rows = await accessibleProjects(db, accountId).orderBy('projects.created_at', 'desc').execute();
  return rows.map(toAccess);
}

/** @throws PlatformError `not_found` when there is no such project or the account is not a member of its organization. */
export async function getProject(db: Database, accountId: string, ref: string): Promise<ProjectAccess> {
  const row = await accessibleProjects(db, accountId).where('projects.ref', '=', ref).executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no project with the ref ${ref}.`);
  return toAccess(row);
}

/** Deleted projects whose data is still there, the last deleted first. */
export async function listRemovedProjects(db: Database, accountId: string): Promise<ProjectAccess[]> {
  const rows = await accessibleProjects(db, accountId, 'removed')
    .orderBy('projects.removed_at', 'desc')
    .execute();
  return rows.map(toAccess);
}

/** @throws PlatformError `not_found` when no deleted project of the account's organizations has this ref. */
export async function getRemovedProject(
  db: Database,
  accountId: string,
  ref: string,
): Promise<ProjectAccess> {
  const row = await accessibleProjects(db, accountId, 'removed')
    .where('projects.ref', '=', ref)
    .executeTakeFirst();
  if (row === undefined)
    throw new PlatformError('not_found', `There is no deleted project with the ref ${ref}.`);
  return toAccess(row);
}
