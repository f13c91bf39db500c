import type { Database } from '../kernel/open-database.ts';
import type { OrganizationRow } from '../kernel/schema.ts';

/** The organization that a project belongs to. */
export function organizationOf(db: Database, organizationId: number): Promise<OrganizationRow> {
  return db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
}
