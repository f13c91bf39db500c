import path from 'node:path';
import type { Home } from '../home.ts';

/** Where is kept what became of the pooler's clients, one folder for each project. */
export function poolerLogFolder(home: Home): string {
  return path.join(home.logs, 'pooler');
}
