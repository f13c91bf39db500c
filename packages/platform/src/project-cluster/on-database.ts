import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectOptions, withClient } from '@basalt/postgres';
import { isDatabaseAway } from '../kernel/failures.ts';
import type { StepContext } from '../operations/definition.ts';
import { OWNER_ROLE, SQL_PAGES_ROLE } from './roles.ts';
import { startProject } from './start-project.ts';

const ATTEMPTS = 4;
const PAUSE_MS = 250;

/**
 * Does something on the running database of an operation's project. When its server dies meanwhile, or is still recovering
 * from a death, it is started again and the work repeated: an operation need not fail because of that.
 * @param as whom
 * @throws {QueryError} what the database answers, and what connecting to it says after the last attempt
 */
export async function onDatabase<T>(
  { clusters, project }: Pick<StepContext, 'clusters' | 'project'>,
  work: Parameters<typeof withClient<T>>[1],
  as: 'superuser' | 'owner' = 'superuser',
  options: ConnectOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const address = await clusters.address(project.ref);
      // Applications that come back at once must not make an operation fail.
      const asOwner = { user: OWNER_ROLE, standIn: SQL_PAGES_ROLE };
      return await withClient({ ...address, ...(as === 'owner' && asOwner) }, work, options);
    } catch (error) {
      if (attempt === ATTEMPTS || !isDatabaseAway(error)) throw error;
      await sleep(PAUSE_MS * attempt);
      await startProject(clusters, project);
    }
  }
}
