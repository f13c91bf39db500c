import type { GridTable } from '@basalt/contract';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { downloadLink } from '../../../lib/download-link.ts';
import { showToast } from '../../../lib/toast.ts';
import { MenuButton } from '../../../ui/menus/menu-button.tsx';
import type { RowsWanted } from '../rows/use-rows.ts';

interface ExportMenuProps {
  wanted: RowsWanted;
  table: GridTable;
  /** Keys of the selected rows; empty: all that the filters leave. */
  keys: readonly Readonly<Record<string, string>>[];
}

const FORMATS = ['csv', 'sql', 'json'] as const;

/** All rows that the filters leave, or the selected ones, as a file. The server streams it. */
export function ExportMenu({ wanted, table, keys }: ExportMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (format: (typeof FORMATS)[number]) => {
    const { projectRef: ref, tableId: id, view, as } = wanted;
    setBusy(true);
    try {
      const { fileUrl } = await api.tableRows.exportRows({
        ref,
        id,
        format,
        filters: [...view.filters],
        sorts: [...view.sorts],
        ...(as === null ? {} : { as }),
        ...(keys.length === 0 ? {} : { keys: keys.map((key) => ({ ...key })) }),
      });
      downloadLink(fileUrl);
    } catch (error) {
      await showToast('failed', `Failed to export ${table.name}: ${toApiError(error).message}`);
    } finally {
      setBusy(false);
    }
  };
  const what =
    keys.length > 0
      ? `${keys.length.toLocaleString('en')} selected`
      : wanted.view.filters.length > 0
        ? 'All rows that the filters leave'
        : 'All rows';
  return (
    <MenuButton
      label="Export"
      align="end"
      isBusy={isBusy}
      entries={() =>
        FORMATS.map((format) => ({
          label: format.toUpperCase(),
          text: what,
          onChoose: () => void start(format),
        }))
      }
    />
  );
}
