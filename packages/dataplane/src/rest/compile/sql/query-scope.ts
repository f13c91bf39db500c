import type { SchemaCache } from '../../schema-cache/schema-cache.ts';
import type { AliasPool } from './alias-pool.ts';
import type { StatementValues } from './statement-values.ts';

/** What all parts of one request share while it is compiled. */
export interface QueryScope {
  readonly cache: SchemaCache;
  /** The schema of the request. */
  readonly schema: string;
  readonly values: StatementValues;
  readonly aliases: AliasPool;
  /** Most rows of a read and of an embed, null for no bound. */
  readonly maxRows: number | null;
}
