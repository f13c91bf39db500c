import { join } from 'node:path';
import { sumRealtimeCounts } from './sum-realtime-counts.ts';

/** Reads the counts below the folder that the gateway writes to. */
export function realtimeCountsReader(root: string) {
  return {
    sum: (ref: string, span: { from: number; to: number }, buckets: number) =>
      sumRealtimeCounts(join(root, ref), span, buckets),
  };
}
