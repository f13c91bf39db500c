import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { type ConnectionTarget, QueryError, type WriteOptions, writeCsv } from '@basalt/postgres';
import { exportRows } from '@basalt/postgres/rows';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, ExportJob } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { toSqlError } from './query-events.ts';

const STATEMENT_TIMEOUT_MS = 60 * 60_000;

export interface OpenedExport {
  /** Under what it is saved. */
  name: string;
  /** Of its content, as HTTP calls it. */
  type: string;
  /** Breaks with an error when the statement fails after its first row. Destroying it cancels the statement. */
  content: Readable;
}

/**
 * Runs the statement of an export ticket. Resolves with its first row, or at its end.
 * @param signal fires when nobody waits for the file any more
 * @throws PlatformError `not_found` for a ticket that is not good for this caller, `sql_error`,
 *   `unavailable` when no connection is free
 */
export async function openExport(
  dependencies: Dependencies,
  actor: Actor,
  { ref, ticket }: { ref: string; ticket: string },
  signal: AbortSignal,
): Promise<OpenedExport> {
  const job = dependencies.exportTickets.redeem(ticket, actor.accountId, ref);
  if (job === null)
    throw new PlatformError('not_found', 'There is no such file, or no longer. Export it again.');
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const asRole = roleOf(job.content, may('run_sql', role));
  const { target, release } = await sqlDatabase(dependencies, project, asRole, signal);
  const content = new PassThrough();
  const gone = new AbortController();
  content.once('close', () => gone.abort());
  const begun = Promise.withResolvers<void>();
  const stop = AbortSignal.any([signal, gone.signal]);
  const written = writeFile(target, job.content, {
    signal: stop,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    write: async (text) => {
      begun.resolve();
      if (!content.write(text)) await once(content, 'drain', { signal: stop });
    },
  });
  written.finally(release).then(
    () => {
      begun.resolve();
      content.end();
    },
    (error: unknown) => {
      begun.reject(toFailure(error));
      content.destroy(error as Error);
    },
  );
  // What breaks off before somebody reads is told by the promise below.
  content.on('error', () => {});
  await begun.promise;
  return { name: job.fileName, type: typeOf(job.content), content };
}

/** Rows of a table are read by the role that shows them, or on behalf of somebody whom only the owner can stand in for. */
function roleOf(content: ExportJob['content'], mayWrite: boolean): string {
  if (content.kind === 'rows') return content.rows.as === null ? READ_ONLY_ROLE : OWNER_ROLE;
  return mayWrite ? OWNER_ROLE : READ_ONLY_ROLE;
}

function writeFile(
  target: ConnectionTarget,
  content: ExportJob['content'],
  options: Omit<WriteOptions, 'parameters'>,
): Promise<void> {
  return content.kind === 'rows'
    ? exportRows(target, content.rows, options)
    : writeCsv(target, content.query, { ...options, parameters: content.parameters });
}

const TYPES = { csv: 'text/csv', sql: 'application/sql', json: 'application/json' } as const;

function typeOf(content: ExportJob['content']): string {
  return `${TYPES[content.kind === 'rows' ? content.rows.format : 'csv']}; charset=utf-8`;
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof QueryError)) return error;
  return new PlatformError('sql_error', error.message, { details: toSqlError(error), cause: error });
}
