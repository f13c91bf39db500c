import { DBOS } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import type { OperationsEngine } from '../kernel/ports.ts';
import { definitionFor } from './definition.ts';
import { restQueues } from './rest-queues.ts';
import { type RunOptions, runOperation } from './run-operation.ts';
import { finishOperation, insertOperation, listRunning } from './store.ts';

// Pending operations of any version are taken up again: steps look before they act.
const VERSION = 'operations-1';
const CHECK_EVERY_MS = 10_000;
const RESUME_AFTER_MS = 500;
/** How often an operation is started anew after its workflow broke off. */
const ATTEMPTS = 5;
const BROKEN = new Set(['ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', 'RETRIES_EXCEEDED']);

/**
 * Opens the one engine of this process on the platform's database.
 * @param url the same database as `pool`, for the engine's own migrations
 */
export async function openOperationsEngine(
  options: RunOptions & { pool: pg.Pool; url: string },
): Promise<OperationsEngine> {
  const { definitions, services, log } = options;
  const running = new Map<string, { ended: Promise<boolean>; open: Promise<boolean> }>();
  /** Operations whose workflow broke off here: a record of it could not be written, when a connection died for example. */
  const brokenOff = new Set<string>();
  let stopping = false;
  const complain = (error: unknown) => log('warn', { err: error }, 'looking for forgotten operations failed');
  DBOS.setConfig({
    name: 'basalt',
    systemDatabaseUrl: options.url,
    systemDatabasePool: options.pool,
    applicationVersion: VERSION,
    executorID: 'platform',
    useListenNotify: false,
    logger: dbosLogger(log),
  });
  const workflow = DBOS.registerWorkflow(run, { name: 'project-operation' });
  const restWhenEmpty = restQueues();
  await DBOS.launch();
  await resumeForgotten();
  const timer = setInterval(() => void check().catch(complain), CHECK_EVERY_MS).unref();

  return {
    insert: async (transaction, projectId, kind, startedBy, input) => {
      const project = await transaction
        .selectFrom('projects')
        .select('server_keeper')
        .where('id', '=', projectId)
        .executeTakeFirstOrThrow();
      const definition = definitionFor(definitions, kind, project);
      return insertOperation(transaction, definition, projectId, startedBy, input);
    },
    start: async (id) => void (await DBOS.startWorkflow(workflow, { workflowID: id })(id)),
    settled: (id, timeoutMs) => within(timeoutMs, running.get(id)?.ended ?? true),
    databaseOpen: (id, timeoutMs) => within(timeoutMs, running.get(id)?.open ?? false),
    shutdown: (timeoutMs) => {
      stopping = true;
      clearInterval(timer);
      return DBOS.shutdown({ workflowCompletionTimeoutMS: timeoutMs });
    },
  };

  async function check(): Promise<void> {
    await resumeForgotten();
    if (!stopping) await restWhenEmpty();
  }

  /** Written down but never started (something died in between), broken off, or given up by the engine. */
  async function resumeForgotten(): Promise<void> {
    for (const id of await listRunning(services.db)) {
      const status = await DBOS.getWorkflowStatus(id);
      if (status === null || BROKEN.has(status.status) || brokenOff.has(id)) await startAnew(id);
    }
  }

  /**
   * Runs an operation from its first step, as a workflow of its own: steps look before they act. The one that broke off
   * is cancelled before, so that no later start goes on with both.
   */
  async function startAnew(id: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const workflowID = attempt === 0 ? id : `${id}-${attempt}`;
      const status = await DBOS.getWorkflowStatus(workflowID);
      if (status === null) {
        brokenOff.delete(id);
        await DBOS.startWorkflow(workflow, { workflowID })(id);
        return;
      }
      if (status.status === 'PENDING') {
        if (!brokenOff.has(id)) return; // at work, or about to be taken up again
        await DBOS.cancelWorkflow(workflowID);
      }
    }
    brokenOff.delete(id);
    await finishOperation(
      services.db,
      id,
      'The operation was interrupted and could not go on. Try it again.',
    );
  }

  function run(id: string): Promise<void> {
    const open = Promise.withResolvers<boolean>();
    const written = Promise.withResolvers<void>();
    const ended = runOperation(id, options, {
      databaseOpen: () => open.resolve(true),
      ended: written.resolve,
    });
    const settled = ended.then(
      () => running.delete(id),
      (error: unknown) => {
        running.delete(id);
        if (stopping) return;
        log('warn', { err: error, operation: id }, 'an operation broke off and is started anew');
        brokenOff.add(id);
        // Should this fail too, the next look for forgotten operations finds it.
        setTimeout(() => void startAnew(id).catch(complain), RESUME_AFTER_MS).unref();
      },
    );
    const over = Promise.race([written.promise, settled]);
    running.set(id, {
      ended: over.then(() => true),
      open: Promise.race([open.promise, over.then(() => false)]),
    });
    return ended;
  }
}

/** The answer, or false when it does not come in time. */
function within(timeoutMs: number, answer: Promise<boolean> | boolean): Promise<boolean> {
  return Promise.race([
    answer,
    new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false).unref()),
  ]);
}

/** The durable-execution library's log in ours; its chatter is for debugging only. */
function dbosLogger(log: Log) {
  const at = (level: Parameters<Log>[0]) => (entry: unknown) =>
    log(level, { component: 'operations' }, text(entry));
  return { debug: at('debug'), info: at('debug'), warn: at('warn'), error: at('error') };
}

function text(entry: unknown): string {
  if (entry instanceof Error) return entry.message;
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}
