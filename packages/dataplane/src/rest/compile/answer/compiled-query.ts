import type { PipelineStatement } from '@basalt/postgres';
import type { CallerQuery } from '../../../caller/run-as-caller.ts';
import type { CompiledCount } from './answer-row.ts';
import type { ChosenMedia } from './media.ts';

/**
 * A request as SQL. The statements form one group. The last one gives exactly one row of these text columns, in order:
 * `total` (count as asked for, null without), `page` (rows on this page or affected), `body` (the answer's bytes, null
 * without), `headers` and `status` (what a function set in `response.headers` and `response.status`, or null),
 * `inserted` (rows newly inserted by an upsert, null otherwise), `location` (JSON object of primary key values of the
 * inserted row as texts, null otherwise).
 */
export interface CompiledQuery
  extends Pick<CallerQuery, 'settings' | 'statements' | 'readOnly' | 'mayClaimsChange'> {
  /** How many rows the answer must have, or nothing is kept (singular, max-affected, PUT). Null: any number. */
  expectRows: { kind: 'exactly-one' } | { kind: 'at-most'; rows: number } | null;
  /** True: take everything back at the end (`tx=rollback`). */
  rollBack: boolean;
  /** Short reads by key or with a limit may share a connection; everything else has one of its own. */
  pool: 'short' | 'long';
  /** `Content-Type` of the body. */
  contentType: string;
  /** `hex`: the body column holds the bytes as hexadecimal digits (binary media types). */
  bodyEncoding: 'text' | 'hex';
  /** The planner's count, for `count=planned` and `estimated`: read it with `totalRows`. Null: `total` is right as it is. */
  plannedCount: PlannedCount | null;
  /** True: the last statement gives the lines of a plan, one text column, in place of the row described above. */
  isPlan: boolean;
  /**
   * Not null: there may be very many rows. The last but one statement gives the body, joined from a row each; the last one has none.
   * `counted`: their number, which is that of the page, is the total that was asked for.
   */
  long: { counted: boolean } | null;
}

export interface PlannedCount {
  /** Index of the statement whose one row is EXPLAIN's JSON. */
  statement: number;
  /** `total` is exact up to here and the planner's number is taken beyond; null: always the planner's. */
  exactUpTo: number | null;
}

/** What each kind of request gives, before settings go in front of it and values are numbered. */
export interface RequestParts {
  /** The answer's statement, with marks for values. */
  sql: string;
  count: CompiledCount | null;
  media: ChosenMedia;
  readOnly: boolean;
  expectRows: CompiledQuery['expectRows'];
  pool: CompiledQuery['pool'];
  functionSettings: ReadonlyMap<string, string> | null;
  long?: CompiledQuery['long'];
}

/** The request's own statement and what is to be known of it, without the values and without who asks. */
export interface CompiledAnswer
  extends Pick<PipelineStatement, 'sql' | 'reuse'>,
    Pick<RequestParts, 'count' | 'readOnly' | 'expectRows' | 'pool' | 'functionSettings'>,
    Pick<CompiledQuery, 'contentType' | 'bodyEncoding' | 'isPlan' | 'long'> {}

export interface AnswerWithValues {
  answer: CompiledAnswer;
  values: PipelineStatement['values'];
  /** All values in the order in which the compiler came to them. */
  given: PipelineStatement['values'];
  /** For each of `values`, which of `given` it is. */
  used: readonly number[];
}
