import { oc } from '@orpc/contract';
import * as z from 'zod';
import { moment, projectRef } from '../shared/names.ts';

export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export const REQUEST_SERVICES = ['rest', 'auth', 'storage', 'functions', 'realtime', 'graphql'] as const;

/** One request to a project's API. */
export const requestLogEntry = z.object({
  at: z.string(),
  method: z.string(),
  /** Path below the project's URL. Query strings are not kept: they hold tokens and people's data. */
  path: z.string(),
  status: z.number().int(),
  milliseconds: z.number(),
  /** The database role that did the work, null when it did not come to that. */
  role: z.string().nullable(),
  /** Null: the request named no service. */
  service: z.string().nullable(),
});
export type RequestLogEntry = z.infer<typeof requestLogEntry>;

export const requestLogCounts = z.object({
  bucket_seconds: z.number(),
  buckets: z.array(
    z.object({
      /** Where the bucket begins. */
      at: z.string(),
      /** All of them; the two below are part of it. */
      total: z.number().int(),
      /** 4xx */
      client_errors: z.number().int(),
      /** 5xx */
      server_errors: z.number().int(),
    }),
  ),
});
export type RequestLogCounts = z.infer<typeof requestLogCounts>;

/** What both calls look for. Everything that is given must fit. */
const filters = {
  ref: projectRef,
  from: moment.optional(),
  to: moment.optional(),
  method: z.enum(REQUEST_METHODS).optional(),
  /** A class (`2xx`, `4xx`) or a code (`404`). */
  status: z
    .string()
    .regex(/^[1-5](xx|\d\d)$/, 'must be a status such as 404 or a class such as 4xx')
    .optional(),
  service: z.enum(REQUEST_SERVICES).optional(),
  /** A part of the path. */
  path: z.string().max(256).optional(),
  role: z.string().max(63).optional(),
};

/** How long the time is that requests are counted of, how many parts it has, and how long each is. */
export const API_COUNT_INTERVALS = {
  '15min': { buckets: 15, seconds: 60 },
  '30min': { buckets: 30, seconds: 60 },
  '1hr': { buckets: 60, seconds: 60 },
  '3hr': { buckets: 36, seconds: 300 },
  '1day': { buckets: 24, seconds: 3_600 },
  '3day': { buckets: 72, seconds: 3_600 },
  '7day': { buckets: 7, seconds: 86_400 },
} as const;
export type ApiCountInterval = keyof typeof API_COUNT_INTERVALS;

export const requestLog = {
  /** Requests to each service, oldest first. */
  v1ApiCounts: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/analytics/endpoints/usage.api-counts' })
    .input(
      z.object({
        ref: projectRef,
        interval: z.enum(Object.keys(API_COUNT_INTERVALS) as ApiCountInterval[]).default('1day'),
      }),
    )
    .output(
      z.object({
        result: z.array(
          z.object({
            timestamp: z.string(),
            total_auth_requests: z.number().int(),
            total_realtime_requests: z.number().int(),
            total_rest_requests: z.number().int(),
            total_storage_requests: z.number().int(),
          }),
        ),
      }),
    ),
  /** All requests of the last 24 hours. */
  v1RequestCount: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/analytics/endpoints/usage.api-requests-count' })
    .input(z.object({ ref: projectRef }))
    .output(z.object({ result: z.array(z.object({ count: z.number().int() })) })),
  /** Newest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/request-log' })
    .input(
      z.object({
        ...filters,
        /** `next_cursor` of the page before. */
        cursor: z.string().max(256).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ entries: z.array(requestLogEntry), next_cursor: z.string().nullable() })),
  /** For a chart: equal buckets from `from` (default: an hour ago) to `to` (default: now), empty ones included. */
  counts: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/request-log/counts' })
    .input(z.object({ ...filters, buckets: z.coerce.number().int().min(1).max(200).default(60) }))
    .output(requestLogCounts),
};
