import { describeWrite, splitStatements } from '@basalt/sql';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { MAX_EXAMINED_LENGTH } from './assert-confirmed.ts';
import { exportFileName } from './export-file-name.ts';

export interface ExportRequest {
  ref: string;
  query: string;
  parameters?: (string | null)[] | undefined;
  name?: string | undefined;
}

/**
 * Prepares a CSV file of all rows of a statement. Nothing runs before the file is fetched.
 * @throws PlatformError `bad_request` for what is not one reading statement
 */
export async function requestExport(
  { db, exportTickets }: Dependencies,
  actor: Actor,
  { ref, query, parameters, name }: ExportRequest,
): Promise<{ fileUrl: string }> {
  await permittedProject(db, actor, ref, 'read_sql');
  assertOneReading(query);
  const fileName = exportFileName(name, 'csv');
  const ticket = exportTickets.issue({
    accountId: actor.accountId,
    ref,
    content: { kind: 'statement', query, parameters },
    fileName,
  });
  return { fileUrl: exportUrl(ref, ticket) };
}

/** Where the file of a ticket is fetched. */
export function exportUrl(ref: string, ticket: string): string {
  return `/platform/pg-meta/${ref}/query/export/${ticket}`;
}

function assertOneReading(query: string): void {
  const refuse = (message: string): never => {
    throw new PlatformError('bad_request', message, { field: 'query' });
  };
  if (query.length > MAX_EXAMINED_LENGTH)
    refuse('This statement is too long to be exported. Make it shorter, or create a view and export that.');
  if (splitStatements(query).length !== 1)
    refuse('Only one statement at a time can be exported. Select the one you want.');
  if (describeWrite(query).writes)
    refuse('Only statements that read can be exported. Run this one in the SQL editor instead.');
}
