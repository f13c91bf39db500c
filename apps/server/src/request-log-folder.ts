import path from 'node:path';
import type { Home } from './home.ts';

/** Where the gateway keeps the requests of every project, one folder each. */
export function requestLogFolder(home: Home): string {
  return path.join(home.logs, 'requests');
}
