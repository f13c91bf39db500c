import path from 'node:path';
import type { Home } from './home.ts';

/** Where the gateway keeps how many sockets and messages every project has, one folder each. */
export function realtimeCountsFolder(home: Home): string {
  return path.join(home.logs, 'realtime');
}
