import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';

/** How often it is noted that a session or an access token is in use. */
const EVERY_MS = 60_000;
const COLUMN = { sessions: 'last_seen_at', access_tokens: 'last_used_at' } as const;

/**
 * Notes that a session or an access token is in use, at most once a minute. A courtesy: calls that come at once do not wait for
 * each other, and where the platform's database takes no writes nothing is noted and nobody is refused.
 * @param used its row: when its use was noted last, and from where it is used now, which only sessions remember
 */
export async function noteUse(
  db: Database,
  name: keyof typeof COLUMN,
  used: { id: string; notedAt: Date | null; ip?: string },
): Promise<void> {
  const due = new Date(Date.now() - EVERY_MS);
  if (used.notedAt !== null && used.notedAt > due) return;
  const table = sql.table(name);
  const column = sql.ref(COLUMN[name]);
  const place = used.ip === undefined ? sql`` : sql`, ip = ${used.ip}`;
  await sql`
    update ${table} set ${column} = ${new Date()} ${place}
    where id = (
      select id from ${table} where id = ${used.id} and (${column} is null or ${column} <= ${due})
      for update skip locked
    )`
    .execute(db)
    .catch(() => undefined);
}
