import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { renamed } from './schema.ts';
import { DefinitionError, nameIn } from './sql-part.ts';

type Table = string | { schema: string; name: string };

interface PublicationInput {
  owner?: string | undefined;
  publish_insert?: boolean | undefined;
  publish_update?: boolean | undefined;
  publish_delete?: boolean | undefined;
  publish_truncate?: boolean | undefined;
  tables?: readonly Table[] | null | undefined;
}

export interface NewPublication extends PublicationInput {
  name: string;
}

export interface PublicationChanges extends PublicationInput {
  name?: string | undefined;
}

type Operations = Record<
  'publish_insert' | 'publish_update' | 'publish_delete' | 'publish_truncate',
  boolean
>;
export type StoredPublication = Operations & { name: string; owner: string; tables: unknown[] | null };

/** A name with a dot is a schema and a table, as clients of postgres-meta write it. */
function tableName(table: Table): string {
  if (typeof table !== 'string') return nameIn(table.schema, table.name);
  const dot = table.indexOf('.');
  return dot <= 0 ? quoteIdent(table) : nameIn(table.slice(0, dot), table.slice(dot + 1));
}

const OPERATIONS = ['insert', 'update', 'delete', 'truncate'] as const;

function published(input: PublicationInput, stored?: Operations): string {
  const names = OPERATIONS.filter(
    (operation) => input[`publish_${operation}`] ?? stored?.[`publish_${operation}`] ?? false,
  );
  return `(publish = ${quoteLiteral(names.join(', '))})`;
}

export function createPublication(publication: NewPublication): string[] {
  const name = quoteIdent(publication.name);
  const { tables, owner } = publication;
  const what =
    tables == null
      ? ' for all tables'
      : tables.length === 0
        ? ''
        : ` for table ${tables.map(tableName).join(', ')}`;
  return [
    `create publication ${name}${what} with ${published(publication)}`,
    ...(owner === undefined ? [] : [`alter publication ${name} owner to ${quoteIdent(owner)}`]),
  ];
}

export function changePublication(stored: StoredPublication, changes: PublicationChanges): string[] {
  const name = quoteIdent(stored.name);
  const { tables, owner } = changes;
  if (tables !== undefined && (tables === null) !== (stored.tables === null))
    throw new DefinitionError(
      'tables',
      'A publication of all tables cannot become one of some tables, nor the other way round. Drop it and make it anew.',
    );
  const isPublishedChanged = OPERATIONS.some((operation) => changes[`publish_${operation}`] !== undefined);
  return [
    ...(isPublishedChanged ? [`alter publication ${name} set ${published(changes, stored)}`] : []),
    ...(tables == null ? [] : setTables(name, stored, tables)),
    ...(owner === undefined || owner === stored.owner
      ? []
      : [`alter publication ${name} owner to ${quoteIdent(owner)}`]),
    ...renamed(`publication ${name}`, stored.name, changes.name),
  ];
}

/** SET TABLE cannot leave none. */
function setTables(name: string, stored: StoredPublication, tables: readonly Table[]): string[] {
  if (tables.length > 0) return [`alter publication ${name} set table ${tables.map(tableName).join(', ')}`];
  const there = (stored.tables ?? []) as { schema: string; name: string }[];
  return there.length === 0
    ? []
    : [`alter publication ${name} drop table ${there.map(tableName).join(', ')}`];
}
