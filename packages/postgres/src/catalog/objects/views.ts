import { type ColumnObject, JOIN_COLUMNS } from './columns.ts';
import { describe, joinComment, type ObjectKind, relationPage, unlessLocked } from './object-scope.ts';

interface NamedRelation {
  id: number;
  schema: string;
  name: string;
  comment: string | null;
  columns?: ColumnObject[] | undefined;
}

export interface ViewObject extends NamedRelation {
  /** Whether rows can be updated and deleted through it, without triggers. */
  is_updatable: boolean;
  /** Its query. Null when it cannot be read now. */
  definition: string | null;
}

export interface MaterializedViewObject extends NamedRelation {
  is_populated: boolean;
  definition: string | null;
}

export interface ForeignTableObject extends NamedRelation {
  foreign_server_name: string;
  foreign_data_wrapper_name: string;
}

const DEFINITION = `${unlessLocked('pg_class', 'r.oid', 'pg_catalog.pg_get_viewdef(r.oid, true)')} as definition`;
// 4: rows can be updated, 16: rows can be deleted.
const IS_UPDATABLE = `coalesce(${unlessLocked(
  'pg_class',
  'r.oid',
  'pg_catalog.pg_relation_is_updatable(r.oid, false) & 20 = 20',
)}, false) as is_updatable`;

export function viewObjects(includeColumns: boolean): ObjectKind<ViewObject> {
  return relationsOf('v', includeColumns, `${IS_UPDATABLE}, ${DEFINITION}`);
}

export function materializedViewObjects(includeColumns: boolean): ObjectKind<MaterializedViewObject> {
  return relationsOf('m', includeColumns, `c.relispopulated as is_populated, ${DEFINITION}`);
}

export function foreignTableObjects(includeColumns: boolean): ObjectKind<ForeignTableObject> {
  return relationsOf(
    'f',
    includeColumns,
    's.srvname as foreign_server_name, w.fdwname as foreign_data_wrapper_name',
    `join pg_catalog.pg_foreign_table f on f.ftrelid = r.oid
join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw`,
  );
}

function relationsOf<Row extends NamedRelation>(
  kind: 'v' | 'm' | 'f',
  includeColumns: boolean,
  facts: string,
  joins = '',
): ObjectKind<Row> {
  const select = `
select r.oid::pg_catalog.int8 as id, r.nspname as schema, r.relname as name, ${facts}, d.description as comment
  ${includeColumns ? ", coalesce(columns.list, '[]') as columns" : ''}
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
${joins}
${joinComment('d', 'pg_class', 'r.oid')}
${includeColumns ? JOIN_COLUMNS : ''}
order by r.nspname, r.relname`;
  return { page: relationPage(kind), topic: describe(select) };
}
