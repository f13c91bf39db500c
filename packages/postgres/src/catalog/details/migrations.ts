import { toQueryError } from '../../errors/query-error.ts';
import type { CatalogClient } from '../read-catalog.ts';

export interface MigrationSummary {
  version: string;
  name: string | null;
  created_by: string | null;
  statement_count: number;
}

export interface Migration extends MigrationSummary {
  /** Null: they are more than {@link MAX_BYTES}. */
  statements: string[] | null;
  /** What takes it back; null where nothing is written down. */
  rollback: string[] | null;
  idempotency_key: string | null;
}

const MAX_BYTES = 8 * 1024 * 1024;

const TABLE = 'supabase_migrations.schema_migrations';

// The table is the project's own: its people may have made another of this name, with other columns, or a view that takes long.
// JSON has what is there, by name.
const SETTINGS = `
  set search_path = pg_catalog;
  set statement_timeout = '10s';
  set lock_timeout = '1s'`;

const SUMMARY = `
  pg_catalog."left"(row ->> 'version', 256) as version,
  pg_catalog."left"(row ->> 'name', 1000) as name,
  pg_catalog."left"(row ->> 'created_by', 1000) as created_by,
  case when pg_catalog.jsonb_typeof(row -> 'statements') = 'array'
    then pg_catalog.jsonb_array_length(row -> 'statements') else 0 end as statement_count`;

const ROWS = `(select pg_catalog.to_jsonb(m) as row from ${TABLE} m) as migrations`;

/**
 * The migrations that tools have written down, the newest first; none where nobody has. The connection's settings are changed.
 * Throws QueryError.
 */
export async function readMigrations(
  client: CatalogClient,
  { limit, offset }: { limit: number; offset: number },
): Promise<MigrationSummary[]> {
  return await read<MigrationSummary>(
    client,
    `select ${SUMMARY} from ${ROWS} where row ->> 'version' is not null order by 1 desc limit $1 offset $2`,
    [limit, offset],
  );
}

/** One migration with its statements; null when there is none of this version. Throws QueryError. */
export async function readMigration(client: CatalogClient, version: string): Promise<Migration | null> {
  const [found] = await read<
    MigrationSummary & { statements: string | null; rollback: string | null; idempotency_key: string | null }
  >(
    client,
    `select ${SUMMARY}, case when pg_catalog.octet_length(row ->> 'statements') > ${MAX_BYTES} then null
       else coalesce(row ->> 'statements', '[]') end as statements,
       case when pg_catalog.octet_length(row ->> 'rollback') <= ${MAX_BYTES} then row ->> 'rollback' end as rollback,
       pg_catalog."left"(row ->> 'idempotency_key', 1000) as idempotency_key
     from ${ROWS} where row ->> 'version' = $1 limit 1`,
    [version],
  );
  if (found === undefined) return null;
  return {
    ...found,
    statements: found.statements === null ? null : textsOf(found.statements),
    rollback: found.rollback === null ? null : textsOf(found.rollback),
  };
}

/** The column can be of any type where its table is not the usual one. */
function textsOf(stored: string): string[] {
  try {
    const parsed: unknown = JSON.parse(stored);
    return Array.isArray(parsed) ? parsed.map(String) : [stored];
  } catch {
    return [stored];
  }
}

async function read<Row>(client: CatalogClient, sql: string, values: unknown[]): Promise<Row[]> {
  try {
    await client.query(SETTINGS);
    const { rows: known } = await client.query('select pg_catalog.to_regclass($1) is not null as found', [
      TABLE,
    ]);
    if (!(known as { found: boolean }[])[0]?.found) return [];
    const { rows } = await client.query(sql, values);
    return rows as Row[];
  } catch (error) {
    throw toQueryError(error);
  }
}
