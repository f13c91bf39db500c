import { type AiOptInLevel, aiOptInLevel } from '@basalt/contract';
import { useOrganizations } from '../api/use-organizations.ts';
import { useProject } from '../api/use-project.ts';

/** What the organization of a project lets a model be told; null until it is known. */
export function useOptInLevel(projectRef: string): AiOptInLevel | null {
  const slug = useProject(projectRef).data?.organization_slug;
  const organization = useOrganizations().data?.find((one) => one.slug === slug);
  return organization === undefined ? null : aiOptInLevel(organization);
}
