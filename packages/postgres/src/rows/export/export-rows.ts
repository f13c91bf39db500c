import { quoteIdent } from '@basalt/sql';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { AnswerTranslator } from '../../csv/answer-translator.ts';
import { CsvTranslator } from '../../csv/csv-translator.ts';
import { type WriteOptions, writeAnswer } from '../../csv/write-csv.ts';
import { keyList } from '../changes/rows-by-key.ts';
import type { RowKey } from '../reading/read-cell.ts';
import { type Impersonation, rowsTarget } from '../session.ts';
import { qualifiedName, type ShapeColumn, type TableShape } from '../shape/table-shape.ts';
import { conditions, type Filter } from '../statements/filters.ts';
import { orderBy, type Sort, totalOrder } from '../statements/keyset.ts';
import { running } from '../statements/style.ts';
import { insertFormat, jsonFormat } from './row-formats.ts';

export type ExportFormat = 'csv' | 'sql' | 'json';

/** What of a table is exported. Plain data. */
export interface RowsExport {
  readonly format: ExportFormat;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly table: string;
  readonly columns: readonly ShapeColumn[];
  readonly hasOwnNumbers: boolean;
  readonly as: Impersonation | null;
  /** As `enterCatalog` answers it; somebody else has one of their own. */
  readonly searchPath: string;
}

export interface RowsExportRequest {
  readonly format: ExportFormat;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** Only these rows. */
  readonly keys: readonly RowKey[] | null;
  readonly as: Impersonation | null;
  readonly searchPath: string;
}

/** Throws FilterError. */
export function prepareExport(shape: TableShape, request: RowsExportRequest): RowsExport {
  const { format, filters, keys, as, searchPath } = request;
  // What the database computes it computes again.
  const columns = shape.columns.filter(({ isGenerated }) => format !== 'sql' || !isGenerated);
  const style = running();
  const values: unknown[] = style.values;
  const lists =
    keys === null ? [] : (shape.key ?? []).map((_name, place) => keys.map((key) => key[place]?.[1] ?? null));
  values.push(...lists);
  const join = keys === null ? '' : ` join ${keyList(shape)}`;
  const where = conditions(style, filters);
  const { sorts } = totalOrder(shape, request.sorts);
  const names = columns.map(({ name }) => `t.${quoteIdent(name)}`).join(', ');
  const rows = `select ${names} from ${qualifiedName(shape)} as t${join}${where.length === 0 ? '' : ` where ${where.join(' and ')}`}${orderBy(style, sorts)}`;
  return {
    format,
    sql: format === 'json' ? `select pg_catalog.row_to_json(r) from (${rows}) as r` : rows,
    values,
    table: qualifiedName(shape),
    columns,
    hasOwnNumbers: columns.some(({ isIdentity }) => isIdentity),
    as,
    searchPath,
  };
}

/** Writes the file of an export, row by row. Throws like `writeCsv`. */
export async function exportRows(
  target: ConnectionTarget,
  { format, sql, values, table, columns, hasOwnNumbers, as, searchPath }: RowsExport,
  options: Omit<WriteOptions, 'parameters'>,
): Promise<void> {
  const { statementTimeoutMs } = options;
  const exact = rowsTarget({ target, statementTimeoutMs, lockTimeoutMs: LOCK_TIMEOUT_MS });
  const translator =
    format === 'csv'
      ? new CsvTranslator()
      : new AnswerTranslator(format === 'sql' ? insertFormat(table, columns, hasOwnNumbers) : jsonFormat());
  const settings = Object.entries({ search_path: searchPath, ...as?.settings, ...(as && { role: as.role }) });
  await writeAnswer(exact, sql, { ...options, parameters: values }, translator, settings);
}

const LOCK_TIMEOUT_MS = 5_000;
