import type { RowSource } from '../sql/row-source.ts';
import type { Output } from './output.ts';

/** One level of a read as pieces of SQL, all about `source.alias`. */
export interface CompiledLevel {
  readonly source: RowSource;
  readonly outputs: readonly Output[];
  /** Joins that outputs need. Which rows there are does not depend on them. */
  readonly joins: readonly string[];
  /** All must hold; inner embeds are among them. */
  readonly conditions: readonly string[];
  /** Outputs hold aggregates: rows are grouped by the others. */
  readonly grouped: boolean;
  readonly order: readonly string[];
  /** What stands after LIMIT and OFFSET. */
  readonly limit: string | null;
  readonly offset: string | null;
}

export interface LevelOptions {
  /** Most rows when fewer are not asked for, null for no bound. */
  readonly cap: number | null;
  /** `*` has to be written out. */
  readonly starNamed: boolean;
  /** Aggregates are taken by the level above, of this level's columns. */
  readonly hoisted: boolean;
}
