import { quoteLiteral } from '@basalt/sql';

/** Where a project's database keeps which migrations have run, as the public command line does. */
export const HISTORY = 'supabase_migrations.schema_migrations';

/** As the command line makes it, with what the management API writes down beyond that. */
export const PREPARE_HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists ${HISTORY} (version text not null primary key);
alter table ${HISTORY} add column if not exists statements text[], add column if not exists name text,
  add column if not exists created_by text, add column if not exists idempotency_key text unique,
  add column if not exists rollback text[];
lock table ${HISTORY} in share row exclusive mode;
`;

/** What is written down of a migration. */
export interface MigrationRecord {
  statements: readonly string[];
  name: string;
  /** An e-mail address. */
  createdBy: string | undefined;
  key: string | undefined;
  /** SQL that takes it back. */
  rollback?: string | undefined;
  /** 14 digits; absent: the present time, or right after the newest there is. */
  version?: string | undefined;
}

/** SQL that writes a migration down and answers its version. Two with the same key at once: the second fails as a whole. */
export function migrationRecord(record: MigrationRecord): string {
  const { statements, name, createdBy, key, rollback, version } = record;
  const stamp = quoteLiteral(new Date().toISOString().replace(/\D/g, '').slice(0, 14));
  const own =
    version === undefined
      ? `(select greatest(${stamp}::bigint, max(version::bigint) + 1)::text from ${HISTORY} where version ~ '^[0-9]{14}$')`
      : quoteLiteral(version);
  return `${PREPARE_HISTORY}
insert into ${HISTORY} (version, statements, name, created_by, idempotency_key, rollback)
values (${own}, ${textArray(statements)}, ${quoteLiteral(name)}, ${orNull(createdBy)}, ${orNull(key)},
  ${rollback === undefined ? 'null' : textArray([rollback])})
returning version;`;
}

const orNull = (text: string | undefined) => (text === undefined ? 'null' : quoteLiteral(text));

export const textArray = (texts: readonly string[]) => `array[${texts.map(quoteLiteral).join(', ')}]::text[]`;
