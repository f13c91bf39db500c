import { sql } from 'kysely';
import type { Database } from '../../kernel/open-database.ts';

export interface BackupToVerify {
  id: number;
  project_id: number;
  ref: string;
  stored_as: string;
  /** Nothing newer of the project is good. */
  is_newest: boolean;
  pitr_enabled: boolean;
}

/**
 * The backup to be verified next; null: none is due. What somebody asked for comes first, then backups that were never verified, then
 * those whose verification is a week old. Of each project only the newest, and none while something is at work on it.
 * @param except backups that failed to be verified not long ago
 */
export async function nextVerification(
  db: Database,
  except: readonly number[],
): Promise<BackupToVerify | null> {
  const { rows } = await sql<BackupToVerify>`
    select b.id, b.project_id, p.ref, b.stored_as, newest.id = b.id as is_newest,
      coalesce(s.pitr_enabled, true) as pitr_enabled
    from backups b
    join projects p on p.id = b.project_id
    left join backup_settings s on s.project_id = p.id
    join lateral (
      select n.id from backups n where n.project_id = p.id and n.state = 'done' order by n.id desc limit 1
    ) newest on true
    where b.state = 'done' and b.stored_as is not null and p.removed_at is null
      and not exists (select from operations o where o.project_id = p.id and o.state = 'running')
      and (
        b.verify_requested_at is not null
        or (
          newest.id = b.id
          -- A new project is filled first.
          and (b.reason <> 'origin' or b.started_at < now() - interval '1 minute')
          and (b.verified_at is null or b.verified_at not between now() - interval '7 days' and now() + interval '1 hour')
          and b.id <> all (${[...except]}::bigint[])
        )
      )
    order by b.verify_requested_at, b.verified_at nulls first, b.id
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** What came out, as it is shown; a request is answered with it. */
export async function writeVerification(db: Database, id: number, error: string | null): Promise<void> {
  await db
    .updateTable('backups')
    .set({
      verify_error: error,
      verify_requested_at: null,
      ...(error === null && { verified_at: new Date() }),
    })
    .where('id', '=', id)
    .execute();
}
