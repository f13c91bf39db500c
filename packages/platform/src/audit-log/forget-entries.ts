import { AUDIT_LOG_DAYS, MAX_AUDIT_LOG_ENTRIES } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes entries that are too old or too many, at the start and then hour by hour. */
export function startForgettingEntries({ db, log }: Pick<Dependencies, 'db' | 'log'>): { stop(): void } {
  const look = () => {
    forgetEntries(db).catch((error: unknown) =>
      log('error', { err: error }, 'deleting old entries of the audit log failed'),
    );
  };
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

/**
 * Deletes entries that have been kept for {@link AUDIT_LOG_DAYS}, and the oldest of an organization, or of an account's own, that
 * has more than `most`. Nothing else may delete one.
 */
export async function forgetEntries(db: Database, most: number = MAX_AUDIT_LOG_ENTRIES): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local basalt.forgets_audit_log = 'on'`.execute(transaction);
    await transaction
      .deleteFrom('audit_log')
      .where('at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(AUDIT_LOG_DAYS)})`)
      .execute();
    await sql`
      delete from audit_log using (
        select organization_id, case when organization_id is null then account_id end as account_id,
          (array_agg(id order by id desc))[${most}::int] as oldest
        from audit_log group by 1, 2 having count(*) > ${most}
      ) crowded
      where audit_log.organization_id is not distinct from crowded.organization_id
        and (crowded.account_id is null or audit_log.account_id = crowded.account_id)
        and audit_log.id < crowded.oldest`.execute(transaction);
  });
}
