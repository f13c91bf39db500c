import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/profile-query.ts';
import { useOrganizations } from '../api/use-organizations.ts';
import { projectQuery } from '../api/use-project.ts';
import { usePlace } from './use-place.ts';

/** The project and organization of the current address, as far as they are known yet. */
export function useCurrentNames() {
  const { projectRef, organizationSlug } = usePlace();
  const profile = useQuery({ ...profileQuery, enabled: false });
  const isKnown = profile.data !== undefined;
  const found = useQuery({ ...projectQuery(projectRef ?? ''), enabled: isKnown && projectRef !== null });
  const project = projectRef === null ? undefined : found.data;
  const slug = projectRef === null ? organizationSlug : (project?.organization_slug ?? null);
  const organizations = useOrganizations({ enabled: isKnown && slug !== null }).data;
  const organization = organizations?.find((one) => one.slug === slug);
  return { project, organization, isLoading: projectRef !== null && found.isPending };
}
