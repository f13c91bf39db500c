import { sql } from 'kysely';

/** The id of the organization with a slug, its present one or a former one; null: there is none. */
export const organizationCalled = (slug: string) => sql<number | null>`coalesce(
  (select called.id from organizations as called where called.slug = ${slug}),
  (select former.organization_id from organization_former_slugs as former where former.slug = ${slug}))`;
