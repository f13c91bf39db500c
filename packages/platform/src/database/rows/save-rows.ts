import {
  keeperOfSchema,
  type RowChange,
  type RowConflict,
  type RowFailure,
  SHOWN_CELL_BYTES,
} from '@basalt/contract';
import {
  type Change,
  ChangeError,
  enterCatalog,
  leaveCatalog,
  RowConflictError,
  readShape,
  saveChanges,
  shownChange,
  type TableShape,
} from '@basalt/postgres/rows';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { columnOf, keyOf, noTable } from './read-rows.ts';
import { READING, rowsFailure, withRows } from './with-rows.ts';

export interface ChangesInput {
  ref: string;
  id: string;
  changes: RowChange[];
}

export interface SavedRows {
  rows: ((string | null)[] | null)[];
  cut: { row: number; column: number; bytes: number }[];
  versions: (string | null)[];
}

const WRITING = { statementTimeoutMs: 60_000, lockTimeoutMs: 5_000 } as const;

/** The statements that saving would run. @throws PlatformError as `saveRows` does for what the changes say */
export async function previewChanges(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, changes }: ChangesInput,
  signal?: AbortSignal,
): Promise<{ statements: string[] }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  return withRows(dependencies, { project, role: READ_ONLY_ROLE, signal, ...READING }, async (client) => {
    await enterCatalog(client);
    const shape = await readShape(client, id, READ_ONLY_ROLE);
    if (shape === null) throw noTable(id);
    return { statements: changes.map((change) => shownChange(shape, toChange(shape, change))) };
  });
}

/**
 * Saves all changes as the owner of the database, or none of them.
 * @throws PlatformError `forbidden`, `bad_request` for columns and keys that the table does not have, `conflict` with `RowConflict`,
 *   `sql_error` with `RowFailure`
 */
export async function saveRows(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id, changes }: ChangesInput,
  signal?: AbortSignal,
): Promise<SavedRows> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  return withRows(dependencies, { project, role: OWNER_ROLE, signal, ...WRITING }, async (client) => {
    const path = await enterCatalog(client);
    const shape = writableShape(await readShape(client, id, READ_ONLY_ROLE), id);
    await leaveCatalog(client, path);
    const wanted = changes.map((change) => toChange(shape, change));
    const saved = await saveChanges(client, shape, wanted, SHOWN_CELL_BYTES).catch((error: unknown) => {
      throw refusal(error);
    });
    return {
      rows: saved.map((row) => row?.values ?? null),
      cut: saved.flatMap((found, row) => (found?.cut ?? []).map((cut) => ({ row, ...cut }))),
      versions: saved.map((row) => row?.version ?? null),
    };
  });
}

/** @throws PlatformError `not_found`, `forbidden` */
export function writableShape(shape: TableShape | null, id: string): TableShape {
  if (shape === null) throw noTable(id);
  if (keeperOfSchema(shape.schema) === null) return shape;
  throw new PlatformError(
    'forbidden',
    `Tables of the schema ${shape.schema} belong to PostgreSQL or to a service, and are only read here.`,
  );
}

function toChange(shape: TableShape, change: RowChange): Change {
  const values = () =>
    Object.entries(change.kind === 'delete' ? {} : change.values).map(
      ([name, value]) => [columnOf(shape, name), value] as const,
    );
  if (change.kind === 'insert') return { kind: 'insert', values: values() };
  const key = keyOf(shape, change.key);
  if (change.kind === 'delete') return { kind: 'delete', key, version: change.version };
  if (Object.keys(change.values).length === 0)
    throw new PlatformError('bad_request', 'This change has no values.', { field: 'changes' });
  return { kind: 'update', key, values: values(), version: change.version };
}

function refusal(error: unknown): unknown {
  if (error instanceof RowConflictError) {
    const { change, row, message } = error;
    const details: RowConflict = { change, row: row?.values ?? null, version: row?.version ?? null };
    return new PlatformError('conflict', message, { details, cause: error });
  }
  if (!(error instanceof ChangeError)) return error;
  const { change, column, failure } = error;
  const told = rowsFailure(failure, column);
  const where: RowFailure = { change, column };
  const details = { ...(told.details as object | undefined), ...where };
  return new PlatformError(told.code, told.message, {
    details,
    cause: error,
    ...(column && { field: column }),
  });
}
