import { join } from 'node:path';
import { type KeyUse, readKeyUse } from './key-use.ts';
import { countRequests, type RequestLogFilter, readRequestLog } from './read-request-log.ts';

/** Reads the logs below the folder that the gateway writes to. */
export function requestLogReader(root: string) {
  return {
    read: (ref: string, filter: RequestLogFilter, limit: number, cursor: string | null) =>
      readRequestLog(join(root, ref), filter, limit, cursor),
    count: (ref: string, filter: RequestLogFilter & { from: number; to: number }, buckets: number) =>
      countRequests(join(root, ref), filter, buckets),
    keyUse: (ref: string): Promise<KeyUse> => readKeyUse(join(root, ref)),
  };
}
