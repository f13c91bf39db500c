import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { compareSchemas, readSchema } from './diff-schemas.ts';
import type { SchemaDifference } from './difference.ts';

const cluster = useTestCluster();

/** Two databases of a project, the second one with more. As the role that its people are. */
async function pair(both: string, second: string): Promise<[ConnectionTarget, ConnectionTarget]> {
  const targets = await Promise.all(
    [both, `${both};${second}`].map(async (sql) => {
      const target = { ...(await cluster.createDatabase()), user: 'postgres' };
      await run(target, sql);
      return target;
    }),
  );
  return targets as [ConnectionTarget, ConnectionTarget];
}

const diffSchemas = async (from: ConnectionTarget, to: ConnectionTarget) =>
  (await compareSchemas(from, to)).difference;

const run = (target: ConnectionTarget, sql: string) =>
  withClient(target, async (client) => void (await client.query(sql)));

const apply = (target: ConnectionTarget, { settings, statements }: SchemaDifference) =>
  run(
    target,
    [
      ...Object.entries(settings).map(([name, value]) => `set ${name} = ${value};`),
      ...statements.map(({ sql }) => `${sql};`),
    ].join('\n'),
  );

const NOTES = `create table public.notes (id bigint generated always as identity primary key, title text, size integer);
  create view public.titles as select title from public.notes`;

it('leads from one schema to the other, after which there is no difference', async () => {
  const [from, to] = await pair(
    NOTES,
    `alter table public.notes enable row level security;
     create policy "own notes" on public.notes for select to authenticated using (true);
     create policy "all of it" on storage.objects for select to authenticated using (bucket_id = 'a');
     create function public.name_of(who integer) returns text language sql as $$ select who::text $$;
     create function public.greet(name text) returns text language sql as $$ select 'hi ' || public.name_of(1) $$;
     create function public.welcome() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger welcome after insert on auth.users for each row execute function public.welcome();
     create type public.mood as enum ('glad', 'sad');
     alter table public.notes add mood public.mood not null default 'glad';
     create index on public.notes (title);
     alter publication supabase_realtime add table public.notes;
     comment on table public.notes is 'it''s; "all"';
     grant select on public.notes to anon`,
  );
  const found = await diffSchemas(from, to);
  expect(found.statements.map(({ action, kind, name }) => `${action} ${kind} ${name}`)).toEqual(
    expect.arrayContaining([
      'create policy storage.objects.all of it',
      'create trigger auth.users.welcome',
      'create function public.greet(text)',
      'create column public.notes.mood',
      'create published table public.notes in supabase_realtime',
    ]),
  );
  expect([found.leftOut, found.notCompared]).toEqual([[], []]);
  await apply(from, found);
  const after = await diffSchemas(from, to);
  expect([after.statements, after.from]).toEqual([[], after.to]);
  expect([found.to, found.from === found.to]).toEqual([after.to, false]);
});

it('marks what takes data away, rewrites a table or may fail', async () => {
  const [from, to] = await pair(
    `${NOTES}; create table public.old (id integer)`,
    `drop view public.titles; alter table public.notes drop column title;
     alter table public.notes alter size type bigint, alter size set not null; drop table public.old`,
  );
  const { statements } = await diffSchemas(from, to);
  const risksOf = (like: RegExp) => statements.filter(({ sql }) => like.test(sql)).map(({ risks }) => risks);
  expect(risksOf(/drop table/i)).toEqual([['data_loss', 'lock']]);
  expect(risksOf(/drop column/i)).toEqual([['data_loss', 'lock']]);
  expect(risksOf(/ type bigint/i)).toEqual([['rewrite', 'may_fail', 'lock']]);
  expect(risksOf(/set not null/i)).toEqual([['may_fail', 'lock']]);
});

it('names what it does not compare', async () => {
  const [from, to] = await pair(
    NOTES,
    'create statistics public.sizes (dependencies) on title, size from public.notes',
  );
  const { statements, notCompared } = await diffSchemas(from, to);
  expect([statements, notCompared]).toEqual([[], [{ kind: 'statistics object', names: ['public.sizes'] }]]);
});

it('leaves the extension for the search among users where it is', async () => {
  const [from, to] = await pair('select 1', 'create extension pg_trgm with schema extensions');
  expect((await diffSchemas(to, from)).statements).toEqual([]);
  const { statements } = await diffSchemas(from, to);
  expect(statements[0]).toMatchObject({ action: 'create', kind: 'extension', name: 'pg_trgm' });
});

it('says what is wrong when a database cannot be reached', async () => {
  const target = { ...(await cluster.createDatabase()), user: 'postgres' };
  await expect(diffSchemas(target, { ...target, database: 'nowhere' })).rejects.toMatchObject({
    code: '3D000',
  });
});

it('tells what has changed since a schema was kept, and leads from there', async () => {
  const [from, to] = await pair(NOTES, 'alter table public.notes add color text');
  const base = await readSchema(from);
  const same = await compareSchemas(from, to, { base, keeps: true });
  expect(same.since?.statements).toEqual([]);
  await run(from, 'alter table public.notes add pinned boolean');
  const { difference, since } = await compareSchemas(from, to, { base });
  const named = (found: SchemaDifference | null) =>
    found?.statements.map(({ action, name }) => `${action} ${name}`);
  expect(named(since)).toEqual(['create public.notes.pinned']);
  expect(named(difference)?.toSorted()).toEqual(['create public.notes.color', 'drop public.notes.pinned']);
  // What was kept of one side is what the other becomes.
  if (same.schema === null) throw new Error('Nothing was kept.');
  const onward = await compareSchemas(same.schema, from);
  expect(named(onward.difference)?.toSorted()).toEqual([
    'create public.notes.pinned',
    'drop public.notes.color',
  ]);
});
