import type { AuthHook } from '@basalt/project';
import type { AuthContext } from '../../auth-context.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import type { AuthDatabase } from '../../store/auth-database.ts';
import type { Executor } from '../../store/run-transaction.ts';
import { isoTime } from '../../store/write-row.ts';

/** What became of one call of a hook. */
export interface HookCall {
  called_at: string;
  hook: AuthHook;
  target: string;
  outcome: 'ok' | 'refused' | 'failed';
  /** What went wrong. */
  message: string | null;
  took_ms: number;
}

const KEPT_CALLS = 500;
const MOST_WAITING = 200;
/** By project's database: what is to be written while an earlier line is being written. */
const waiting = new WeakMap<AuthDatabase, HookCall[]>();

/**
 * Writes a call into the project's log, some time soon: nobody waits for it, since a transaction may be open and the project's
 * connections are few. Of more than can be written the oldest are dropped.
 */
export function noteHookCall(context: AuthContext, call: HookCall): void {
  const known = waiting.get(context.db);
  if (known) {
    known.push(call);
    if (known.length > MOST_WAITING) known.shift();
    return;
  }
  const calls = [call];
  waiting.set(context.db, calls);
  void writeWaiting(context, calls);
}

async function writeWaiting({ db, services, project }: AuthContext, calls: HookCall[]): Promise<void> {
  try {
    while (calls.length > 0) await writeCalls(db, calls.splice(0));
  } catch (error) {
    const reason = describeFailure(error);
    services.log.warn({ project: project.ref, reason }, 'calls of hooks were not logged');
  } finally {
    waiting.delete(db);
  }
}

async function writeCalls(db: Executor, calls: readonly HookCall[]): Promise<void> {
  const rows = calls.map((call) => ({ ...call, message: call.message?.replaceAll('\u0000', '') ?? null }));
  await db.query(
    `insert into basalt.auth_hook_calls (called_at, hook, target, outcome, message, took_ms)
     select called_at, hook, target, outcome, message, took_ms
     from pg_catalog.jsonb_to_recordset($1::jsonb)
       as x(called_at timestamptz, hook text, target text, outcome text, message text, took_ms integer)`,
    [JSON.stringify(rows)],
  );
  await db.query(
    `delete from basalt.auth_hook_calls
     where id <= (select id from basalt.auth_hook_calls order by id desc offset $1 limit 1)`,
    [KEPT_CALLS],
  );
}

export interface KeptHookCall extends HookCall {
  id: number;
}

/** The newest calls, newest first. A database that has not been started since this version has none. */
export async function listHookCalls(db: Executor, limit: number): Promise<KeptHookCall[]> {
  const [found] = await db.query<{ yes: boolean }>(
    `select pg_catalog.to_regclass('basalt.auth_hook_calls') is not null as yes`,
  );
  if (!found?.yes) return [];
  const rows = await db.query<KeptHookCall>(
    `select id, called_at, hook, target, outcome, message, took_ms
     from basalt.auth_hook_calls order by id desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), called_at: isoTime(row.called_at) }));
}
