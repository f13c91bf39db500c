import type { Plan } from '@basalt/contract';
import { useOrganizations } from './use-organizations.ts';

/** The plan of an organization; free while none is known. */
export function usePlan(slug: string): Plan {
  const { data } = useOrganizations();
  return data?.find((organization) => organization.slug === slug)?.plan.id ?? 'free';
}
