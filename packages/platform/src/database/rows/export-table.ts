import { type Filter, prepareExport } from '@basalt/postgres/rows';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { exportFileName } from '../export-file-name.ts';
import { exportUrl } from '../request-export.ts';
import { columnOf, filtersOf, keyOf, readTable, type SelectionInput } from './read-rows.ts';

export interface ExportInput extends SelectionInput {
  sorts: { column: string; ascending: boolean }[];
  format: 'csv' | 'sql' | 'json';
  keys?: Record<string, string>[] | undefined;
}

/** Prepares a file of rows. Nothing is read before it is fetched. @throws PlatformError as `readTable` does */
export function exportTable(
  dependencies: Dependencies,
  actor: Actor,
  input: ExportInput,
  signal?: AbortSignal,
): Promise<{ fileUrl: string }> {
  return readTable(dependencies, actor, input, signal, async (_client, shape, { as, path }) => {
    const { ref, format } = input;
    const filters: Filter[] = filtersOf(shape, input.filters);
    const sorts = input.sorts.map(({ column, ascending }) => ({
      column: columnOf(shape, column),
      ascending,
    }));
    const keys = input.keys?.map((key) => keyOf(shape, key)) ?? null;
    const rows = prepareExport(shape, { format, filters, sorts, keys, as, searchPath: path });
    const fileName = exportFileName(shape.name, format);
    const ticket = dependencies.exportTickets.issue({
      accountId: actor.accountId,
      ref,
      content: { kind: 'rows', rows },
      fileName,
    });
    return { fileUrl: exportUrl(ref, ticket) };
  });
}
