import { databaseSize } from '@basalt/postgres';
import {
  type CompletionRelation,
  findRelations,
  listRelations,
  loadCompletionCatalog,
  SCHEMA_OBJECTS,
} from '@basalt/postgres/catalog';
import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { connectionOf } from './connection.ts';
import { generateTypes } from './generate-types.ts';
import { createLoginRole, deleteLoginRoles } from './login-roles.ts';
import { poolerConfig, poolerSettings } from './pooler-config.ts';
import { readDatabase } from './read-database.ts';
import { runQuery } from './run-query.ts';
import { runScript } from './run-script.ts';
import { listObjects } from './schema/read-schema.ts';
import { updatePassword } from './update-password.ts';
import { updatePoolerSize } from './update-pooler-size.ts';

const { database, projects } = routes;

function presentRelation({ schema, name, kind, columns }: CompletionRelation) {
  return { schema, name, kind, columns: [...columns] };
}

export const databaseRoutes = {
  v1Query: database.v1Query.handler(({ context, input, signal }) =>
    runQuery(context, context.actor, { ...input, readOnly: input.read_only ?? false }, signal),
  ),
  v1ReadOnlyQuery: database.v1ReadOnlyQuery.handler(({ context, input, signal }) =>
    runQuery(context, context.actor, { ...input, readOnly: true }, signal),
  ),
  v1PoolerConfig: database.v1PoolerConfig.handler(async ({ context, input }) => {
    const access = await getProject(context.db, context.actor, input.ref);
    return [poolerConfig(access.project, await connectionOf(access, context))];
  }),
  v1UpdatePoolerConfig: database.v1UpdatePoolerConfig.handler(
    async ({ context, input: { ref, ...change } }) => {
      await updatePoolerSize(context, context.actor, ref, change);
      const access = await getProject(context.db, context.actor, ref);
      const { default_pool_size, pool_mode } = poolerConfig(
        access.project,
        await connectionOf(access, context),
      );
      return { default_pool_size, pool_mode };
    },
  ),
  poolerSettings: database.poolerSettings.handler(async ({ context, input }) => {
    const access = await getProject(context.db, context.actor, input.ref);
    return poolerSettings(access.project, await connectionOf(access, context));
  }),
  v1PgbouncerConfig: database.v1PgbouncerConfig.handler(async ({ context, input }) => {
    const access = await getProject(context.db, context.actor, input.ref);
    const { default_pool_size, max_client_conn, pool_mode, connection_string } = poolerConfig(
      access.project,
      await connectionOf(access, context),
    );
    return {
      ...(default_pool_size === null ? {} : { default_pool_size }),
      ...(max_client_conn === null ? {} : { max_client_conn }),
      pool_mode,
      connection_string,
    };
  }),
  v1Context: database.v1Context.handler(async ({ context, input: { ref } }) => {
    const schemas = await listObjects(context, context.actor, SCHEMA_OBJECTS, { ref, offset: 0 });
    return { databases: [{ name: 'postgres', schemas: schemas.map(({ name }) => ({ name })) }] };
  }),
  v1UpdatePassword: database.v1UpdatePassword.handler(async ({ context, input: { ref, password } }) => {
    await updatePassword(context, context.actor, { ref, password });
    return { message: 'The password has been changed.' };
  }),
  v1CreateLoginRole: database.v1CreateLoginRole.handler(({ context, input }) =>
    createLoginRole(context, context.actor, input),
  ),
  v1DeleteLoginRoles: database.v1DeleteLoginRoles.handler(({ context, input }) =>
    deleteLoginRoles(context, context.actor, input),
  ),
  // What keeps a script from starting is an answer of its own; after that the stream tells what happens.
  run: database.run.handler(({ context, input, signal }) => runScript(context, context.actor, input, signal)),
  completion: database.completion.handler(async ({ context, input }) => {
    const { schemas, relations, functions } = await readDatabase(
      context,
      context.actor,
      input.ref,
      loadCompletionCatalog,
    );
    return { schemas: [...schemas], tables: relations.map(presentRelation), functions: [...functions] };
  }),
  findTables: database.findTables.handler(({ context, input: { ref, name, limit } }) =>
    readDatabase(context, context.actor, ref, (client) => findRelations(client, name, limit)),
  ),
  listTables: database.listTables.handler(({ context, input: { ref, name, ...page } }) =>
    readDatabase(context, context.actor, ref, (client) => listRelations(client, { ...page, part: name })),
  ),
  size: database.size.handler(async ({ context, input }) => ({
    bytes: await readDatabase(context, context.actor, input.ref, databaseSize),
  })),
};

export const databaseTypeRoutes = {
  v1TypeScript: routes.databaseTypes.v1TypeScript.handler(({ context, input }) =>
    generateTypes(context, context.actor, input),
  ),
};

/** The call about projects that says how to reach their database. */
export const connectionRoutes = {
  connection: projects.connection.handler(
    async ({ context, input }) =>
      await connectionOf(await getProject(context.db, context.actor, input.ref), context),
  ),
};
