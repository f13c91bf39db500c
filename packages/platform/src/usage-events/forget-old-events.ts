import { USAGE_EVENT_DAYS } from '@basalt/contract';
import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

const EVERY_MS = 60 * 60_000;

/** Deletes events once they are too old, at the start and then hour by hour. */
export function startForgettingEvents({ db, log }: Pick<Dependencies, 'db' | 'log'>): { stop(): void } {
  const look = () => {
    forgetOldEvents(db).catch((error: unknown) =>
      log('error', { err: error }, 'deleting old usage events failed'),
    );
  };
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

/** Deletes the events that have been kept for {@link USAGE_EVENT_DAYS}. */
async function forgetOldEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('usage_events')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(USAGE_EVENT_DAYS)})`)
    .execute();
}
