import path from 'node:path';
import type { LocalDriver } from '@basalt/clusters';
import { openPostgresLog } from '@basalt/dataplane/postgres-log';
import type { Logger } from 'pino';
import type { Home } from './home.ts';

/** Takes over what the database servers of projects write, a folder each, and reads it. */
export function postgresLog(home: Home, clusters: LocalDriver, log: Logger) {
  return openPostgresLog({
    root: path.join(home.logs, 'postgres'),
    refs: () => clusters.list(),
    // It may have been removed since.
    open: async (ref) => ((await clusters.status(ref)) === 'absent' ? null : clusters.serverLog(ref)),
    onError: (error) => log.warn({ err: error }, 'the log of a database could not be kept'),
  });
}
