/** What can be listed on the page of tables, by the words of the address. */
export const RELATION_KINDS = {
  tables: { label: 'Tables', noun: ['table', 'tables'], isTable: true },
  views: { label: 'Views', noun: ['view', 'views'], isTable: false },
  'materialized-views': {
    label: 'Materialized views',
    noun: ['materialized view', 'materialized views'],
    isTable: false,
  },
  'foreign-tables': { label: 'Foreign tables', noun: ['foreign table', 'foreign tables'], isTable: false },
} as const satisfies Record<string, { label: string; noun: readonly [string, string]; isTable: boolean }>;

export type RelationKind = keyof typeof RELATION_KINDS;

/** The kind an address asks for; what nobody knows is tables. */
export function relationKind(value: string | undefined): RelationKind {
  return value !== undefined && Object.hasOwn(RELATION_KINDS, value) ? (value as RelationKind) : 'tables';
}

export interface ListedRelation {
  id: number;
  schema: string;
  name: string;
  comment: string | null;
  /** Of a table. */
  rows: number | string | null;
  size: string | null;
  rls: boolean;
}

interface Relation {
  id: number;
  schema: string;
  name: string;
  comment: string | null;
  live_rows_estimate?: number | string;
  size?: string;
  rls_enabled?: boolean;
}

/** What the list tells of a relation of any kind. */
export function relationOf(relation: Relation): ListedRelation {
  const {
    id,
    schema,
    name,
    comment,
    live_rows_estimate: rows = null,
    size = null,
    rls_enabled: rls = false,
  } = relation;
  return { id, schema, name, comment, rows, size, rls };
}

/** The type of a column as SQL writes it, as far as the bare name tells: `text[]` for `_text`. */
export function columnType({ format, data_type }: { format: string; data_type: string }): string {
  return data_type === 'ARRAY' ? `${format.replace(/^_/, '')}[]` : format;
}
