import { join } from 'node:path';
import { countFunctionLog, type FunctionLogFilter, readFunctionLog } from './read-function-log.ts';

/** Reads the logs below the folder that the gateway writes to. */
export function functionLogReader(root: string) {
  return {
    read: (ref: string, filter: FunctionLogFilter, limit: number, cursor: string | null) =>
      readFunctionLog(join(root, ref), filter, limit, cursor),
    count: (ref: string, filter: FunctionLogFilter & { from: number; to: number }, buckets: number) =>
      countFunctionLog(join(root, ref), filter, buckets),
  };
}
