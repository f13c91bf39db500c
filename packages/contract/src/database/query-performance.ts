import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, queryBoolean, storableText } from '../shared/names.ts';
import { STATEMENT_SORTS } from './statement-sorts.ts';

/** A statement with all its runs since the statistics began. Times are milliseconds; values in it are shown as $1, $2 … */
export const recordedStatement = z.object({
  /** Of the role, the statement, and whether it was run by itself. */
  id: z.string(),
  query: z.string(),
  /** The text is longer than what is shown. */
  is_cut: z.boolean(),
  user: z.string(),
  calls: z.number(),
  total_milliseconds: z.number(),
  plan_milliseconds: z.number(),
  mean_milliseconds: z.number(),
  min_milliseconds: z.number(),
  max_milliseconds: z.number(),
  deviation_milliseconds: z.number(),
  /** Of the time that all statements took, from 0 to 1. */
  share: z.number(),
  rows: z.number(),
  /** Of its reads those that found their page in memory, from 0 to 1; null when it read nothing. */
  cache_hit: z.number().nullable(),
  blocks_read: z.number(),
  /** Pages of temporary files read and written, 8 kB each. */
  temp_blocks: z.number(),
  wal_bytes: z.number(),
  /** Since when it is counted, where the server knows (17 and later). */
  since: z.string().nullable(),
});
export type RecordedStatement = z.infer<typeof recordedStatement>;

export const statementList = z.object({
  statements: z.array(recordedStatement),
  /** More than are told match. */
  is_cut: z.boolean(),
  /** Roles that have run anything. */
  users: z.array(z.string()),
  since: z.string().nullable(),
  /** How many times statements were forgotten to make room for others. */
  evictions: z.number(),
  /** Planning is counted only where the server is told to. */
  tracks_planning: z.boolean(),
  /** Why there are no statistics, where there are none. */
  missing: z.string().nullable(),
});
export type StatementList = z.infer<typeof statementList>;

export const indexAdvice = z.object({
  /** Likely: the statistics say that few rows match. Unknown: nothing is known about how many do. */
  grade: z.enum(['likely', 'unknown']),
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  sql: z.string(),
  /** About how large the index would be. */
  bytes: z.number(),
  /** Why it cannot be tried, where it cannot. */
  no_trial: z.string().nullable(),
});
export type IndexAdvice = z.infer<typeof indexAdvice>;

export const statementPlan = z.object({
  /** As EXPLAIN writes it as JSON; null with a sentence in `problem`. */
  plan: z.record(z.string(), z.unknown()).nullable(),
  problem: z.string().nullable(),
  /** The role that it was planned for. */
  role: z.string(),
  advice: z.array(indexAdvice),
});
export type StatementPlan = z.infer<typeof statementPlan>;

/** What an index did to the plan of a statement, before it was taken back. Costs are the planner's. */
export const indexTrial = z.object({
  cost_before: z.number(),
  cost_after: z.number(),
  /** The plan has the index in it. */
  is_used: z.boolean(),
  /** How large the index was. */
  bytes: z.number(),
});
export type IndexTrial = z.infer<typeof indexTrial>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({
  id: z.string().regex(/^\d{1,10}\.-?\d{1,20}\.(true|false)$/, 'is not the id of a statement'),
});

export const queryPerformance = {
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/query-performance' })
    .input(
      byRef.extend({
        sort: z.enum(STATEMENT_SORTS).default('total'),
        order: z.enum(['asc', 'desc']).default('desc'),
        search: storableText.max(200).optional(),
        user: storableText.max(63).optional(),
        /** What the dashboard reads for its pages, and who may only read. It is told too where its role is asked for. */
        with_reads: queryBoolean.optional(),
      }),
    )
    .output(statementList),
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/query-performance/{id}' })
    .input(byId)
    .output(recordedStatement),
  /** Plans the statement for any values. Nothing is run. */
  explain: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/query-performance/{id}/explain' })
    .input(byId)
    .output(statementPlan),
  /**
   * Builds an index that is advised for the statement, plans the statement with it, and takes the index back. The statement is not
   * run. Writes to the table wait meanwhile, for up to 25 seconds.
   */
  tryIndex: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/query-performance/{id}/try-index' })
    .input(
      byId.extend({
        /** The SQL of the advice. It is looked up among what is advised, and not run. */
        advice: storableText.max(2_000),
      }),
    )
    .output(z.object({ trial: indexTrial.nullable(), problem: z.string().nullable() })),
  /** Forgets what was recorded of this database. */
  reset: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/query-performance/reset' })
    .input(byRef)
    .output(z.object({ reset: z.literal(true) })),
};
