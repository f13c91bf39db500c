import { MAX_SHOWN_BYTES, MAX_SHOWN_ROWS, type QueryEvent } from '@basalt/contract';
import { type RunScriptOptions, runScript as run, runReadOnlyScript } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { eventChannel } from '../kernel/event-channel.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { assertConfirmed } from './assert-confirmed.ts';
import { toQueryEvent } from './query-events.ts';

/** Nobody needs to end what reads: it ends by itself. */
const READ_ONLY_TIMEOUT_MS = 5 * 60_000;

export interface ScriptRequest {
  ref: string;
  query: string;
  parameters?: (string | null)[] | undefined;
  read_only?: boolean | undefined;
  confirmed?: boolean | undefined;
}

/**
 * Runs what someone typed into the SQL editor and tells what happens. Ends with the reader: a closed tab cancels the
 * statement in the database. Those who may only read, and those who ask for it, run as the read-only role.
 * @throws PlatformError `confirmation_required` before anything runs, `unavailable` when no connection is free
 */
export async function runScript(
  dependencies: Dependencies,
  actor: Actor,
  { ref, query, parameters, read_only = false, confirmed = false }: ScriptRequest,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<QueryEvent>> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const asOwner = may('run_sql', role) && !read_only;
  if (asOwner && !confirmed) assertConfirmed(query);
  const asRole = asOwner ? OWNER_ROLE : READ_ONLY_ROLE;
  const { target, release } = await sqlDatabase(dependencies, project, asRole, signal);
  const stop = new AbortController();
  const channel = eventChannel<QueryEvent>(() => stop.abort());
  const options: RunScriptOptions = {
    parameters,
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
    maxRowsPerResult: MAX_SHOWN_ROWS,
    maxBytes: MAX_SHOWN_BYTES,
    statementTimeoutMs: asOwner ? 0 : READ_ONLY_TIMEOUT_MS,
    onEvent: (event) => channel.send(toQueryEvent(event)),
  };
  void (asOwner ? run(target, query, options) : runReadOnlyScript(target, query, options))
    .catch((error: unknown) => dependencies.log('error', { err: error, ref }, 'a script run failed'))
    .finally(() => {
      release();
      channel.end();
    });
  return channel.events();
}
