import type { OrganizationProjects, ProjectStatus } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { getMembership } from '../organizations/store.ts';
import { listProjects, type ProjectAccess } from './store.ts';

interface Page {
  slug: string;
  offset: number;
  limit: number;
  search?: string | undefined;
  sort: 'name_asc' | 'name_desc' | 'created_asc' | 'created_desc';
  statuses?: string | undefined;
}

const ORDERS: Readonly<Record<Page['sort'], (one: ProjectAccess, other: ProjectAccess) => number>> = {
  name_asc: (one, other) => one.project.name.localeCompare(other.project.name),
  name_desc: (one, other) => other.project.name.localeCompare(one.project.name),
  created_asc: (one, other) => Number(one.project.created_at) - Number(other.project.created_at),
  created_desc: (one, other) => Number(other.project.created_at) - Number(one.project.created_at),
};

/** A page of those projects of an organization, and of their branches, that the caller may see. @throws PlatformError `not_found` */
export async function listOfOrganization(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { slug, offset, limit, search = '', sort, statuses }: Page,
): Promise<OrganizationProjects> {
  const { organization: own } = await getMembership(db, actor, slug);
  const part = search.toLowerCase();
  const wanted = statuses?.split(',').map((status) => status.trim());
  const found = (await listProjects(db, actor, { withBranches: true }))
    .filter(({ organization }) => organization.slug === own.slug)
    .filter(({ project: { name, ref } }) => ref.includes(part) || name.toLowerCase().includes(part))
    .filter(({ project }) => wanted?.includes(project.status) ?? true)
    .sort(ORDERS[sort]);
  return {
    projects: found.slice(offset, offset + limit).map(present),
    pagination: { count: found.length, limit, offset },
  };
}

/** What the database of a project in transition is doing; the management API knows fewer words for that. */
const DATABASE_STATUS: Partial<Record<ProjectStatus, ProjectStatus>> = {
  PAUSING: 'GOING_DOWN',
  UPGRADING: 'RESTARTING',
  RESTORE_FAILED: 'UNKNOWN',
  PAUSE_FAILED: 'UNKNOWN',
};

function present({ project, parent }: ProjectAccess): OrganizationProjects['projects'][number] {
  const { ref, name, region, status, compute_size, created_at } = project;
  const place = { region, cloud_provider: 'LOCAL' };
  const database = {
    ...place,
    infra_compute_size: compute_size,
    status: DATABASE_STATUS[status] ?? status,
    identifier: ref,
    type: 'PRIMARY' as const,
  };
  return {
    ref,
    name,
    ...place,
    is_branch: parent !== null,
    status,
    inserted_at: created_at.toISOString(),
    databases: status === 'INACTIVE' ? [] : [database],
  };
}
