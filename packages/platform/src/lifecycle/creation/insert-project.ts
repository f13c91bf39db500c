import { createServer } from 'node:net';
import type { PostgresEngine, ProjectStatus } from '@basalt/contract';
import { sql } from 'kysely';
import { insertProjectApi } from '../../api-keys/insert-project-api.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database, Transaction } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { randomLetters } from '../../kernel/tokens.ts';
import { copyNetworkAccess } from '../../network-access/store.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { insertVaultKey } from '../../project-cluster/vault-keys.ts';
import { copyThirdParties } from '../../third-party-auth/store.ts';

/** Any number that nothing else locks. */
const LOCK = 5_160_002;

export type NewProject = Pick<ProjectRow, 'organization_id' | 'name' | 'region' | 'release_channel'> &
  Partial<Pick<ProjectRow, 'compute_size' | 'disk_size_gb' | 'attached_version' | 'server_keeper'>> & {
    status: ProjectStatus;
    postgres_engine: PostgresEngine;
    password: string;
    /** The project that it is a copy of, or of whose backup: the vault's key comes from there, and who reaches the database. */
    sourceId?: number;
  };

/**
 * Writes down a new project with a ref, a free port and what its API is opened with. Creations take turns here: two of them at once
 * would find the same port.
 * @throws PlatformError `conflict` when the organization may have no more projects, `unavailable` when no port is free
 */
export async function insertProject(
  transaction: Transaction,
  { secrets, settings }: Pick<Dependencies, 'secrets' | 'settings'>,
  { password, sourceId, ...values }: NewProject,
): Promise<ProjectRow> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
  await assertWithinFreeLimit(transaction, values.organization_id);
  const project = await transaction
    .insertInto('projects')
    .values({
      ...values,
      ref: randomLetters(20),
      status_reason: null,
      port: await findFreePort(transaction, settings.databaseHost, settings.databasePorts),
      database_password: secrets.seal(password),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertProjectApi(transaction, secrets, project.id);
  await insertVaultKey(transaction, secrets, project.id, sourceId);
  if (sourceId !== undefined) {
    await copyNetworkAccess(transaction, sourceId, project.id);
    await copyThirdParties(transaction, sourceId, project.id);
  }
  return project;
}

/** The lowest port of the range that no project has and nothing on this machine listens on. */
async function findFreePort(
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
