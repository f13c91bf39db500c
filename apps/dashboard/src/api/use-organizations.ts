import type { Organization } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

export function organizationsQuery() {
  return orpc.organizations.list.queryOptions();
}

/** Organizations the signed-in person belongs to. */
export function useOrganizations(options: { enabled?: boolean } = {}) {
  return useQuery({ ...organizationsQuery(), enabled: options.enabled ?? true });
}

/** The organization that an address names by its slug or by a former one; undefined: there is none. */
export function findOrganization(
  organizations: readonly Organization[] | undefined,
  slug: string | undefined,
): Organization | undefined {
  if (slug === undefined) return undefined;
  return (
    organizations?.find((one) => one.slug === slug) ??
    organizations?.find((one) => one.former_slugs.includes(slug))
  );
}
