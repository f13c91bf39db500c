import { randomBytes } from 'node:crypto';
import { attachLimits, type KeptPooler } from '@basalt/clusters';
import {
  type AttachedDatabase,
  DEFAULT_REGION,
  type PostgresEngine,
  type RemoteOffer,
  type RemoteServerInput,
  TRANSITIONS,
} from '@basalt/contract';
import { loginPrefix, readAttached, serverColumns } from '../../attached-databases/store.ts';
import { recordChange } from '../../kernel/audit/audited.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { AttachedDatabaseRow } from '../../kernel/schema.ts';
import { assertMayCreateProject } from '../../organizations/policy.ts';
import { getMembership } from '../../organizations/store.ts';
import { keptPoolerOf } from '../../projects/keeper-of.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { getProject, type ProjectAccess } from '../../projects/store.ts';
import { insertProject } from '../creation/insert-project.ts';
import { assertAttachable, inspectRemote, presentOffer } from './inspect-remote.ts';

type Attaching = RemoteServerInput & { slug: string; name: string };

/** Tells what a server offers. @throws PlatformError `forbidden`, `not_found`, `bad_request` */
export async function checkRemote(
  dependencies: Dependencies,
  actor: Actor,
  input: RemoteServerInput & { slug: string },
): Promise<RemoteOffer> {
  assertMayCreateProject(await getMembership(dependencies.db, actor, input.slug));
  return presentOffer(await inspectRemote(dependencies, input));
}

/**
 * Writes down a project whose database is on a server that somebody else runs, and starts the operation that prepares it there.
 * @throws PlatformError `forbidden`, `not_found`, `conflict`; `bad_request` when the server cannot be attached
 */
export async function attachProject(
  dependencies: Dependencies,
  actor: Actor,
  input: Attaching,
): Promise<ProjectAccess> {
  const { db, operations, secrets } = dependencies;
  const membership = await getMembership(db, actor, input.slug);
  assertMayCreateProject(membership);
  const offer = await inspectRemote(dependencies, input);
  assertAttachable(offer);
  const { organization, role } = membership;
  const { project, operationId } = await db.transaction().execute(async (transaction) => {
    const project = await insertProject(transaction, dependencies, {
      organization_id: organization.id,
      name: input.name,
      region: DEFAULT_REGION,
      status: TRANSITIONS.create.during,
      postgres_engine: String(offer.major) as PostgresEngine,
      release_channel: 'ga',
      // Nobody logs in with it: the database has its owner's roles.
      password: randomBytes(24).toString('base64url'),
      attached_version: offer.version,
    });
    await transaction
      .insertInto('attached_databases')
      .values({
        project_id: project.id,
        ...serverColumns(input, secrets),
        sealed_login_password: secrets.seal(randomBytes(24).toString('base64url')),
        limits: attachLimits(offer),
      })
      .execute();
    const operationId = await operations.insert(transaction, project.id, 'create', actor.email);
    const { name, ref } = project;
    const { host, port, database, user } = input;
    await recordChange(transaction, {
      organizationId: organization.id,
      projectRef: ref,
      after: { name, ref, host, port, database, user },
    });
    return { project, operationId };
  });
  await operations.start(operationId);
  return {
    project,
    organization: { slug: organization.slug, name: organization.name },
    role,
    parent: null,
    hasBranches: false,
  };
}

/** @throws PlatformError `not_found` also for a project with a database of its own */
export async function getAttached(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<AttachedDatabase> {
  const { db } = dependencies;
  const { project } = await getProject(db, actor, ref);
  const row = await readAttached(db, project.id);
  if (row === null) throw notAttached();
  return present(row, project.attached_version, keptPoolerOf(dependencies, project));
}

/**
 * Takes another way to the same database, once it has been tried.
 * @throws PlatformError `forbidden`, `not_found`; `bad_request` when it is another database, or cannot be used
 */
export async function changeAttached(
  dependencies: Dependencies,
  actor: Actor,
  { ref, ...input }: RemoteServerInput & { ref: string },
): Promise<AttachedDatabase> {
  const { db, secrets, untilServed } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  if (project.server_keeper !== null)
    throw new PlatformError(
      'conflict',
      'Where this database is cannot be changed: Basalt keeps it in Kubernetes.',
    );
  const former = await readAttached(db, project.id);
  if (former === null) throw notAttached();
  const offer = await inspectRemote(dependencies, input);
  assertAttachable(offer, loginPrefix(ref));
  if (offer.attachedAs !== loginPrefix(ref))
    throw new PlatformError(
      'bad_request',
      'This is another database: the one of this project knows the project. Create a new project for it.',
    );
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('attached_databases')
      .set({ ...serverColumns(input, secrets), limits: attachLimits(offer) })
      .where('project_id', '=', project.id)
      .execute();
    await transaction
      .updateTable('projects')
      .set({ attached_version: offer.version })
      .where('id', '=', project.id)
      .execute();
    const { host, port, database, user_name } = former;
    await recordChange(transaction, {
      before: { host, port, database, user: user_name },
      after: { host: input.host, port: input.port, database: input.database, user: input.user },
    });
  });
  await untilServed(ref);
  return getAttached(dependencies, actor, ref);
}

function notAttached(): PlatformError {
  return new PlatformError('not_found', 'This project has a database of its own.');
}

function present(
  row: AttachedDatabaseRow,
  version: string | null,
  pooler: KeptPooler | null,
): AttachedDatabase {
  return {
    host: row.host,
    port: row.port,
    database: row.database,
    user: row.user_name,
    tls: row.tls,
    certificate_authority: row.certificate_authority,
    server_version: version ?? '',
    limits: row.limits,
    pooler,
    attached_at: row.created_at.toISOString(),
  };
}
