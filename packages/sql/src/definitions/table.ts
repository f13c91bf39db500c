import { quoteIdent } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { renamed } from './schema.ts';
import { DefinitionError, nameIn, nameList } from './sql-part.ts';

export interface NewTable {
  name: string;
  schema: string;
  comment?: string | null | undefined;
}

export interface TableChanges {
  name?: string | undefined;
  schema?: string | undefined;
  comment?: string | null | undefined;
  rls_enabled?: boolean | undefined;
  rls_forced?: boolean | undefined;
  replica_identity?: 'DEFAULT' | 'INDEX' | 'FULL' | 'NOTHING' | undefined;
  replica_identity_index?: string | undefined;
  primary_keys?: readonly { name: string }[] | undefined;
}

export function createTable({ schema, name, comment }: NewTable): string[] {
  const table = nameIn(schema, name);
  return [`create table ${table} ()`, ...commentOn(`table ${table}`, comment || undefined)];
}

/** @param primaryKey name of the constraint that is there */
export function changeTable(
  { schema, name, primaryKey }: { schema: string; name: string; primaryKey: string | null },
  changes: TableChanges,
): string[] {
  const table = nameIn(schema, name);
  const alter = (clause: string) => [`alter table ${table} ${clause}`];
  const keys = changes.primary_keys;
  return [
    ...commentOn(`table ${table}`, changes.comment),
    ...(changes.rls_enabled === undefined ? [] : alter(rowLevelSecurity(changes.rls_enabled))),
    ...(changes.rls_forced === undefined
      ? []
      : alter(`${changes.rls_forced ? 'force' : 'no force'} row level security`)),
    ...(changes.replica_identity === undefined ? [] : alter(replicaIdentity(changes))),
    ...(keys !== undefined && primaryKey !== null ? alter(`drop constraint ${quoteIdent(primaryKey)}`) : []),
    ...(keys !== undefined && keys.length > 0
      ? alter(`add primary key (${nameList(keys.map((key) => key.name))})`)
      : []),
    ...moved(`table ${table}`, schema, changes.schema),
    ...renamed(`table ${nameIn(changes.schema ?? schema, name)}`, name, changes.name),
  ];
}

export function rowLevelSecurity(on: boolean): string {
  return `${on ? 'enable' : 'disable'} row level security`;
}

/** The statement that puts an object into another schema; none when it is there. */
export function moved(object: string, schema: string, newSchema: string | undefined): string[] {
  return newSchema === undefined || newSchema === schema
    ? []
    : [`alter ${object} set schema ${quoteIdent(newSchema)}`];
}

function replicaIdentity({ replica_identity, replica_identity_index }: TableChanges): string {
  if (replica_identity !== 'INDEX')
    return `replica identity ${(replica_identity ?? 'DEFAULT').toLowerCase()}`;
  if (replica_identity_index === undefined)
    throw new DefinitionError('replica_identity_index', 'Name the unique index that tells rows apart.');
  return `replica identity using index ${quoteIdent(replica_identity_index)}`;
}

/** A policy or a trigger, as statements name it. */
export function onTable(
  kind: 'policy' | 'trigger',
  { schema, table, name }: { schema: string; table: string; name: string },
): string {
  return `${kind} ${quoteIdent(name)} on ${nameIn(schema, table)}`;
}

export function refreshView(
  { schema, name }: { schema: string; name: string },
  concurrently: boolean,
): string[] {
  return [`refresh materialized view ${concurrently ? 'concurrently ' : ''}${nameIn(schema, name)}`];
}
