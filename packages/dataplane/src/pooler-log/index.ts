import { join } from 'node:path';
import { countPoolerLog, type PoolerLogFilter, readPoolerLog } from './read-pooler-log.ts';

export { openPoolerLog } from './write-pooler-log.ts';

/** Reads the logs below the folder that the pooler writes to. */
export function poolerLogReader(root: string) {
  return {
    read: (ref: string, filter: PoolerLogFilter, limit: number, cursor: string | null) =>
      readPoolerLog(join(root, ref), filter, limit, cursor),
    count: (ref: string, filter: PoolerLogFilter & { from: number; to: number }, buckets: number) =>
      countPoolerLog(join(root, ref), filter, buckets),
  };
}
