import type { V1Migration } from '@basalt/contract';
import { type Migration, readMigration, readMigrations } from '@basalt/postgres/catalog';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { routes } from '../../kernel/router-base.ts';
import { readDatabase } from '../read-database.ts';
import {
  applyMigration,
  type NewMigration,
  recordMigration,
  rollBackMigrations,
  updateMigration,
} from './write-migrations.ts';

const { migrations } = routes;

/** More than anybody has. */
const ALL = { limit: 100_000, offset: 0 };

export const migrationRoutes = {
  list: migrations.list.handler(({ context, input: { ref, ...page } }) =>
    readDatabase(context, context.actor, ref, (client) => readMigrations(client, page)),
  ),
  get: migrations.get.handler(async ({ context, input }) => {
    const { version, name, created_by, statement_count, statements } = await migrationOf(
      context,
      context.actor,
      input,
    );
    return { version, name, created_by, statement_count, statements };
  }),
  v1List: migrations.v1List.handler(async ({ context, input: { ref } }) => {
    const found = await readDatabase(context, context.actor, ref, (client) => readMigrations(client, ALL));
    return found.reverse().map(({ version, name }) => ({ version, ...(name === null ? {} : { name }) }));
  }),
  v1Get: migrations.v1Get.handler(async ({ context, input }) =>
    presentV1(await migrationOf(context, context.actor, input)),
  ),
  v1Apply: migrations.v1Apply.handler(({ context, input, signal }) =>
    applyMigration(context, context.actor, newMigration(input), signal),
  ),
  v1Record: migrations.v1Record.handler(({ context, input, signal }) =>
    recordMigration(context, context.actor, newMigration(input), signal),
  ),
  v1Update: migrations.v1Update.handler(({ context, input, signal }) =>
    updateMigration(context, context.actor, input, signal),
  ),
  v1RollBack: migrations.v1RollBack.handler(({ context, input, signal }) =>
    rollBackMigrations(context, context.actor, { ...input.params, ...input.query }, signal),
  ),
};

/** @throws PlatformError `not_found`, `payload_too_large` */
async function migrationOf(
  context: Dependencies,
  actor: Actor,
  { ref, version }: { ref: string; version: string },
): Promise<Migration & { statements: string[] }> {
  const found = await readDatabase(context, actor, ref, (client) => readMigration(client, version));
  if (found === null)
    throw new PlatformError('not_found', `The database has no migration of the version ${version}.`);
  const { statements, ...rest } = found;
  if (statements === null)
    throw new PlatformError(
      'payload_too_large',
      'The statements of this migration are more than can be shown here. Read them with SQL from supabase_migrations.schema_migrations.',
    );
  return { ...rest, statements };
}

function presentV1({
  version,
  statements,
  name,
  rollback,
  created_by,
  idempotency_key,
}: Migration & { statements: string[] }): V1Migration {
  return {
    version,
    statements,
    ...(name === null ? {} : { name }),
    ...(rollback === null ? {} : { rollback }),
    ...(created_by === null ? {} : { created_by }),
    ...(idempotency_key === null ? {} : { idempotency_key }),
  };
}

function newMigration({
  params,
  headers,
  body,
}: {
  params: { ref: string };
  headers: { 'idempotency-key'?: string | undefined };
  body: Omit<NewMigration, 'ref' | 'key'>;
}): NewMigration {
  return { ...body, ref: params.ref, key: headers?.['idempotency-key'] };
}
