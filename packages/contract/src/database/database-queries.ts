import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, storableText } from '../shared/names.ts';
import { sqlText } from './sql-text.ts';

/** A statement that a client of the database is running now. */
export const runningQuery = z.object({
  pid: z.number().int(),
  /** When its connection was opened: with the pid it names the connection even after the pid was given to another. */
  connected_at: z.string(),
  started_at: z.string(),
  milliseconds: z.number(),
  user: z.string(),
  application: z.string(),
  client: z.string().nullable(),
  state: z.string(),
  /** What it waits for, such as `Lock: transactionid`; null when it works. */
  waits_for: z.string().nullable(),
  /** Connections whose locks it waits for. */
  blocked_by: z.array(z.number().int()),
  query: z.string(),
});
export type RunningQuery = z.infer<typeof runningQuery>;

const endQuery = z.object({
  ref: projectRef,
  pid: z.coerce.number().int().positive(),
  connected_at: z.string().max(64),
});

/** What idle connections of one kind have in common. */
const idleKind = z.object({
  user: z.string(),
  database: z.string(),
  application: z.string(),
  client: z.string().nullable(),
});

/** A connection that waits for its client, outside of a transaction. */
export const idleConnection = idleKind.extend({
  pid: z.number().int(),
  /** With the pid it names the connection, as for running queries. */
  connected_at: z.string(),
  /** Since its last statement has ended. */
  milliseconds: z.number(),
  /** Its last statement. */
  query: z.string(),
});
export type IdleConnection = z.infer<typeof idleConnection>;

/** The connections that a project's people have opened; those of the platform and the services are not among them. */
export const databaseConnections = z.object({
  used: z.number().int(),
  /** So many they can open: the rest is kept for the services and the platform. */
  limit: z.number().int(),
  /** The longest idle first, at most 1,000. */
  idle: z.array(idleConnection),
});
export type DatabaseConnections = z.infer<typeof databaseConnections>;

const endIdleInput = z.object({
  ref: projectRef,
  user: storableText.max(256),
  database: storableText.max(256),
  application: storableText.max(256),
  client: storableText.max(256).nullable(),
  /** Only this one of them. */
  connection: z.object({ pid: z.number().int().positive(), connected_at: z.string().max(64) }).optional(),
});
export type EndIdleInput = z.infer<typeof endIdleInput>;

/** How the database is doing, as the built-in report shows it. Sizes are bytes, times milliseconds. */
export const databaseReport = z.object({
  connections: z.object({
    used: z.number().int(),
    max: z.number().int(),
    by_user: z.array(z.object({ user: z.string(), active: z.number().int(), idle: z.number().int() })),
  }),
  /** Shares from 0 to 1 of reads that found their page in memory; null before the first read. */
  cache_hit: z.object({ tables: z.number().nullable(), indexes: z.number().nullable() }),
  size: z.object({
    database: z.number(),
    largest: z.array(
      z.object({ schema: z.string(), name: z.string(), bytes: z.number(), rows_estimate: z.number() }),
    ),
  }),
  /** From pg_stat_statements; null with a sentence in `slow_queries_missing` where it is not there. */
  slow_queries: z
    .array(
      z.object({
        query: z.string(),
        calls: z.number(),
        total_milliseconds: z.number(),
        mean_milliseconds: z.number(),
        max_milliseconds: z.number(),
        rows: z.number(),
        user: z.string(),
      }),
    )
    .nullable(),
  slow_queries_missing: z.string().nullable(),
});
export type DatabaseReport = z.infer<typeof databaseReport>;

export const databaseQueries = {
  running: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/queries' })
    .input(z.object({ ref: projectRef }))
    .output(z.array(runningQuery)),
  /** Asks the statement to stop; `ended` is false when it was over already. */
  cancel: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/queries/{pid}/cancel' })
    .input(endQuery)
    .output(z.object({ ended: z.boolean() })),
  /** Closes the connection. */
  terminate: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/queries/{pid}/terminate' })
    .input(endQuery)
    .output(z.object({ ended: z.boolean() })),
  connections: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/connections' })
    .input(z.object({ ref: projectRef }))
    .output(databaseConnections),
  /** Closes the connections of a kind that are idle. */
  endIdle: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/database/connections/end-idle' })
    .input(endIdleInput)
    .output(z.object({ ended: z.number().int() })),
  /** Prepares a CSV of all rows of one reading statement; `fileUrl` streams it once, within a minute. */
  exportCsv: oc
    .route({ method: 'POST', path: '/platform/pg-meta/{ref}/query/export' })
    .input(
      z.object({
        ref: projectRef,
        query: sqlText,
        parameters: z.array(z.string().nullable()).max(1_000).optional(),
        /** Of the file, without its ending. */
        name: z.string().max(256).optional(),
      }),
    )
    .output(z.object({ fileUrl: z.string() })),
  report: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/database/report' })
    .input(z.object({ ref: projectRef }))
    .output(databaseReport),
};
