import type { Outgoing } from '@basalt/network';
import { connect, withSetting } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { askAsOwner, STATEMENT_TIMEOUT_MS } from '../project-cluster/ask-as-owner.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';

/** What sending requests takes. */
export type HookDependencies = Pick<
  Dependencies,
  'db' | 'clusters' | 'operations' | 'sqlConnections' | 'log' | 'settings' | 'callProject'
> & { outgoing: Outgoing };

export type HookClient = Awaited<ReturnType<typeof connect>>;

const APPLICATION = 'basalt-webhooks';
const CHANNEL = 'basalt_webhooks';
const ANSWER_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Asks about webhooks as the project's owner.
 * @throws PlatformError `conflict` for a database that is attached: it does not have what queues requests
 */
export async function withHookTables<T>(
  dependencies: Omit<HookDependencies, 'outgoing'>,
  project: ProjectRow,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  assertOwnCluster(project, 'There are no database webhooks in this project');
  return askAsOwner(dependencies, project, APPLICATION, ask);
}

/**
 * The connection on which a project's requests are heard of, read and written down. It logs in as the project's owner like any other of
 * the project's people, and counts as one of their connections.
 * @param heard called for every notice of new requests
 */
export async function openHookConnection(
  dependencies: HookDependencies,
  project: ProjectRow,
  heard: () => void,
): Promise<HookClient> {
  const target = {
    ...(await readyDatabase(dependencies, project, OWNER_ROLE)),
    applicationName: APPLICATION,
  };
  const quiet = withSetting(target, 'statement_timeout', STATEMENT_TIMEOUT_MS);
  const client = await connect(withSetting(quiet, 'search_path', 'pg_catalog'), {
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  client.on('notification', ({ channel }) => {
    if (channel === CHANNEL) heard();
  });
  try {
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}
