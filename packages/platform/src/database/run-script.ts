import { MAX_SHOWN_BYTES, MAX_SHOWN_ROWS, type QueryEvent } from '@basalt/contract';
import { runScript as run } from '@basalt/postgres';
import type { Actor } from '../access/authorize.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { eventChannel } from '../kernel/event-channel.ts';
import { assertMay, may } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { toQueryEvent } from './query-events.ts';
import { readyDatabase } from './ready-database.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from './roles.ts';
import { readOnlyEvents } from './run-read-only-script.ts';

/**
 * Runs what someone typed into the SQL editor and tells what happens. Ends with the reader: a closed tab cancels the
 * statement in the database. Those who may only read run as the read-only role.
 */
export async function runScript(
  dependencies: Dependencies,
  actor: Actor,
  { ref, query }: { ref: string; query: string },
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<QueryEvent>> {
  const { project, role } = await getProject(dependencies.db, actor.accountId, ref);
  assertMay('read_sql', role);
  const writes = may('run_sql', role);
  const target = await readyDatabase(dependencies, project, writes ? OWNER_ROLE : READ_ONLY_ROLE);
  const stop = new AbortController();
  const cancel = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  if (!writes) return readOnlyEvents(target, query, cancel);
  const channel = eventChannel<QueryEvent>(() => stop.abort());
  void run(target, query, {
    signal: cancel,
    maxRowsPerResult: MAX_SHOWN_ROWS,
    maxBytes: MAX_SHOWN_BYTES,
    statementTimeoutMs: 0,
    onEvent: (event) => channel.send(toQueryEvent(event)),
  })
    .catch((error: unknown) => dependencies.log('error', { err: error, ref }, 'a script run failed'))
    .finally(() => channel.end());
  return channel.events();
}
