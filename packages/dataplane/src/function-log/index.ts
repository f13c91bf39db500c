import { join } from 'node:path';
import { type FunctionLogFilter, readFunctionLog } from './read-function-log.ts';

/** Reads the logs below the folder that the gateway writes to. */
export function functionLogReader(root: string) {
  return {
    read: (ref: string, filter: FunctionLogFilter, limit: number, cursor: string | null) =>
      readFunctionLog(join(root, ref), filter, limit, cursor),
  };
}
