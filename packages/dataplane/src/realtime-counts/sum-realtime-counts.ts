import type { RealtimeCount } from '@basalt/project';
import { readLines } from '../log-files/read-lines.ts';

/** One part of the time, which begins at `time`, milliseconds since 1970. */
export interface RealtimeTraffic {
  time: number;
  sockets: number;
  received: number;
  sent: number;
}

/** What was counted from `from` to `to`, in each of `buckets` equal parts, oldest first. Of sockets, the most that were open at once. */
export async function sumRealtimeCounts(
  folder: string,
  { from, to }: { from: number; to: number },
  buckets: number,
): Promise<RealtimeTraffic[]> {
  const width = (to - from) / buckets;
  const parts = Array.from({ length: buckets }, () => ({
    most: new Map<string, number>(),
    received: 0,
    sent: 0,
  }));
  for await (const lines of readLines(folder, { from, to }))
    for (const line of lines) {
      const count = parse(line);
      const part = count === null ? undefined : parts[Math.floor((count.time - from) / width)];
      if (count === null || part === undefined) continue;
      part.received += count.received;
      part.sent += count.sent;
      part.most.set(count.gateway, Math.max(part.most.get(count.gateway) ?? 0, count.sockets));
    }
  return parts.map(({ most, received, sent }, index) => ({
    time: from + index * width,
    sockets: [...most.values()].reduce((sum, sockets) => sum + sockets, 0),
    received,
    sent,
  }));
}

/** Null for a line that is not whole: the process may have been killed while it wrote. */
function parse(line: string): RealtimeCount | null {
  try {
    return JSON.parse(line) as RealtimeCount;
  } catch {
    return null;
  }
}
