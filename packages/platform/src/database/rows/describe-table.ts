import type { GridColumn, GridTable, ReadOnlyReason, ValueKind } from '@basalt/contract';
import { keeperOfSchema } from '@basalt/contract';
import {
  type DescribedColumn,
  type DescribedTable,
  enterCatalog,
  readShape,
  readTable,
} from '@basalt/postgres/rows';
import { readServedSchemas } from '../../data-api/database-side.ts';
import { readDataApiSettings } from '../../data-api/settings.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { may } from '../../projects/policy.ts';
import { noTable } from './read-rows.ts';
import { READING, withRows } from './with-rows.ts';

/** What is to be known of a table before its rows are shown. @throws PlatformError `not_found` */
export async function describeTable(
  dependencies: Dependencies,
  actor: Actor,
  { ref, id }: { ref: string; id: string },
  signal?: AbortSignal,
): Promise<GridTable> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  const settings = await readDataApiSettings(dependencies.db, project.id);
  const access = { project, role: READ_ONLY_ROLE, signal, ...READING };
  return withRows(dependencies, access, async (client) => {
    await enterCatalog(client);
    const shape = await readShape(client, id, READ_ONLY_ROLE);
    const { served } = await readServedSchemas(client, settings);
    const table = shape === null ? null : await readTable(client, id, READ_ONLY_ROLE);
    if (shape === null || table === null) throw noTable(id);
    const { has_api_access, is_writable, is_read_only_database, columns, ...facts } = table;
    const key = shape.key === null ? null : [...shape.key];
    return {
      ...facts,
      columns: columns.map(presentColumn),
      key,
      is_exposed: has_api_access && served.includes(table.schema),
      read_only: reasonOf(table, key, may('run_sql', role)),
    };
  });
}

function reasonOf(
  { schema, is_writable, is_read_only_database }: DescribedTable,
  key: string[] | null,
  mayWrite: boolean,
): ReadOnlyReason | null {
  if (keeperOfSchema(schema) !== null) return 'system_schema';
  if (!is_writable) return 'not_updatable';
  if (!mayWrite) return 'no_permission';
  if (is_read_only_database) return 'read_only_database';
  return key === null ? 'no_key' : null;
}

function presentColumn({
  type_kind,
  type_name,
  type_category,
  is_built_in,
  is_array,
  ...column
}: DescribedColumn): GridColumn {
  return {
    ...column,
    kind: kindOf({ type_kind, type_name, type_category, is_built_in, is_array }),
    has_time_zone:
      is_built_in &&
      ['timestamptz', 'timetz', 'tstzrange', 'tstzmultirange'].includes(type_name.replace(/^_/, '')),
  };
}

const BUILT_IN: Readonly<Record<string, ValueKind>> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  oid: 'integer',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'json',
  jsonb: 'json',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  uuid: 'uuid',
  bytea: 'bytes',
};
const KINDS: Readonly<Record<string, ValueKind>> = { e: 'enum', r: 'range', m: 'range', c: 'composite' };

type ColumnType = Pick<
  DescribedColumn,
  'type_kind' | 'type_name' | 'type_category' | 'is_built_in' | 'is_array'
>;

function kindOf({ type_kind, type_name, type_category, is_built_in, is_array }: ColumnType): ValueKind {
  if (is_array) return 'array';
  const built = is_built_in && Object.hasOwn(BUILT_IN, type_name) ? BUILT_IN[type_name] : undefined;
  return built ?? KINDS[type_kind] ?? (type_category === 'S' ? 'text' : 'other');
}
