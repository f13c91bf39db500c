import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ME, OTHER, POLICIES, WHO } from '../rest/row-security.cases.ts';
import { listening, openRealtimeApi, type RealtimeApi } from './realtime-for-test.ts';

/**
 * Row level security decides for realtime as for the Data API: under the same policies, the changes that somebody hears of are those
 * of the rows that he can read.
 */
const cluster = useTestCluster();
let api: RealtimeApi;
let database: Awaited<ReturnType<typeof connect>>;
const heard = new Map<string, string[]>();
const channels: RealtimeChannel[] = [];
const sql = async (text: string) => (await database.query(text)).rows;

beforeAll(async () => {
  const address = await cluster.createDatabase();
  database = await connect(address);
  // Test clusters put off writing their log, and the stream with it.
  await database.query('set synchronous_commit = on');
  api = await openRealtimeApi(address);
  await sql(`create table public.things (id uuid primary key default gen_random_uuid(), name text unique, owner_id text, version text);
    alter table public.things enable row level security; grant all on public.things to anon, authenticated, service_role;
    create table public.ends (id int primary key); alter table public.ends disable row level security;
    grant select on public.ends to anon, authenticated, service_role;
    alter publication supabase_realtime add table public.things, public.ends`);
  for (const [who, as] of Object.entries(WHO)) {
    const client = await api.client(as);
    const own: string[] = [];
    heard.set(who, own);
    const channel = client
      .channel('things')
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'things' },
        ({ eventType, new: row, old }) =>
          own.push(`${eventType} ${'name' in row ? row.name : Object.keys(old).join()}`),
      )
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'ends' }, () => own.push('end'));
    channels.push(channel);
    expect(await listening(channel)).toBe('ok: Subscribed to PostgreSQL');
  }
});
afterAll(async () => {
  await database?.end();
  await api?.close();
});

let ends = 0;
/** What each heard since it was last asked. */
async function hear(): Promise<Record<string, string[]>> {
  ends += 1;
  await sql(`insert into public.ends values (${ends})`);
  const all: Record<string, string[]> = {};
  await expect
    .poll(() => [...heard.values()].every((own) => own.at(-1) === 'end'), { interval: 5 })
    .toBe(true);
  for (const [who, own] of heard) all[who] = own.splice(0).slice(0, -1).sort();
  return all;
}

test.each(Object.entries(POLICIES))('%s', async (_, policies) => {
  for (const [index, policy] of policies.entries()) {
    const [kind, rest] = policy.startsWith('as restrictive')
      ? ['as restrictive', policy.slice(14)]
      : ['', policy];
    await sql(`create policy p${index} on public.things ${kind} ${rest}`);
  }
  const readable = async () => {
    const found: Record<string, string[]> = {};
    for (const [who, as] of Object.entries(WHO))
      found[who] = ((await api.ask('GET /things?select=name', { as })).json as { name: string }[]).map(
        ({ name }) => name,
      );
    return found;
  };
  const expected = (rows: Record<string, string[]>, event: string) =>
    Object.fromEntries(
      Object.entries(rows).map(([who, names]) => [who, names.map((name) => `${event} ${name}`).sort()]),
    );

  await sql(
    `insert into public.things (name, owner_id) values ('mine', '${ME}'), ('theirs', '${OTHER}'), ('new', null), ('newest', '${ME}')`,
  );
  expect(await hear()).toEqual(expected(await readable(), 'INSERT'));
  await sql(`update public.things set version = 'changed'`);
  expect(await hear()).toEqual(expected(await readable(), 'UPDATE'));
  await sql(`update public.things set owner_id = case name when 'mine' then '${OTHER}' else '${ME}' end`);
  expect(await hear()).toEqual(expected(await readable(), 'UPDATE'));
  // Nobody can say whether he could see a row that is gone: all learn its key, and nothing else.
  await sql('delete from public.things');
  expect(new Set(Object.values(await hear()).flat())).toEqual(new Set(['DELETE id']));
  for (const index of policies.keys()) await sql(`drop policy p${index} on public.things`);
});
