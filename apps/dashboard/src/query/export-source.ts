import { splitStatements } from '@basalt/sql';
import type { Run } from './run-machine.ts';
import type { ResultSet } from './run-output.ts';
import { withoutLimit } from './without-limit.ts';

/** Where a file of all rows comes from: what is loaded, a statement read again, or loaded rows for a reason. */
export type ExportSource =
  | { kind: 'loaded' }
  | { kind: 'statement'; sql: string; parameters: readonly (string | null)[] }
  | { kind: 'part'; reason: string };

const READS = /^(SELECT|VALUES|TABLE)\b/;

/** How to get every row of a shown result, also those that the editor's limit or the server kept back. */
export function exportSource({ request }: Run, shown: ResultSet): ExportSource {
  const isLimited = request.limit !== null && shown.rows.length >= request.limit;
  if (!shown.truncated && !shown.isCut && !isLimited) return { kind: 'loaded' };
  if (!READS.test(shown.command ?? ''))
    return { kind: 'part', reason: 'running this statement again would do its work again' };
  const statements = splitStatements(withoutLimit(request));
  const sql = statements[shown.index]?.text;
  if (sql === undefined || (statements.length > 1 && request.parameters.length > 0))
    return { kind: 'part', reason: 'which statement these rows came from cannot be told' };
  return { kind: 'statement', sql, parameters: request.parameters };
}
