import { REALTIME_STATS_INTERVALS, type RealtimeStats, type RealtimeStatsInterval } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** What the gateway counted of a project's sockets and messages. @throws PlatformError `not_found` */
export async function readRealtimeStats(
  { db, realtimeCounts }: Dependencies,
  actor: Actor,
  { ref, interval }: { ref: string; interval: RealtimeStatsInterval },
): Promise<RealtimeStats> {
  await permittedProject(db, actor, ref, 'read_request_log');
  const { buckets, seconds } = REALTIME_STATS_INTERVALS[interval];
  const width = seconds * 1_000;
  const to = Math.ceil(Date.now() / width) * width;
  const parts = await realtimeCounts.sum(ref, { from: to - buckets * width, to }, buckets);
  return {
    bucket_seconds: seconds,
    buckets: parts.map(({ time, sockets, received, sent }) => ({
      at: new Date(time).toISOString(),
      connections: sockets,
      received,
      sent,
    })),
  };
}
