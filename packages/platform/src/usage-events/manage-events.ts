import type { UsageEvent } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import type { OrganizationRow } from '../kernel/schema.ts';
import { assertMayUpdate } from '../organizations/policy.ts';
import { getMembership } from '../organizations/store.ts';

/** The organization of whoever may see and switch its events. @throws PlatformError `not_found` or `forbidden` */
async function managedOrganization(db: Database, actor: Actor, slug: string): Promise<OrganizationRow> {
  const membership = await getMembership(db, actor, slug);
  assertMayUpdate(membership);
  return membership.organization;
}

interface EventPage {
  is_kept: boolean;
  counts: { event: string; count: number; last_at: string }[];
  events: UsageEvent[];
}

/** How often each event is kept, and the newest of them. @throws PlatformError `not_found` or `forbidden` */
export async function listEvents(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<EventPage> {
  const { id, keeps_usage_events } = await managedOrganization(db, actor, slug);
  const counts = await db
    .selectFrom('usage_events')
    .select(({ fn }) => [
      'name as event',
      fn.countAll<number>().as('count'),
      fn.max('at').$notNull().as('last_at'),
    ])
    .where('organization_id', '=', id)
    .groupBy('name')
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute();
  const events = await db
    .selectFrom('usage_events as event')
    .leftJoin('projects as project', 'project.id', 'event.project_id')
    .select(['event.id', 'event.name', 'event.at', 'event.account_id', 'project.ref'])
    .where('event.organization_id', '=', id)
    .$if(before !== undefined, (query) => query.where('event.id', '<', before ?? 0))
    .orderBy('event.id', 'desc')
    .limit(limit)
    .execute();
  return {
    is_kept: keeps_usage_events,
    counts: counts.map(({ last_at, ...count }) => ({ ...count, last_at: last_at.toISOString() })),
    events: events.map(({ name, at, ref, ...event }) => ({
      ...event,
      event: name,
      at: at.toISOString(),
      project_ref: ref,
    })),
  };
}

/** The switch: from now on events are kept, or not. @throws PlatformError `not_found` or `forbidden` */
export async function switchEvents(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
  isKept: boolean,
): Promise<void> {
  const { id } = await managedOrganization(db, actor, slug);
  await db.updateTable('organizations').set({ keeps_usage_events: isKept }).where('id', '=', id).execute();
}

/** Deletes all events of the organization. @throws PlatformError `not_found` or `forbidden` */
export async function clearEvents(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
): Promise<void> {
  const { id } = await managedOrganization(db, actor, slug);
  await db.deleteFrom('usage_events').where('organization_id', '=', id).execute();
}
