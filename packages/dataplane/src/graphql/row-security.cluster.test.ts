import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ME, OTHER, POLICIES, WHO } from '../rest/row-security.cases.ts';
import { type GraphqlAnswer, type GraphqlApi, openGraphql } from './graphql-for-test.ts';

/**
 * Row level security decides for GraphQL as for the Data API: the same policies and the same operations by the same people must
 * have the same effect and show the same rows.
 */
const cluster = useTestCluster();
let api: GraphqlApi;
/** One connection for all of it. */
let database: Awaited<ReturnType<typeof connect>>;
const sql = async (text: string) => (await database.query(text)).rows;

beforeAll(async () => {
  const address = await cluster.createDatabase();
  database = await connect(address);
  await sql('set search_path = public');
  const columns = 'id uuid primary key default gen_random_uuid(), name text unique, owner_id text';
  api = await openGraphql(
    { createDatabase: async () => address },
    `create table things (${columns}); create table others (${columns});
    alter table things enable row level security; alter table others enable row level security`,
  );
});
afterAll(async () => {
  await database?.end();
  await api?.close();
});

type As = (typeof WHO)[string];
interface Operation {
  rest(as: As, sub: string | null): Promise<unknown>;
  graphql(as: As, sub: string | null): Promise<GraphqlAnswer>;
}
/** GraphQL always gives back what it has written. */
const headers = { Prefer: 'return=representation' };
const names = (rows: unknown) => (Array.isArray(rows) ? rows.map(({ name }) => name).sort() : 'refused');

const OPERATIONS: Record<string, Operation> = {
  read: {
    rest: async (as) => (await api.rest('GET /things', { as })).json,
    graphql: (as) => api.ask('{ othersCollection { edges { node { name } } } }', null, as),
  },
  insert: {
    rest: async (as, sub) =>
      (await api.rest('POST /things', { as, headers, body: { name: 'new', owner_id: sub } })).json,
    graphql: (as, sub) =>
      api.ask(
        'mutation ($sub: String) { insertIntoothersCollection(objects: {name: "new", owner_id: $sub}) { records { name } } }',
        { sub },
        as,
      ),
  },
  rename: {
    rest: async (as) =>
      (await api.rest('PATCH /things?name=eq.theirs', { as, headers, body: { name: 'new' } })).json,
    graphql: (as) =>
      api.ask(
        'mutation { updateothersCollection(set: {name: "new"}, filter: {name: {eq: "theirs"}}) { records { name } } }',
        null,
        as,
      ),
  },
  'change all': {
    rest: async (as) =>
      (await api.rest('PATCH /things?name=not.is.null', { as, headers, body: { owner_id: 'x' } })).json,
    graphql: (as) =>
      api.ask(
        'mutation { updateothersCollection(set: {owner_id: "x"}, filter: {name: {is: NOT_NULL}}, atMost: 9) { records { name } } }',
        null,
        as,
      ),
  },
  delete: {
    rest: async (as) => (await api.rest('DELETE /things?name=eq.mine', { as, headers })).json,
    graphql: (as) =>
      api.ask(
        'mutation { deleteFromothersCollection(filter: {name: {eq: "mine"}}) { records { name } } }',
        null,
        as,
      ),
  },
};

function rowsOf({ data }: GraphqlAnswer): unknown {
  const [found] = Object.values(data ?? {}) as { edges?: { node: unknown }[]; records?: unknown[] }[];
  return found?.edges?.map(({ node }) => node) ?? found?.records;
}

const effectOn = async (table: string) =>
  (await sql(`select name || ' of ' || coalesce(owner_id, 'nobody') as row from ${table} order by name`)).map(
    ({ row }) => row,
  );

test.each(Object.entries(POLICIES))('%s', async (_, policies) => {
  const tables = ['things', 'others'];
  await sql(
    tables
      .flatMap((table) => policies.map((policy, index) => `create policy p${index} on ${table} ${policy}`))
      .join('; ') || 'select',
  );
  const told: Record<'rest' | 'graphql', Record<string, unknown>> = { rest: {}, graphql: {} };
  for (const [who, as] of Object.entries(WHO))
    for (const [operation, { rest, graphql }] of Object.entries(OPERATIONS)) {
      await sql(
        tables
          .map(
            (table) =>
              `delete from ${table}; insert into ${table} (name, owner_id) values ('mine', '${ME}'), ('theirs', '${OTHER}')`,
          )
          .join('; '),
      );
      const sub = typeof as === 'object' ? String(as.sub) : null;
      const seen = { rest: names(await rest(as, sub)), graphql: names(rowsOf(await graphql(as, sub))) };
      told.rest[`${who}: ${operation}`] = [seen.rest, await effectOn('things')];
      told.graphql[`${who}: ${operation}`] = [seen.graphql, await effectOn('others')];
    }
  expect(told.graphql).toEqual(told.rest);
  await sql(
    tables.flatMap((table) => policies.map((_, index) => `drop policy p${index} on ${table}`)).join('; ') ||
      'select',
  );
});
