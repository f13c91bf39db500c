import { CONTENT_GRACE_DAYS } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

const EVERY_MS = 60 * 60_000;
/** Erased at once: items can be megabytes each. */
const BATCH = 200;

type Needs = Pick<Dependencies, 'db' | 'log'>;

/** Erases deleted snippets and reports once nobody can bring them back any more. */
export function startErasingContent({ db, log }: Needs): { stop(): void } {
  const look = () =>
    void eraseDeletedContent(db).catch((error: unknown) =>
      log('error', { err: error }, 'erasing deleted snippets failed'),
    );
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

const isOver = sql<boolean>`deleted_at < now() - make_interval(days => ${sql.lit(CONTENT_GRACE_DAYS)})`;

/** Answers how many were erased, folders not counted. What is being brought back at this moment stays. */
export async function eraseDeletedContent(db: Database): Promise<number> {
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
