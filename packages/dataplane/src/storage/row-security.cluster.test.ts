import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AskOptions, openRestApi, type RestApi } from '../rest/rest-api-for-test.ts';
import { ME, OTHER, POLICIES, WHO } from '../rest/row-security.cases.ts';
import { createStorageService } from './storage-service.ts';

/**
 * Row level security decides for storage as for the Data API: the same policies, on `storage.objects` and on a table with the
 * same columns, and the same operations by the same people, must have the same effect.
 */
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let rows: string;
/** One connection for all of it. */
let database: Awaited<ReturnType<typeof connect>>;
const sql = async (text: string) => (await database.query(text)).rows;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'row-security-'));
  const address = await cluster.createDatabase();
  database = await connect(address);
  api = await openRestApi(address, {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder }),
  ]);
  await sql(`insert into storage.buckets (id, name) values ('b', 'b');
    create table public.things (id uuid primary key default gen_random_uuid(), name text unique, owner_id text, version text);
    alter table public.things enable row level security; grant all on public.things to anon, authenticated, service_role`);
  for (const [name, sub] of [
    ['mine', ME],
    ['theirs', OTHER],
  ]) {
    const uploaded = await api.ask(`POST /object/b/${name}`, {
      service: 'storage',
      as: { role: 'service_role', sub },
      headers: { 'content-type': 'text/plain' },
      body: name,
    });
    expect(uploaded.status).toBe(200);
  }
  const stored = await sql('select name, owner_id, version from storage.objects order by name');
  rows = stored.map((row) => `('${row.name}', '${row.owner_id}', '${row.version}')`).join(', ');
});
afterAll(async () => {
  await database?.end();
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

type Ask = (request: string, options?: AskOptions) => ReturnType<RestApi['ask']>;
interface Operation {
  rest(ask: Ask, sub: string | null): Promise<unknown>;
  storage(ask: Ask): Promise<unknown>;
}
const names = (json: unknown) => (Array.isArray(json) ? json.map(({ name }) => name).sort() : []);
const rewrite = { Prefer: 'return=representation' };
const TEXT = { headers: { 'content-type': 'text/plain' }, body: 'new' };
/** Each answers what its caller sees; what it does is seen in the table. */
const OPERATIONS: Record<string, Operation> = {
  read: {
    rest: async (ask) => names((await ask('GET /things?name=eq.mine')).json).length === 1,
    storage: async (ask) => (await ask('GET /object/b/mine')).status === 200,
  },
  list: {
    rest: async (ask) => names((await ask('GET /things')).json),
    storage: async (ask) => names((await ask('POST /object/list/b', { body: { prefix: '' } })).json),
  },
  insert: {
    rest: (ask, sub) => ask('POST /things', { body: { name: 'new', owner_id: sub, version: 'new' } }),
    storage: (ask) => ask('POST /object/b/new', TEXT),
  },
  'insert what is there': {
    rest: (ask, sub) => ask('POST /things', { body: { name: 'mine', owner_id: sub, version: 'new' } }),
    storage: (ask) => ask('POST /object/b/mine', TEXT),
  },
  upsert: {
    rest: (ask, sub) =>
      ask('POST /things?on_conflict=name', {
        headers: { Prefer: 'return=representation,resolution=merge-duplicates' },
        body: { name: 'mine', owner_id: sub, version: 'new' },
      }),
    storage: (ask) =>
      ask('POST /object/b/mine', { ...TEXT, headers: { ...TEXT.headers, 'x-upsert': 'true' } }),
  },
  move: {
    rest: (ask) => ask('PATCH /things?name=eq.theirs', { headers: rewrite, body: { name: 'new' } }),
    storage: (ask) =>
      ask('POST /object/move', { body: { bucketId: 'b', sourceKey: 'theirs', destinationKey: 'new' } }),
  },
  delete: {
    rest: (ask) => ask('DELETE /things?name=eq.mine', { headers: rewrite }),
    storage: (ask) => ask('DELETE /object/b', { body: { prefixes: ['mine'] } }),
  },
};

const TABLES = { rest: 'public.things', storage: 'storage.objects' } as const;

async function reset(): Promise<void> {
  await sql(`set storage.allow_delete_query = 'true'; delete from storage.objects; delete from public.things;
    insert into public.things (name, owner_id, version) values ${rows};
    insert into storage.objects (bucket_id, name, owner_id, version)
      select 'b', t.name, t.owner_id, t.version from public.things as t`);
}

/** Names with their owners, and whether their version is another one. */
async function effectOn(table: string): Promise<string[]> {
  const found = await sql(`select name, owner_id, version from ${table} order by name`);
  return found.map(
    (row) => `${row.name} of ${row.owner_id}${rows.includes(String(row.version)) ? '' : ', new'}`,
  );
}

test.each(Object.entries(POLICIES))('%s', async (_, policies) => {
  const made = policies.map((policy) => [`p_${randomUUID().slice(0, 8)}`, policy] as const);
  for (const table of Object.values(TABLES))
    for (const [name, policy] of made) {
      const [kind, rest] = policy.startsWith('as restrictive')
        ? ['as restrictive', policy.slice(14)]
        : ['', policy];
      await sql(`create policy ${name} on ${table} ${kind} ${rest}`);
    }
  const told: Record<'rest' | 'storage', Record<string, unknown>> = { rest: {}, storage: {} };
  for (const [who, as] of Object.entries(WHO))
    for (const [operation, { rest, storage }] of Object.entries(OPERATIONS)) {
      await reset();
      const sub = typeof as === 'object' ? String(as.sub) : null;
      const seen = {
        rest: await rest((request, options) => api.ask(request, { ...options, as }), sub),
        storage: await storage((request, options) =>
          api.ask(request, { service: 'storage', ...options, as }),
        ),
      };
      for (const side of ['rest', 'storage'] as const) {
        const answer = typeof seen[side] === 'object' && !Array.isArray(seen[side]) ? null : seen[side];
        told[side][`${who}: ${operation}`] = [answer, await effectOn(TABLES[side])];
      }
    }
  expect(told.storage).toEqual(told.rest);
  for (const table of Object.values(TABLES))
    for (const [name] of made) await sql(`drop policy ${name} on ${table}`);
});
