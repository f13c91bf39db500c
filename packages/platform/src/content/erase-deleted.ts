import { CONTENT_GRACE_DAYS } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

const EVERY_MS = 60 * 60_000;
/** Erased at once: items can be megabytes each. */
const BATCH = 200;

type Needs = Pick<Dependencies, 'db' | 'log'>;

/**
 * Erases deleted snippets and reports once nobody can undelete them any more. What was due already at the look before goes: a
 * clock that went ahead by mistake has an hour to come back.
 */
export function startErasingContent({ db, log }: Needs): { stop(): void } {
  let lookedAt: Date | null = null;
  const look = () => {
    const dueAt = lookedAt;
    lookedAt = new Date();
    if (dueAt === null) return;
    eraseDeletedContent(db, dueAt < lookedAt ? dueAt : lookedAt).catch((error: unknown) =>
      log('error', { err: error }, 'erasing deleted snippets failed'),
    );
  };
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

/**
 * Answers how many were erased, folders not counted. What is being undeleted at this moment stays.
 * @param now the moment by which their time must be over
 */
export async function eraseDeletedContent(db: Database, now: Date): Promise<number> {
  const isOver = sql<boolean>`deleted_at < ${now}::timestamptz - make_interval(days => ${sql.lit(CONTENT_GRACE_DAYS)})`;
  await db
    .deleteFrom('content_folders')
    .where('id', 'in', (eb) =>
      eb.selectFrom('content_folders').select('id').where(isOver).forUpdate().skipLocked(),
    )
    .execute();
  for (let erased = 0; ; ) {
    const { numDeletedRows } = await db
      .deleteFrom('content_items')
      .where('id', 'in', (eb) =>
        eb.selectFrom('content_items').select('id').where(isOver).limit(BATCH).forUpdate().skipLocked(),
      )
      .executeTakeFirstOrThrow();
    erased += Number(numDeletedRows);
    if (numDeletedRows < BATCH) return erased;
  }
}
