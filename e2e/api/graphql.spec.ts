import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as documents from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { Client, fetchExchange } from '@urql/core';
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  printSchema,
  validateSchema,
} from 'graphql';
import { clientOf, keysOf, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';
import {
  InsertDocument,
  PagesDocument,
  type PagesQuery,
  UpdateDocument,
} from './graphql-documents.generated.ts';

const SCHEMA = `
  comment on schema public is '@graphql({"inflect_names": true})';
  create table public.writer (id serial primary key, full_name text not null, karma bigint);
  create table public.post (id serial primary key, writer_id int not null references public.writer, tags text[], meta jsonb);
  comment on table public.post is '@graphql({"totalCount": {"enabled": true}})';
  create table public.note (id serial primary key, owner_id uuid not null default auth.uid(), body text);
  create policy "everybody reads" on public.writer for select using (true);
  create policy "everybody reads" on public.post for select using (true);
  create policy "owners do everything" on public.note for all
    using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
  insert into public.writer (full_name, karma) values ('Ada', 7), ('Bob', null);
  insert into public.post (writer_id, meta) values (1, '{"a": 1}'), (1, null), (2, null);
`;

/** What a generator of documents reads and writes. The tests use what it wrote, so that its types are checked with them. */
const SOURCE = new URL('graphql-documents.graphql', import.meta.url);
const GENERATED = new URL('graphql-documents.generated.ts', import.meta.url);

async function generateDocuments(schema: GraphQLSchema): Promise<string> {
  return codegen({
    filename: fileURLToPath(GENERATED),
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: [{ location: fileURLToPath(SOURCE), document: parse(await readFile(SOURCE, 'utf8')) }],
    config: {
      documentMode: 'graphQLTag',
      gqlImport: '@urql/core#gql',
      documentNodeImport: '@urql/core#TypedDocumentNode',
      useTypeImports: true,
      // Large numbers, times, JSON and the like come as texts.
      defaultScalarType: 'string',
    },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations, documents },
  });
}

test.describe('GraphQL, by a client of the public', () => {
  let keys: ProjectKeys;
  let ref: string;

  test.beforeAll(async ({ api, basalt }) => {
    ({ ref } = await api.createProject('GraphQL'));
    await api.rows(ref, SCHEMA);
    await setAuth(api, ref, { mailer_autoconfirm: true });
    keys = await keysOf(api, basalt, ref);
  });

  const clientWith = (headers: Record<string, string>) =>
    new Client({
      url: `${keys.url}/graphql/v1`,
      exchanges: [fetchExchange],
      preferGetMethod: false,
      fetchOptions: { headers },
    });

  test('documents that a generator typed by the schema it tells read pages within pages and write', async ({
    api,
  }) => {
    const anon = clientWith({ apikey: keys.anon });
    const service = clientWith({ apikey: keys.secret });
    // The schema is read with a token that may.
    const { body } = await api.request('POST', `/platform/projects/${ref}/temporary-tokens`, {
      role: 'anon',
    });
    const reader = clientWith({ apikey: body.api_key, authorization: `Bearer ${body.token}` });
    const told = await reader.query<IntrospectionQuery>(getIntrospectionQuery(), {});
    expect(told.error).toBeUndefined();
    const schema = buildClientSchema(told.data as IntrospectionQuery);
    expect(validateSchema(schema)).toEqual([]);
    const generated = await generateDocuments(schema);
    if (test.info().config.updateSnapshots === 'all') await writeFile(GENERATED, generated);
    expect(generated, 'after a change: npm run journeys -- api/graphql --update-snapshots=all').toBe(
      await readFile(GENERATED, 'utf8'),
    );

    const read = await anon.query(PagesDocument, { size: 1 });
    expect(read.error).toBeUndefined();
    expect(read.data).toEqual({
      writerCollection: {
        edges: [
          {
            cursor: 'WyJBZGEiLCAxXQ==',
            node: {
              nodeId: 'WyJwdWJsaWMiLCAid3JpdGVyIiwgMV0=',
              karma: '7',
              postCollection: {
                totalCount: 2,
                pageInfo: { hasNextPage: true },
                edges: [{ node: { meta: '{"a": 1}' } }],
              },
            },
          },
        ],
      },
    } satisfies PagesQuery);

    const third = { filter: { id: { eq: 3 } } };
    expect((await service.mutation(UpdateDocument, third)).data?.updatePostCollection).toEqual({
      affectedCount: 1,
      records: [{ tags: ['x'] }],
    });
    const posts = [{ writerId: 2, tags: ['y', null] }];
    const { data } = await service.mutation(InsertDocument, { posts });
    expect(data?.insertIntoPostCollection?.records).toEqual([
      { nodeId: expect.any(String), tags: ['y', null], writer: { fullName: 'Bob' } },
    ]);
    // The same, but policies let nobody without a key of the server write.
    expect((await anon.mutation(UpdateDocument, third)).data?.updatePostCollection.records).toEqual([]);
  });

  test('follows who is signed in', async () => {
    const insert =
      'mutation { insertIntoNoteCollection(objects: {body: "mine"}) { records { body ownerId } } }';
    const seen: unknown[] = [];
    for (let person = 0; person < 2; person++) {
      const { data } = await clientOf(keys.url, keys.anon).auth.signUp({
        email: `${randomBytes(6).toString('hex')}@example.com`,
        password: 'columns of stone',
      });
      const signedIn = clientWith({
        apikey: keys.publishable,
        authorization: `Bearer ${data.session?.access_token}`,
      });
      expect((await signedIn.mutation(insert, {})).data).toEqual({
        insertIntoNoteCollection: { records: [{ body: 'mine', ownerId: data.user?.id }] },
      });
      const { data: notes } = await signedIn.query('{ noteCollection { edges { node { ownerId } } } }', {});
      seen.push(notes.noteCollection.edges.length);
    }
    expect(seen).toEqual([1, 1]);
  });

  test('tells what is wrong in the way of GraphQL, and is in the log of requests', async ({ api }) => {
    const { error } = await clientWith({ apikey: keys.anon }).query(
      '{ writersCollection { edges { cursor } } }',
      {},
    );
    expect(error?.graphQLErrors.map(({ message }) => message)).toEqual([
      'Unknown field "writersCollection" on type Query',
    ]);
    const noKey = await clientWith({}).query('{ __typename }', {});
    expect(noKey.error?.response?.status).toBe(401);
    await expect
      .poll(async () => {
        const { body } = await api.request('GET', `/platform/projects/${ref}/request-log?service=graphql`);
        return body.entries?.map(({ path, role }: { path: string; role: string }) => `${path} ${role}`);
      })
      .toContain('/graphql/v1 service_role');
  });
});
