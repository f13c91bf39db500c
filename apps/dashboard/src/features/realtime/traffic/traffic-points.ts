import type { RealtimeStats } from '@basalt/contract';

/** One part of the time. */
export interface TrafficPoint {
  /** When it begins, milliseconds since 1970. */
  time: number;
  /** At once, at most. */
  connections: number;
  received: number;
  sent: number;
}

export function pointsOf({ buckets }: Pick<RealtimeStats, 'buckets'>): TrafficPoint[] {
  return buckets.map(({ at, connections, received, sent }) => ({
    time: Date.parse(at),
    connections,
    received,
    sent,
  }));
}

/** Of all of the time: the most connections at once, and the sums of messages. */
export function totalOf({ buckets }: Pick<RealtimeStats, 'buckets'>): Omit<TrafficPoint, 'time'> {
  const total = { connections: 0, received: 0, sent: 0 };
  for (const { connections, received, sent } of buckets) {
    total.connections = Math.max(total.connections, connections);
    total.received += received;
    total.sent += sent;
  }
  return total;
}
