import { directShare } from '@basalt/project';
import type { Database } from '../kernel/open-database.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { nextLevel } from './next-level.ts';
import { maxConnectionsOf } from './sizes.ts';

const THRESHOLDS = { warning: 0.8, critical: 0.95, slack: 0.05 };

/** How many connections a project's people can open, by its size and its parameters. */
export function ownConnections(project: Pick<ProjectRow, 'compute_size' | 'postgres_config'>): number {
  return directShare(maxConnectionsOf(project));
}

/**
 * Writes down how close the connections that a project's people have opened are to all that they can open. With the project's
 * record everybody who looks at it learns of it.
 */
export async function keepConnectionsLevel(
  db: Database,
  { id, connections_level: before }: Pick<ProjectRow, 'id' | 'connections_level'>,
  { used, limit }: { used: number; limit: number },
): Promise<void> {
  const level = nextLevel(before, used / limit, THRESHOLDS);
  if (level === before) return;
  await db.updateTable('projects').set({ connections_level: level }).where('id', '=', id).execute();
}
