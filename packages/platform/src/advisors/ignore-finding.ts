import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** More than anybody has reasons for. */
const MOST_IGNORED = 1_000;
/** Decisions that were taken back and can still be looked up. */
const KEPT_ENDED = 1_000;

/**
 * Lets a finding be from now on. Another reason for the same one takes the place of the first, which stays in the record.
 * @throws PlatformError `conflict` when too many are ignored
 */
export async function ignoreFinding(
  { db }: Dependencies,
  actor: Actor,
  input: { ref: string; name: string; cache_key: string; reason: string },
): Promise<void> {
  const { project } = await permittedProject(db, actor, input.ref, 'run_sql');
  await db.transaction().execute(async (transaction) => {
    // One after the other, or two would count the same number.
    await sql`select from projects where id = ${project.id} for no key update`.execute(transaction);
    await endException(transaction, actor, project.id, input.cache_key);
    const { count } = await transaction
      .selectFrom('advisor_exceptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', project.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_IGNORED)
      throw new PlatformError(
        'conflict',
        `${MOST_IGNORED.toLocaleString('en')} findings of this project are ignored. Restore some of them first.`,
      );
    await transaction
      .insertInto('advisor_exceptions')
      .values({
        project_id: project.id,
        lint_name: input.name,
        cache_key: input.cache_key,
        reason: input.reason,
        created_by: actor.accountId,
      })
      .execute();
  });
}

/** Counts a finding again. Who ignored it, and who took that back, stays in the record. */
export async function restoreFinding(
  { db }: Dependencies,
  actor: Actor,
  input: { ref: string; cache_key: string },
): Promise<void> {
  const { project } = await permittedProject(db, actor, input.ref, 'run_sql');
  await db
    .transaction()
    .execute((transaction) => endException(transaction, actor, project.id, input.cache_key));
}

async function endException(db: Database, actor: Actor, projectId: number, cacheKey: string): Promise<void> {
  await db
    .updateTable('advisor_exceptions')
    .set({ ended_by: actor.accountId, ended_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('cache_key', '=', cacheKey)
    .where('ended_at', 'is', null)
    .execute();
  await sql`
    delete from advisor_exceptions where id in (
      select id from advisor_exceptions where project_id = ${projectId} and ended_at is not null
      order by id desc offset ${KEPT_ENDED})`.execute(db);
}
