import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertMayRename } from './policy.ts';
import { getMembership, type Membership } from './store.ts';

export async function renameOrganization(
  db: Database,
  actor: Actor,
  slug: string,
  name: string,
): Promise<Membership> {
  const membership = await getMembership(db, actor.accountId, slug);
  assertMayRename(membership);
  await db.updateTable('organizations').set({ name }).where('id', '=', membership.organization.id).execute();
  return { ...membership, organization: { ...membership.organization, name } };
}
