import type { Organization, Project, ProjectStatus } from '@basalt/contract';

export interface ProjectGroup<Shown extends Project = Project> {
  organization: Organization;
  projects: Shown[];
}

export interface ProjectFilter {
  /** Part of a name or ref, or of the organization's name; blank for all. */
  search?: string | undefined;
  status?: ProjectStatus | undefined;
}

/**
 * Projects under their organizations, both by name. While something is filtered, organizations without a match are left
 * out; an organization whose own name matches the search keeps all its projects.
 */
export function groupProjects<Shown extends Project>(
  organizations: readonly Organization[],
  projects: readonly Shown[],
  filter: ProjectFilter = {},
): ProjectGroup<Shown>[] {
  const search = (filter.search ?? '').trim().toLowerCase();
  const isFiltered = search !== '' || filter.status !== undefined;
  const groups = organizations.toSorted(byName).map((organization) => {
    const isNamed = organization.name.toLowerCase().includes(search);
    const members = projects
      .filter((project) => project.organization_slug === organization.slug)
      .filter((project) => filter.status === undefined || project.status === filter.status)
      .filter((project) => isNamed || matches(project, search))
      .toSorted(byName);
    const isShown = !isFiltered || members.length > 0 || (isNamed && filter.status === undefined);
    return isShown ? { organization, projects: members } : null;
  });
  return groups.filter((group) => group !== null);
}

function matches(project: Project, search: string): boolean {
  return project.name.toLowerCase().includes(search) || project.ref.includes(search);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}
