import { setTimeout as sleep } from 'node:timers/promises';
import { ALERT_HISTORY_DAYS } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import type { DeliveryDependencies } from './deliver.ts';
import { judgeBudgets } from './judge-budgets.ts';
import { type AlertDependencies, judgeRules } from './judge-rules.ts';
import { MINUTE_MS } from './measure.ts';
import { sendNotices } from './send-notices.ts';

/** After a full minute, until its samples and the lines of its requests are written. */
const LATER_MS = 20_000;
const SEND_EVERY_MS = 3_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Judges the rules of all projects and the budgets of organizations once a minute and tells what came of it.
 * @param pace how often, in milliseconds
 */
export function startAlerts(
  dependencies: AlertDependencies & DeliveryDependencies,
  pace = { judgeEvery: MINUTE_MS, later: LATER_MS, sendEvery: SEND_EVERY_MS },
): {
  stop(): Promise<void>;
} {
  const { db, log } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const guarded = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted) log('error', { err: error }, 'looking after alerts failed');
    });

  const judging = (async () => {
    let forgotAt = 0;
    while (!signal.aborted) {
      await rest(pace.judgeEvery - ((Date.now() - pace.later) % pace.judgeEvery));
      if (signal.aborted) return;
      await guarded(judgeRules(dependencies, Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS));
      await guarded(judgeBudgets(dependencies, new Date()));
      if (Date.now() - forgotAt < HOUR_MS) continue;
      forgotAt = Date.now();
      await guarded(forgetOldEvents(db));
    }
  })();
  const sending = (async () => {
    while (!signal.aborted) {
      await guarded(sendNotices(dependencies));
      await rest(pace.sendEvery);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([judging, sending]);
    },
  };
}

/** Deletes what has ended {@link ALERT_HISTORY_DAYS} ago. */
export async function forgetOldEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('alert_events')
    .where('resolved_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(ALERT_HISTORY_DAYS)})`)
    .execute();
}
