import type { PostgresEngine, ProjectStatus } from '@basalt/contract';
import { scramVerifier } from '@basalt/postgres';
import { sql } from 'kysely';
import { insertProjectApi } from '../../api-keys/insert-project-api.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import { randomLetters } from '../../kernel/random-letters.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { findFreePort } from './free-port.ts';

/** Any number that nothing else locks. */
const LOCK = 5_160_002;

export type NewProject = Pick<ProjectRow, 'organization_id' | 'name' | 'region' | 'release_channel'> &
  Partial<Pick<ProjectRow, 'compute_size' | 'disk_size_gb'>> & {
    status: ProjectStatus;
    postgres_engine: PostgresEngine;
    password: string;
  };

/**
 * Writes down a new project with a ref, a free port and what its API is opened with. Creations take turns here: two of them at once
 * would find the same port.
 * @throws PlatformError `conflict` when the organization may have no more projects, `unavailable` when no port is free
 */
export async function insertProject(
  transaction: Transaction,
  { secrets, settings }: Pick<Dependencies, 'secrets' | 'settings'>,
  { password, ...values }: NewProject,
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
  return project;
}

/**
 * Some passwords cannot be used with every client, because clients prepare their characters differently.
 * @throws PlatformError `bad_request`
 */
export function assertUsablePassword(password: string): void {
  try {
    scramVerifier(password);
  } catch (error) {
    throw new PlatformError('bad_request', `db_pass: ${(error as Error).message}`, {
      field: 'db_pass',
      cause: error,
    });
  }
}
