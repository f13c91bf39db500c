import type { StoredTableDesign } from '@basalt/contract';
import {
  changeDesign,
  createDesign,
  DefinitionError,
  type DesignWarning,
  designWarnings,
  type StoredDesign,
  type TableDesign,
} from '@basalt/sql/definitions';
import { useQueryClient } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';

/** What a design comes to, or the first thing that is wrong with it. */
export interface DesignOutcome {
  statements: string[];
  warnings: DesignWarning[];
  problem: { field: string; message: string } | null;
}

/** The same functions build the statements here and on the server. */
export function outcomeOf(stored: StoredTableDesign | null, design: TableDesign): DesignOutcome {
  try {
    if (stored === null) return { statements: createDesign(design), warnings: [], problem: null };
    const before = toStored(stored);
    const size = { rows: stored.rows_estimate, bytes: stored.bytes };
    return {
      statements: changeDesign(before, design),
      warnings: designWarnings(before, design, size),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof DefinitionError) && !(error instanceof RangeError)) throw error;
    const field = error instanceof DefinitionError ? error.field : '';
    return { statements: [], warnings: [], problem: { field, message: error.message } };
  }
}

function toStored({ design, constraints }: StoredTableDesign): StoredDesign {
  return { design, primaryKey: constraints.primary_key, columns: constraints.columns };
}

/** Saves designs, and lets every page that shows tables look again. */
export function useApplyDesign(
  done: string,
  onSaved: (table: { id: number; schema: string; name: string }) => void,
) {
  const refresh = useRefreshTables();
  return useAction({
    mutation: orpc.tableDesigns.apply.mutationOptions(),
    done: ({ name }) => `${done} ${name}`,
    onDone: async (table) => {
      await refresh();
      onSaved(table);
    },
  });
}

/** Drops a table with what depends on it, or tells that something does. */
export function useDropTable(ref: string, onDropped: () => void) {
  const refresh = useRefreshTables();
  return useAction({
    mutation: {
      mutationFn: ({ id, cascade }: { id: number; cascade: boolean }) =>
        api.schemaChanges.deleteTable({ params: { ref, id: String(id) }, query: { cascade } }),
    },
    done: 'Deleted the table',
    onDone: async () => {
      await refresh();
      onDropped();
    },
  });
}

function useRefreshTables() {
  const queries = useQueryClient();
  return () => {
    const keys = [
      orpc.tableDesigns.key(),
      orpc.schemaApi.key(),
      orpc.tableRows.key(),
      orpc.dataApi.key(),
      orpc.database.completion.key(),
      orpc.database.findTables.key(),
    ];
    return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}
