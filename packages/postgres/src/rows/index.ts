export { type Change, type NewValue, shownChange } from './changes/change-sql.ts';
export { ChangeError, RowConflictError, saveChanges } from './changes/save-changes.ts';
export { exportRows, prepareExport, type RowsExport } from './export/export-rows.ts';
export {
  ImportError,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  importRows,
} from './import/import-rows.ts';
export { explainPolicies, type RowReach, readWholeRow } from './policies/explain-policies.ts';
export { countRows, type RowCount } from './reading/count-rows.ts';
export { findMisfit } from './reading/find-misfit.ts';
export { type RowKey, readCell } from './reading/read-cell.ts';
export { CursorError, type Page, type PageRequest, readPage } from './reading/read-page.ts';
export {
  beginReading,
  enterCatalog,
  type Impersonation,
  leaveCatalog,
  type RowsSession,
  searchPathFrom,
  withRowsClient,
} from './session.ts';
export { readShape } from './shape/read-shape.ts';
export type { ShapeColumn, TableShape } from './shape/table-shape.ts';
export { type Filter, FilterError } from './statements/filters.ts';
export type { Sort } from './statements/keyset.ts';
export { type DescribedColumn, type DescribedTable, readTable } from './table/read-table.ts';
export { type ScriptObject, TABLE_SCRIPTS, TYPE_SCRIPTS } from './table/scripts.ts';
