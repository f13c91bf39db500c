import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** How long the time is that figures are asked for, how many parts it has, and how long each is. */
export const REALTIME_STATS_INTERVALS = {
  '1hr': { buckets: 60, seconds: 60 },
  '1day': { buckets: 24, seconds: 3_600 },
  '7day': { buckets: 7, seconds: 86_400 },
} as const;
export type RealtimeStatsInterval = keyof typeof REALTIME_STATS_INTERVALS;
const INTERVALS = Object.keys(REALTIME_STATS_INTERVALS) as RealtimeStatsInterval[];

export const realtimeStats = z.object({
  bucket_seconds: z.int(),
  /** Oldest first, empty ones included. They begin at whole minutes, hours or days (UTC); the last one is still running. */
  buckets: z.array(
    z.object({
      at: z.string(),
      /** Sockets that were open at once, at most. */
      connections: z.int(),
      /** Messages that clients sent, without heartbeats. */
      received: z.int(),
      /** Messages that went to clients, without the answers to their own. */
      sent: z.int(),
    }),
  ),
});
export type RealtimeStats = z.infer<typeof realtimeStats>;

/** Connections and messages of a project. Reading them takes `read_request_log`. They are kept for a week and arrive some seconds late. */
export const realtimeTraffic = {
  stats: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/realtime/stats' })
    .input(z.object({ ref: projectRef, interval: z.enum(INTERVALS).default('1hr') }))
    .output(realtimeStats),
};
