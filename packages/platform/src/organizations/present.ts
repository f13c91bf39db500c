import type { Organization } from '@basalt/contract';
import type { OrganizationRow } from '../kernel/schema.ts';
import { organizationAbilitiesOf } from './policy.ts';
import type { Membership } from './store.ts';

export function presentOrganization({ organization, role, projectCount }: Membership): Organization {
  return {
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    plan: { id: organization.plan },
    role,
    project_count: projectCount,
    created_at: organization.created_at.toISOString(),
    abilities: organizationAbilitiesOf(role),
  };
}

/** The management API's form. Its `id` is the slug. */
export function presentV1Organization({ slug, name }: OrganizationRow): {
  id: string;
  slug: string;
  name: string;
} {
  return { id: slug, slug, name };
}
