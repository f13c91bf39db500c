import { type RowPage, SHOWN_CELL_BYTES, type ViewAs } from '@basalt/contract';
import {
  beginReading,
  CursorError,
  countRows,
  enterCatalog,
  type Filter,
  FilterError,
  findMisfit,
  type Impersonation,
  leaveCatalog,
  readCell,
  readPage,
  readShape,
  type ShapeColumn,
  type TableShape,
} from '@basalt/postgres/rows';
import { readDataApiSettings } from '../../data-api/settings.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { impersonation } from './view-as.ts';
import { READING, type RowsClient, rowsFailure, withRows } from './with-rows.ts';

interface TableInput {
  ref: string;
  id: string;
}

interface FilterInput {
  column: string;
  operator: Filter['operator'];
  value: string;
}

export interface SelectionInput extends TableInput {
  filters: FilterInput[];
  as?: ViewAs | undefined;
}

export interface PageInput extends SelectionInput {
  sorts: { column: string; ascending: boolean }[];
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

const MAX_CELL_BYTES = 32 * 1024 * 1024;

/** @throws PlatformError as `readTable` does */
export function listRows(
  dependencies: Dependencies,
  actor: Actor,
  input: PageInput,
  signal?: AbortSignal,
): Promise<RowPage> {
  return readTable(dependencies, actor, input, signal, async (client, shape) => {
    const { limit, offset = 0, cursor = null, as } = input;
    const filters = filtersOf(shape, input.filters);
    const sorts = input.sorts.map(({ column, ascending }) => ({
      column: columnOf(shape, column),
      ascending,
    }));
    const hasPolicies = as !== undefined;
    const begin = performance.now();
    const page = await fitting(client, filters, () =>
      readPage(client, shape, {
        filters,
        sorts,
        limit,
        offset,
        cursor,
        cellBytes: SHOWN_CELL_BYTES,
        hasPolicies,
      }),
    );
    const milliseconds = Math.round((performance.now() - begin) * 10) / 10;
    return { ...page, columns: [...page.columns], milliseconds };
  });
}

/** @throws PlatformError as `readTable` does */
export function countTable(
  dependencies: Dependencies,
  actor: Actor,
  input: SelectionInput & { exact: boolean },
  signal?: AbortSignal,
): Promise<{ rows: number | null; is_exact: boolean; sql: string }> {
  return readTable(dependencies, actor, input, signal, async (client, shape) => {
    const filters = filtersOf(shape, input.filters);
    const { rows, isExact, sql } = await fitting(client, filters, () =>
      countRows(client, shape, filters, input.exact),
    );
    return { rows, is_exact: isExact, sql };
  });
}

export interface CellInput extends TableInput {
  key: Record<string, string>;
  column: string;
  as?: ViewAs | undefined;
}

/** @throws PlatformError as `readTable` does, and `payload_too_large` */
export function cellOf(
  dependencies: Dependencies,
  actor: Actor,
  input: CellInput,
  signal?: AbortSignal,
): Promise<{ value: string | null }> {
  return readTable(dependencies, actor, input, signal, async (client, shape) => {
    const key = keyOf(shape, input.key);
    const filters = key.map(([column, value]): Filter => ({ column, operator: '=', value }));
    const wanted = { column: columnOf(shape, input.column), maxBytes: MAX_CELL_BYTES };
    const found = await fitting(client, filters, () => readCell(client, shape, key, wanted));
    if (found === null) throw new PlatformError('not_found', 'This row is not there any more.');
    if (found.bytes > MAX_CELL_BYTES)
      throw new PlatformError(
        'payload_too_large',
        'This value has more than 32 MB. Select parts of it with SQL.',
      );
    return { value: found.value };
  });
}

/** As whom rows are read, null: as the read-only role, and in which search path. */
export interface Reading {
  readonly as: Impersonation | null;
  readonly path: string;
}

/**
 * Runs `read` in a transaction that can only read: as the read-only role, or as the API would for somebody.
 * @throws PlatformError `not_found` without such a table, `bad_request` for columns that it does not have and filters without a
 *   sense, `sql_error` with the column as `field`
 */
export async function readTable<T>(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, as }: TableInput & { as?: ViewAs | undefined },
  signal: AbortSignal | undefined,
  read: (client: RowsClient, shape: TableShape, how: Reading) => Promise<T>,
): Promise<T> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  // Only a member of the API's roles can become one of them; what runs then has their rights and cannot write.
  const role = as === undefined ? READ_ONLY_ROLE : OWNER_ROLE;
  try {
    return await withRows(dependencies, { project, role, signal, ...READING }, async (client) => {
      const path = await enterCatalog(client);
      const shape = await readShape(client, id, as?.role ?? READ_ONLY_ROLE);
      if (shape === null) throw noTable(id);
      const settings = as === undefined ? null : await readDataApiSettings(dependencies.db, project.id);
      const somebody = as && settings ? await impersonation(client, shape, as, settings) : null;
      await leaveCatalog(client, path);
      await beginReading(client, somebody);
      return await read(client, shape, { as: somebody, path });
    });
  } catch (error) {
    if (error instanceof FilterError)
      throw new PlatformError('bad_request', error.message, { field: error.column, cause: error });
    if (error instanceof CursorError)
      throw new PlatformError('bad_request', error.message, { field: 'cursor', cause: error });
    throw error;
  }
}

export function noTable(id: string): PlatformError {
  return new PlatformError(
    'not_found',
    `The database has no table or view with the id ${id}. It may have been dropped.`,
  );
}

/** Runs what compares columns with values. When the database refuses, the value that does not fit its column is looked for. */
export async function fitting<T>(
  client: RowsClient,
  filters: readonly Filter[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const misfit = await findMisfit(client, error, filters);
    throw misfit === null ? error : rowsFailure(misfit.error, misfit.column);
  }
}

export function columnOf(shape: TableShape, name: string): ShapeColumn {
  const column = shape.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  throw new PlatformError('bad_request', `There is no column “${name}” in ${shape.name}.`, { field: name });
}

export function filtersOf(shape: TableShape, filters: readonly FilterInput[]): Filter[] {
  return filters.map(({ column, ...filter }) => ({ ...filter, column: columnOf(shape, column) }));
}

/** @throws PlatformError `bad_request` when these are not the columns that tell the table's rows apart */
export function keyOf(shape: TableShape, key: Readonly<Record<string, string>>): [ShapeColumn, string][] {
  const names = Object.keys(key);
  if (
    shape.key === null ||
    names.length !== shape.key.length ||
    !shape.key.every((name) => Object.hasOwn(key, name))
  )
    throw new PlatformError('bad_request', `This is not a key of ${shape.name}.`, { field: 'key' });
  return shape.key.map((name) => [columnOf(shape, name), key[name] ?? '']);
}
