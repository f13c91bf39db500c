import { quoteIdent } from '@basalt/sql';

export type LintLevel = 'ERROR' | 'WARN' | 'INFO';
export type LintCategory = 'SECURITY' | 'PERFORMANCE';

/** One thing that a check found, in the words that clients of advisors know; and the SQL that mends it, where there is any. */
export interface Finding {
  readonly name: string;
  readonly title: string;
  readonly level: LintLevel;
  readonly facing: 'EXTERNAL';
  readonly categories: readonly LintCategory[];
  readonly description: string;
  readonly detail: string;
  readonly remediation: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The same for the same thing in every run: what is ignored is known by it. */
  readonly cache_key: string;
  readonly fix: string | null;
}

/** What a check says about one row of its SQL. */
export interface Found {
  /** What the key of the finding is made of, after the name of the check. */
  readonly key: readonly string[];
  readonly detail: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Statements that remove the finding; null where only a person can decide. */
  readonly fix: string | null;
  /** Where this one is worse, or less bad, than the check says. */
  readonly level?: LintLevel;
}

/** One check of a database. */
export interface Lint {
  readonly name: string;
  readonly title: string;
  readonly level: LintLevel;
  readonly category: LintCategory;
  readonly description: string;
  readonly remediation: string;
  /** A SELECT over the names of `COMMON_NAMES`. Every name in it is qualified. */
  readonly sql: string;
  /** Only for what no other role sees: such a check reads views and functions of `pg_catalog`, and nothing of the database's people. */
  readonly asSuperuser?: true;
  /** Other than the name, the beginning of keys. */
  readonly keyPrefix?: string;
  /** @returns null when the row is no finding after all */
  readonly read: (row: never) => Found | null;
}

/** A check whose rows have this shape. */
export interface LintOf<Row> extends Omit<Lint, 'read'> {
  readonly read: (row: Row) => Found | null;
}

export function lint<Row>(declared: LintOf<Row>): Lint {
  return declared;
}

/** The beginning of every row about something in a schema. */
export interface Named {
  readonly schema: string;
  readonly name: string;
}

/** A name with its schema, as SQL. */
export function qualified({ schema, name }: Named): string {
  return `${quoteIdent(schema)}.${quoteIdent(name)}`;
}

/** A name with its schema in a sentence. */
export function spoken({ schema, name }: Named): string {
  return `\`${schema}.${name}\``;
}

/** Several names as a list in SQL. */
function identList(names: readonly string[]): string {
  return names.map(quoteIdent).join(', ');
}

/** CONCURRENTLY where PostgreSQL allows it: not for tables with partitions. */
export function createIndex(table: Named & { kind: string }, columns: readonly string[]): string {
  const how = table.kind === 'p' ? '' : ' concurrently';
  return `create index${how} on ${qualified(table)} (${identList(columns)});`;
}
