import { join } from 'node:path';
import { discardOldLogs } from '../log-files/segments.ts';
import { countPoolerLog, type PoolerLogFilter, readPoolerLog } from './read-pooler-log.ts';

export { openPoolerLog } from './write-pooler-log.ts';

const SWEEP_MS = 60 * 60 * 1000;

/** Discards what is older than the log keeps, now and every hour: the pooler, which does so too, runs only while it has clients. */
export function sweepPoolerLogs(root: string, onError: (error: unknown) => void): void {
  const sweep = () => void discardOldLogs(root, Date.now()).catch(onError);
  setInterval(sweep, SWEEP_MS).unref();
  sweep();
}

/** Reads the logs below the folder that the pooler writes to. */
export function poolerLogReader(root: string) {
  return {
    read: (ref: string, filter: PoolerLogFilter, limit: number, cursor: string | null) =>
      readPoolerLog(join(root, ref), filter, limit, cursor),
    count: (ref: string, filter: PoolerLogFilter & { from: number; to: number }, buckets: number) =>
      countPoolerLog(join(root, ref), filter, buckets),
  };
}
