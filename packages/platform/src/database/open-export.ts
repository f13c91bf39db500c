import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { QueryError, writeCsv } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { toSqlError } from './query-events.ts';

const STATEMENT_TIMEOUT_MS = 60 * 60_000;

export interface OpenedExport {
  /** Under what it is saved. */
  name: string;
  /** Breaks with an error when the statement fails after its first row. Destroying it cancels the statement. */
  content: Readable;
}

/**
 * Runs the statement of an export ticket. Resolves with its first row, or at its end.
 * @param signal fires when nobody waits for the file any more
 * @throws PlatformError `unauthorized`, `not_found` for a ticket that is not good for this caller, `sql_error`,
 *   `unavailable` when no connection is free
 */
export async function openExport(
  dependencies: Dependencies,
  actor: Actor | null,
  { ref, ticket }: { ref: string; ticket: string },
  signal: AbortSignal,
): Promise<OpenedExport> {
  if (actor === null) throw new PlatformError('unauthorized');
  const job = dependencies.exportTickets.redeem(ticket, actor.accountId, ref);
  if (job === null)
    throw new PlatformError('not_found', 'There is no such file, or no longer. Export it again.');
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const asRole = may('run_sql', role) ? OWNER_ROLE : READ_ONLY_ROLE;
  const { target, release } = await sqlDatabase(dependencies, project, asRole, signal);
  const content = new PassThrough();
  const gone = new AbortController();
  content.once('close', () => gone.abort());
  const begun = Promise.withResolvers<void>();
  const stop = AbortSignal.any([signal, gone.signal]);
  const written = writeCsv(target, job.query, {
    parameters: job.parameters,
    signal: stop,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    write: async (text) => {
      begun.resolve();
      if (!content.write(text)) await once(content, 'drain', { signal: stop });
    },
  });
  written.finally(release).then(
    () => content.end(),
    (error: unknown) => {
      begun.reject(toFailure(error));
      content.destroy(error as Error);
    },
  );
  // What breaks off before somebody reads is told by the promise below.
  content.on('error', () => {});
  await begun.promise;
  return { name: job.fileName, content };
}

function toFailure(error: unknown): unknown {
  if (!(error instanceof QueryError)) return error;
  return new PlatformError('sql_error', error.message, { details: toSqlError(error), cause: error });
}
