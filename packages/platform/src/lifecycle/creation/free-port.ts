import { createServer } from 'node:net';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';

/** The lowest port of the range that no project has and nothing on this machine listens on. */
export async function findFreePort(
  db: Database,
  host: string,
  range: { first: number; last: number },
): Promise<number> {
  const taken = new Set((await db.selectFrom('projects').select('port').execute()).map((row) => row.port));
  for (let port = range.first; port <= range.last; port++) {
    if (!taken.has(port) && (await isFree(host, port))) return port;
  }
  throw new PlatformError(
    'unavailable',
    `All database ports from ${range.first} to ${range.last} are in use. Widen BASALT_DATABASE_PORTS or delete a project.`,
  );
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
