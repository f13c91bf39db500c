import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError, type NewCluster } from '@basalt/clusters';
import { sql } from 'kysely';
import { isDatabaseAway } from '../kernel/failures.ts';
import type { Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { Step, StepContext } from '../operations/definition.ts';
import { startProject } from '../project-cluster/start-project.ts';
import { describeStatus } from '../projects/project-status.ts';
import { isActive } from '../projects/transitions.ts';

/** What a branch is made from, and how much of it it gets. */
export async function sourceOf({ db, project }: Pick<StepContext, 'db' | 'project'>) {
  const { parent_id, with_data, masked } = await db
    .selectFrom('branches')
    .select(['parent_id', 'with_data', 'masked'])
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  const source = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', parent_id)
    .executeTakeFirstOrThrow();
  return { source, withData: with_data, masked };
}

const ATTEMPTS = 4;
const PAUSE_MS = 500;

/** Makes a cluster that is a copy of the project's that the branch is one of. As {@link copyProject}. */
export async function copySource(
  context: StepContext,
  to: Pick<NewCluster, 'ref' | 'kind' | 'port'>,
): Promise<void> {
  await copyProject(context, async () => (await sourceOf(context)).source, to);
}

/**
 * Makes a cluster that is a copy of a project's as it is at this moment, while that goes on working. A project that has just died is
 * started again: the operation need not fail because of that.
 * @param read gives the project as it is now
 * @throws PlatformError `conflict` when the project is not running any more
 */
export async function copyProject(
  { clusters }: Pick<StepContext, 'clusters'>,
  read: () => Promise<ProjectRow>,
  to: Pick<NewCluster, 'ref' | 'kind' | 'port'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const source = await read();
    if (!isActive(source.status))
      throw new PlatformError('conflict', `The project cannot be copied: ${describeStatus(source.status)}.`);
    try {
      await startProject(clusters, source);
      const major = await clusters.major(source.ref);
      return await clusters.create({ ...to, major }, { copyOf: source.ref });
    } catch (error) {
      const hasStopped = error instanceof ClusterError && error.code === 'bad_request';
      if (attempt === ATTEMPTS || !(hasStopped || isDatabaseAway(error))) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}

/** Everything of a project that is neither in its database nor a file of its storage. Keys and the JWT secret are the branch's own. */
export const copyParts: Step = {
  name: 'copy-settings',
  title: 'Copy settings, functions and secrets',
  run: async (context) => {
    const { db, functionFiles, project } = context;
    const { source } = await sourceOf(context);
    // The files first: a row may be served as soon as it is there.
    await functionFiles.copyAll(source.ref, project.ref);
    await db.transaction().execute(async (transaction) => {
      await copySettings(transaction, source.id, project.id);
      await copyFunctions(transaction, source.id, project.id);
      await transaction
        .updateTable('projects')
        .set({ postgres_config: JSON.stringify(source.postgres_config) })
        .where('id', '=', project.id)
        .execute();
    });
  },
};

async function copySettings(transaction: Transaction, from: number, to: number): Promise<void> {
  await sql`
    update project_api_settings t
    set postgrest = s.postgrest, auth = s.auth, auth_secrets = s.auth_secrets, storage = s.storage,
      realtime = s.realtime
    from project_api_settings s where s.project_id = ${from} and t.project_id = ${to}`.execute(transaction);
}

/** As they are served now. Earlier versions stay with the project. */
async function copyFunctions(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction.deleteFrom('functions').where('project_id', '=', to).execute();
  await transaction.deleteFrom('function_secrets').where('project_id', '=', to).execute();
  await sql`
    with copied as (
      insert into functions (project_id, slug, name, version, digest, entrypoint, import_map, verify_jwt)
      select ${to}::bigint, slug, name, 1, digest, entrypoint, import_map, verify_jwt
      from functions where project_id = ${from}
      returning *
    )
    insert into function_versions (function_id, version, digest, entrypoint, import_map, verify_jwt)
    select id, version, digest, entrypoint, import_map, verify_jwt from copied`.execute(transaction);
  await sql`
    insert into function_secrets (project_id, name, sealed_value, digest)
    select ${to}::bigint, name, sealed_value, digest from function_secrets
    where project_id = ${from}`.execute(transaction);
}

/** Bytes of objects never change, so both projects may have the same. Those that no row refers to are in nobody's way. */
export const copyObjects: Step = {
  name: 'copy-objects',
  title: 'Bring the files along',
  run: async (context) => {
    const { source, withData, masked } = await sourceOf(context);
    // Nobody knows what is in files.
    if (withData && !masked) await context.objectFiles.copyAll(source.ref, context.project.ref);
  },
};
