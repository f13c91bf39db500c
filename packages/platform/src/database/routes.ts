import { type CatalogRelation, databaseSize, loadCompletionCatalog, withClient } from '@basalt/postgres';
import type { Actor } from '../access/authorize.ts';
import type { RequestContext } from '../kernel/router-base.ts';
import { routes } from '../kernel/router-base.ts';
import { connectionOf } from '../projects/connection.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { poolerConfig } from './pooler-config.ts';
import { readyDatabase } from './ready-database.ts';
import { READ_ONLY_ROLE } from './roles.ts';
import { runQuery } from './run-query.ts';
import { runScript } from './run-script.ts';

const { database } = routes;

/** The database of a project as its read-only role sees it. */
async function readableDatabase(context: RequestContext & { actor: Actor }, ref: string) {
  const { project, role } = await getProject(context.db, context.actor.accountId, ref);
  assertMay('read_sql', role);
  return readyDatabase(context, project, READ_ONLY_ROLE);
}

function presentRelation({ schema, name, kind, columns }: CatalogRelation) {
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
    const access = await getProject(context.db, context.actor.accountId, input.ref);
    return [poolerConfig(input.ref, connectionOf(access, context))];
  }),
  run: database.run.handler(async function* ({ context, input, signal }) {
    yield* await runScript(context, context.actor, input, signal);
  }),
  completion: database.completion.handler(async ({ context, input }) => {
    const target = await readableDatabase(context, input.ref);
    const { schemas, relations, functions } = await withClient(target, loadCompletionCatalog);
    return { schemas: [...schemas], tables: relations.map(presentRelation), functions: [...functions] };
  }),
  size: database.size.handler(async ({ context, input }) => ({
    bytes: await withClient(await readableDatabase(context, input.ref), databaseSize),
  })),
};
