import { MAX_FORMER_SLUGS } from '@basalt/contract';
import { sql } from 'kysely';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { organizationCalled } from '../kernel/organization-called.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertMayUpdate } from './policy.ts';
import { getMembership, lockMembership, type Membership } from './store.ts';

/** Any number that nothing else locks. */
const LOCK = 5_160_004;

/** What slugs that are made here look like, and the refs of projects. */
const MADE_HERE = /^[a-z]{20}$/;

/**
 * Calls an organization otherwise in addresses. Its former slugs lead to it, the last {@link MAX_FORMER_SLUGS} of them; it may go back to
 * each of these, and nobody else may take one.
 * @param fresh as the contract allows it
 * @throws PlatformError `not_found`, `forbidden`; `bad_request` for a slug that looks like one made here; `conflict` for a taken one
 */
export async function changeSlug(
  db: Database,
  actor: Actor,
  slug: string,
  fresh: string,
): Promise<Membership> {
  return await db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayUpdate(membership);
    const { id, slug: former } = membership.organization;
    if (fresh === former) return membership;
    // One after another: a slug is in one of two tables, and no index of one sees the other.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    await assertFree(transaction, fresh, id);
    await transaction.deleteFrom('organization_former_slugs').where('slug', '=', fresh).execute();
    await transaction.updateTable('organizations').set({ slug: fresh }).where('id', '=', id).execute();
    await transaction
      .insertInto('organization_former_slugs')
      .values({ slug: former, organization_id: id, left_at: sql<Date>`clock_timestamp()` })
      .execute();
    await transaction
      .deleteFrom('organization_former_slugs')
      .where('slug', 'in', (eb) =>
        eb
          .selectFrom('organization_former_slugs')
          .select('slug')
          .where('organization_id', '=', id)
          .orderBy('left_at', 'desc')
          .orderBy('slug')
          .offset(MAX_FORMER_SLUGS),
      )
      .execute();
    await recordChange(transaction, { before: { slug: former }, after: { slug: fresh } });
    return await getMembership(transaction, actor, fresh);
  });
}

/** Free, or a former slug of the organization itself. @throws PlatformError `conflict`, `bad_request` */
async function assertFree(transaction: Transaction, slug: string, ownId: number): Promise<void> {
  const { id } = await transaction.selectNoFrom(organizationCalled(slug).as('id')).executeTakeFirstOrThrow();
  if (id === ownId) return;
  const field = 'new_slug';
  if (id !== null)
    throw new PlatformError(
      'conflict',
      'Another organization has this slug, or had it before. Choose another one.',
      { field },
    );
  if (MADE_HERE.test(slug))
    throw new PlatformError(
      'bad_request',
      `${field}: 20 letters are what a slug or ref looks like that is made here. Choose another one.`,
      { field },
    );
}
