import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef } from '../shared/names.ts';

/** Logs made of lines. Requests to auth, storage, realtime and the others are in the request log. */
export const LOG_SOURCES = ['postgres', 'pooler', 'functions', 'operations'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

export const LOG_LEVELS = ['error', 'warning', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of a log. */
export const logLine = z.object({
  at: z.string(),
  level: z.enum(LOG_LEVELS),
  /** The source's own word for what it is: a severity of PostgreSQL, `console`, `boot`, the state of an operation. */
  label: z.string(),
  message: z.string(),
  /** What else is known, by its name: `code`, `user`, `function` … */
  fields: z.record(z.string(), z.string()),
});
export type LogLine = z.infer<typeof logLine>;

export const logCounts = z.object({
  bucket_seconds: z.number(),
  buckets: z.array(
    z.object({
      /** Where the bucket begins. */
      at: z.string(),
      /** All of them; the two below are part of it. */
      total: z.int(),
      warnings: z.int(),
      errors: z.int(),
    }),
  ),
});
export type LogCounts = z.infer<typeof logCounts>;

/** What both calls look for. Everything that is given must fit. */
const filters = {
  ref: projectRef,
  source: z.enum(LOG_SOURCES),
  from: moment.optional(),
  to: moment.optional(),
  level: z.enum(LOG_LEVELS).optional(),
  /** A part of the message or of what else is known, upper or lower case. */
  search: z.string().max(256).optional(),
};

/** A query over logs, see the documentation of logs for what it may say. Without a time: the last minute; a day at most. */
const query = z.object({
  ref: projectRef,
  sql: z.string().max(10_000).optional(),
  iso_timestamp_start: moment.optional(),
  iso_timestamp_end: moment.optional(),
});
const rows = z.object({ result: z.array(z.unknown()) });

export const serviceLogs = {
  v1Query: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/analytics/endpoints/logs.all' })
    .input(query)
    .output(rows),
  /** The same, as newer clients call it. */
  v1QueryAll: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/analytics/endpoints/logs' })
    .input(query)
    .output(rows),
  /** Newest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/logs/{source}' })
    .input(
      z.object({
        ...filters,
        /** `next_cursor` of the page before. A page may have fewer lines than asked for, and still another one after it. */
        cursor: z.string().max(256).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ lines: z.array(logLine), next_cursor: z.string().nullable() })),
  /** For a chart: equal buckets from `from` (default: an hour ago) to `to` (default: now), empty ones included. */
  counts: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/logs/{source}/counts' })
    .input(z.object({ ...filters, buckets: z.coerce.number().int().min(1).max(200).default(60) }))
    .output(logCounts),
};
