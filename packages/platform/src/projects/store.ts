import type { Role } from '@basalt/contract';
import { atMost } from '../access/permissions.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Asker } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { IS_CLOSED, IS_OPEN, secondFactorMissing } from '../organizations/second-factor.ts';

/** A project, its organization and what the caller is in it. */
export interface ProjectAccess {
  project: ProjectRow;
  organization: { slug: string; name: string };
  role: Role;
  /** The project that it is a branch of; null: it is none. */
  parent: { ref: string; name: string } | null;
  hasBranches: boolean;
}

/**
 * Every reading of projects on behalf of somebody passes here. Removed ones are there for those only who ask for them. A role of
 * their own in a project goes before that in its organization, in its branches too; owners own every project.
 */
function accessibleProjects(
  db: Database,
  { accountId, credential: { limit } }: Asker,
  which: 'present' | 'removed' = 'present',
) {
  return db
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .leftJoin('branches', 'branches.project_id', 'projects.id')
    .leftJoin('projects as parents', 'parents.id', 'branches.parent_id')
    .leftJoin('project_members', (join) =>
      join
        .on((eb) => eb('project_members.project_id', '=', eb.fn.coalesce('parents.id', 'projects.id')))
        .onRef('project_members.account_id', '=', 'organization_members.account_id')
        .on('organization_members.role', '<>', 'Owner'),
    )
    .selectAll('projects')
    .select((eb) => [
      'organizations.slug as organization_slug',
      'organizations.name as organization_name',
      IS_CLOSED.as('is_closed'),
      'parents.ref as parent_ref',
      'parents.name as parent_name',
      eb
        .exists(
          eb
            .selectFrom('branches as own')
            .select('own.id')
            .whereRef('own.parent_id', '=', 'projects.id')
            .where('own.removed_at', 'is', null),
        )
        .as('has_branches'),
      eb.fn.coalesce('project_members.role', 'organization_members.role').as('role'),
    ])
    .where('organization_members.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('organization_members.has_all_projects', '=', true),
        eb('project_members.role', 'is not', null),
      ]),
    )
    .$if(limit?.projectId != null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('projects.id', '=', limit?.projectId ?? 0),
          eb('branches.parent_id', '=', limit?.projectId ?? 0),
        ]),
      ),
    )
    .where('projects.removed_at', which === 'removed' ? 'is not' : 'is', null);
}

type Row = ProjectRow & {
  organization_slug: string;
  organization_name: string;
  role: Role;
  parent_ref: string | null;
  parent_name: string | null;
  has_branches: unknown;
  is_closed: boolean;
};

/** @throws PlatformError `forbidden` when the caller lacks the second factor that the organization requires */
function toAccess(row: Row, { credential: { limit } }: Asker): ProjectAccess {
  const {
    organization_slug,
    organization_name,
    role,
    parent_ref,
    parent_name,
    has_branches,
    is_closed,
    ...project
  } = row;
  if (is_closed) throw secondFactorMissing(organization_name);
  const parent = parent_ref === null || parent_name === null ? null : { ref: parent_ref, name: parent_name };
  return {
    project,
    organization: { slug: organization_slug, name: organization_name },
    role: atMost(role, limit?.role ?? null),
    parent,
    hasBranches: has_branches === true,
  };
}

/** The newest first. Without branches unless they are asked for: they are found by the project that they are of. */
export async function listProjects(
  db: Database,
  asker: Asker,
  { withBranches = false }: { withBranches?: boolean } = {},
): Promise<ProjectAccess[]> {
  const rows = await accessibleProjects(db, asker)
    .where(IS_OPEN)
    .$if(!withBranches, (query) => query.where('branches.id', 'is', null))
    .orderBy('projects.created_at', 'desc')
    .execute();
  return rows.map((row) => toAccess(row, asker));
}

/**
 * @throws PlatformError `not_found` when there is no such project or the account is not a member of its organization; `forbidden`
 *   when it lacks the second factor that the organization requires
 */
export async function getProject(db: Database, asker: Asker, ref: string): Promise<ProjectAccess> {
  const row = await accessibleProjects(db, asker).where('projects.ref', '=', ref).executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no project with the ref ${ref}.`);
  return toAccess(row, asker);
}

/** The branches of a project that the account reaches, by name. */
export async function listBranchProjects(
  db: Database,
  asker: Asker,
  parentId: number,
): Promise<ProjectAccess[]> {
  const rows = await accessibleProjects(db, asker)
    .where(IS_OPEN)
    .where('branches.parent_id', '=', parentId)
    .orderBy('branches.name')
    .execute();
  return rows.map((row) => toAccess(row, asker));
}

/** Deleted projects whose data is still there, the last deleted first. Of branches nothing is kept. */
export async function listRemovedProjects(db: Database, asker: Asker): Promise<ProjectAccess[]> {
  const rows = await accessibleProjects(db, asker, 'removed')
    .where(IS_OPEN)
    .where('branches.id', 'is', null)
    .orderBy('projects.removed_at', 'desc')
    .execute();
  return rows.map((row) => toAccess(row, asker));
}

/** @throws PlatformError `not_found` when no deleted project of the account's organizations has this ref. */
export async function getRemovedProject(db: Database, asker: Asker, ref: string): Promise<ProjectAccess> {
  const row = await accessibleProjects(db, asker, 'removed')
    .where('projects.ref', '=', ref)
    .executeTakeFirst();
  if (row === undefined)
    throw new PlatformError('not_found', `There is no deleted project with the ref ${ref}.`);
  return toAccess(row, asker);
}
