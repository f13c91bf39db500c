import type { ExecuteSqlOutput } from '@basalt/contract';
import { runReadOnlyScript, type ScriptEvent } from '@basalt/postgres';
import * as z from 'zod';
import { PlatformError } from '../../kernel/platform-error.ts';
import { sqlDatabase } from '../../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { defineTool, type ToolContext } from './assistant-tool.ts';
import { assertNoWayOut } from './ways-out.ts';

const MAX_ROWS = 100;
const MAX_BYTES = 256 * 1024;
const MAX_VALUE_BYTES = 2_000;
const TIMEOUT_MS = 15_000;

export const executeSql = defineTool({
  name: 'execute_sql',
  group: 'database',
  level: 'schema_and_log_and_data',
  description: `Runs one statement that only reads, and answers at most ${MAX_ROWS} of its rows. It runs as a role that can change nothing. For changes use display_query.`,
  input: z.object({
    sql: z.string().min(1).max(100_000).describe('One statement, such as a SELECT or an EXPLAIN'),
    label: z.string().max(200).optional().describe('Two to four words that say what it reads'),
  }),
  run: (context, { sql }) => readRows(context, sql),
});

/**
 * Rows of one statement, read by the read-only role in a transaction that is undone; two statements are refused by the protocol.
 * @throws PlatformError `sql_error` with what the database said, `forbidden` where the role could reach beyond the database
 */
async function readRows(
  { dependencies, access, level, signal }: ToolContext,
  sql: string,
): Promise<ExecuteSqlOutput> {
  const { target, release } = await sqlDatabase(dependencies, access.project, READ_ONLY_ROLE, signal);
  const rows: Record<string, unknown>[] = [];
  let columns: string[] = [];
  let rowCount = 0;
  let isCut = false;
  let problem: string | null = null;
  const onEvent = (event: ScriptEvent) => {
    if (event.type === 'fields') columns = event.fields.map(({ name }) => name);
    else if (event.type === 'rows')
      for (const row of event.rows)
        rows.push(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
    else if (event.type === 'complete') {
      rowCount = event.rowCount ?? rows.length;
      isCut = event.truncated;
    } else if (event.type === 'error')
      problem = [event.message, event.detail, event.hint].filter((text) => text !== null).join(' ');
  };
  try {
    await assertNoWayOut(target, signal);
    await runReadOnlyScript(target, sql, {
      onEvent,
      // A list of parameters makes it exactly one statement.
      parameters: [],
      signal,
      statementTimeoutMs: TIMEOUT_MS,
      maxRowsPerResult: MAX_ROWS,
      maxBytes: MAX_BYTES,
      maxValueBytes: MAX_VALUE_BYTES,
    });
  } finally {
    release();
  }
  if (problem !== null) throw new PlatformError('sql_error', problem);
  return { columns, rows, rowCount, truncated: isCut, grant: level };
}
