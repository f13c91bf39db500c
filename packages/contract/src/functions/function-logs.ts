import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef } from '../shared/names.ts';
import { functionSlug } from './functions.ts';

export const FUNCTION_LOG_LEVELS = ['debug', 'log', 'info', 'warning', 'error'] as const;
/** `console`: written by the function. `error`: thrown and not caught. `boot`, `exit`: what became of its process. */
export const FUNCTION_LOG_SOURCES = ['console', 'error', 'boot', 'exit'] as const;

/** One line of a function's log. */
export const functionLogLine = z.object({
  at: z.string(),
  level: z.enum(FUNCTION_LOG_LEVELS),
  source: z.enum(FUNCTION_LOG_SOURCES),
  /** At most 10,000 characters; longer ones were cut. */
  message: z.string(),
  /** Of the process that wrote it: lines with the same one belong together. */
  execution_id: z.string(),
  version: z.int(),
});
export type FunctionLogLine = z.infer<typeof functionLogLine>;

/** How long the time is that figures are asked for, how many parts it has, and how long each is. */
export const FUNCTION_STATS_INTERVALS = {
  '15min': { buckets: 15, seconds: 60 },
  '1hr': { buckets: 60, seconds: 60 },
  '3hr': { buckets: 60, seconds: 180 },
  '1day': { buckets: 96, seconds: 900 },
  '7day': { buckets: 84, seconds: 7_200 },
} as const;
export type FunctionStatsInterval = keyof typeof FUNCTION_STATS_INTERVALS;
const INTERVALS = Object.keys(FUNCTION_STATS_INTERVALS) as FunctionStatsInterval[];

const figures = z.object({
  /** All calls that came, those below included, also those that were refused before the function was reached. */
  invocations: z.int(),
  /** 4xx, also calls that nobody waited for any more. */
  client_errors: z.int(),
  /** 5xx */
  server_errors: z.int(),
  /** From the request to the last byte of the answer, milliseconds: half took so long at most. Null: there were no calls. */
  p50_ms: z.number().nullable(),
  /** The same for 95 of 100. */
  p95_ms: z.number().nullable(),
});

export const functionStats = z.object({
  bucket_seconds: z.int(),
  /** Of all of the time. */
  total: figures,
  /** Oldest first, empty ones included. They begin at whole minutes; the last one is still running. */
  buckets: z.array(figures.extend({ at: z.string() })),
});
export type FunctionStats = z.infer<typeof functionStats>;

const bySlug = z.object({ ref: projectRef, function_slug: functionSlug });

/** What a function wrote and how its calls went. Lines and calls are kept for a week, some hundred megabytes at most; they arrive a moment late. */
export const functionLogs = {
  /** Newest first, since the function was made. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/functions/{function_slug}/logs' })
    .input(
      bySlug.extend({
        from: moment.optional(),
        to: moment.optional(),
        level: z.enum(FUNCTION_LOG_LEVELS).optional(),
        /** A part of the message, upper or lower case. */
        search: z.string().max(256).optional(),
        /** `next_cursor` of the page before. A page may have fewer lines than asked for, and still another one after it. */
        cursor: z.string().max(256).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ lines: z.array(functionLogLine), next_cursor: z.string().nullable() })),
  /** The management API's figures of a function, oldest first. */
  v1Stats: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/analytics/endpoints/functions.combined-stats' })
    .input(
      z.object({
        ref: projectRef,
        function_id: z.uuid('is not the id of a function'),
        interval: z.enum(['15min', '1hr', '3hr', '1day']),
      }),
    )
    .output(
      z.object({
        result: z.array(
          z.object({
            /** Microseconds since 1970. */
            timestamp: z.number().int(),
            requests_count: z.number().int(),
            success_count: z.number().int(),
            client_err_count: z.number().int(),
            server_err_count: z.number().int(),
            p50_execution_time: z.number().nullable(),
            p95_execution_time: z.number().nullable(),
          }),
        ),
      }),
    ),
  stats: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/functions/{function_slug}/stats' })
    .input(bySlug.extend({ interval: z.enum(INTERVALS).default('1hr') }))
    .output(functionStats),
};
