import { routes } from '../../kernel/router-base.ts';
import { describeTable } from './describe-table.ts';
import { explainRow } from './explain-row.ts';
import { exportTable } from './export-table.ts';
import { cellOf, countTable, listRows } from './read-rows.ts';
import { previewChanges, saveRows } from './save-rows.ts';

const { tableRows } = routes;

export const tableRowRoutes = {
  table: tableRows.table.handler(({ context, input, signal }) =>
    describeTable(context, context.actor, input, signal),
  ),
  list: tableRows.list.handler(({ context, input, signal }) =>
    listRows(context, context.actor, input, signal),
  ),
  count: tableRows.count.handler(({ context, input, signal }) =>
    countTable(context, context.actor, input, signal),
  ),
  preview: tableRows.preview.handler(({ context, input, signal }) =>
    previewChanges(context, context.actor, input, signal),
  ),
  save: tableRows.save.handler(({ context, input, signal }) =>
    saveRows(context, context.actor, input, signal),
  ),
  exportRows: tableRows.exportRows.handler(({ context, input, signal }) =>
    exportTable(context, context.actor, input, signal),
  ),
  explainRow: tableRows.explainRow.handler(({ context, input, signal }) =>
    explainRow(context, context.actor, input, signal),
  ),
  cell: tableRows.cell.handler(({ context, input, signal }) => cellOf(context, context.actor, input, signal)),
};
