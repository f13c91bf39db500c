import { MAX_USAGE_EVENTS, type UsageEventName } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { getProject } from '../projects/store.ts';

/**
 * Keeps that somebody did this, unless the organization keeps no events. The oldest go when there are too many.
 * @throws PlatformError `not_found` for somebody who cannot open the project
 */
export async function recordEvent(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, event }: { ref: string; event: UsageEventName },
  most: number = MAX_USAGE_EVENTS,
): Promise<void> {
  const { project } = await getProject(db, actor, ref);
  const kept = await db
    .insertInto('usage_events')
    .columns(['organization_id', 'project_id', 'account_id', 'name'])
    .expression((eb) =>
      eb
        .selectFrom('organizations')
        .select([
          'id',
          sql<number>`${project.id}::bigint`.as('project_id'),
          sql<string>`${actor.accountId}::uuid`.as('account_id'),
          sql<string>`${event}::text`.as('name'),
        ])
        .where('id', '=', project.organization_id)
        .where('keeps_usage_events', '=', true),
    )
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return;
  await db
    .deleteFrom('usage_events')
    .where('organization_id', '=', project.organization_id)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('usage_events')
        .select('id')
        .where('organization_id', '=', project.organization_id)
        .orderBy('id', 'desc')
        .offset(most)
        .limit(1),
    )
    .execute();
}
