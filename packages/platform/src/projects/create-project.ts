import {
  type CreateProjectInput,
  DEFAULT_POSTGRES_ENGINE,
  DEFAULT_REGION,
  REGION_GROUPS,
  type Region,
  TRANSITIONS,
} from '@basalt/contract';
import { scramVerifier } from '@basalt/postgres';
import { sql } from 'kysely';
import type { Actor } from '../access/authorize.ts';
import { insertProjectApi } from '../api-keys/insert-project-api.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { randomLetters } from '../kernel/random-letters.ts';
import { insertOperation } from '../operations/store.ts';
import { assertMayCreateProject } from '../organizations/policy.ts';
import { getMembership } from '../organizations/store.ts';
import { findFreePort } from './free-port.ts';
import type { ProjectAccess } from './store.ts';

/** Any number that nothing else locks. */
const LOCK = 5_160_002;

/** Writes down a new project and starts the operation that builds it. */
export async function createProject(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateProjectInput,
): Promise<ProjectAccess> {
  const { db, operations } = dependencies;
  const membership = await getMembership(
    db,
    actor.accountId,
    input.organization_slug ?? input.organization_id ?? '',
  );
  assertMayCreateProject(membership);
  assertUsablePassword(input.db_pass);
  const { organization, role } = membership;
  const { project, operationId } = await insertWithFreePort(dependencies, organization.id, actor, input);
  await operations.start(operationId);
  return { project, organization: { slug: organization.slug, name: organization.name }, role };
}

/** Some passwords cannot be used with every client, because clients prepare their characters differently. */
function assertUsablePassword(password: string): void {
  try {
    scramVerifier(password);
  } catch (error) {
    throw new PlatformError('bad_request', `db_pass: ${(error as Error).message}`, {
      field: 'db_pass',
      cause: error,
    });
  }
}

/** Creations take turns here: two of them at once would find the same port. */
function insertWithFreePort(
  { db, secrets, settings }: Dependencies,
  organizationId: number,
  actor: Actor,
  input: CreateProjectInput,
) {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const project = await transaction
      .insertInto('projects')
      .values({
        ref: randomLetters(20),
        organization_id: organizationId,
        name: input.name,
        region: regionOf(input),
        status: TRANSITIONS.create.during,
        status_reason: null,
        postgres_engine: input.postgres_engine ?? DEFAULT_POSTGRES_ENGINE,
        release_channel: input.release_channel ?? 'ga',
        port: await findFreePort(transaction, settings.databaseHost, settings.databasePorts),
        database_password: secrets.seal(input.db_pass),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertProjectApi(transaction, secrets, project.id);
    return { project, operationId: await insertOperation(transaction, project.id, 'create', actor.email) };
  });
}

function regionOf({ region, region_selection: selection }: CreateProjectInput): Region {
  if (selection?.type === 'specific') return selection.code;
  if (selection?.type === 'smartGroup') return REGION_GROUPS[selection.code];
  return region ?? DEFAULT_REGION;
}
