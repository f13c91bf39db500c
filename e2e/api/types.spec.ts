import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { OWNER } from '../basalt/owner.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create type public.mood as enum ('calm', 'it''s "loud"');
  create type public.address as (street text, number int);
  create domain public.short as varchar(5) not null;
  create table public.people (
    id bigint generated always as identity primary key,
    name text not null,
    feels public.mood not null default 'calm',
    nick public.short,
    home public.address,
    tags text[],
    data jsonb,
    initial text generated always as (left(name, 1)) stored
  );
  create table public.letters (
    id uuid primary key default gen_random_uuid(),
    sender bigint not null references public.people (id),
    stamp int unique references public.people (id)
  );
  create view public.senders as select id as person, name from public.people;
  create function public.greet(who text, loud boolean default false) returns text language sql as 'select who';
  create function public.find_people(part text) returns setof public.people language sql as 'select * from public.people';
  create function public.shout(person public.people) returns text language sql as 'select upper(person.name)';
  create function public.pair(a int, out low int, out high int) language sql as 'select a, a';
  create function public.area(side int) returns int language sql as 'select side * side';
  create function public.area(width int, height int) returns text language sql as 'select width::text';
  create table public."strange ""name""" ("a b" int, "end;} */" text, "ünï" int, "class" int);
  create schema shop;
  create table shop.goods (id int primary key, maker bigint references public.people (id), feels public.mood);`;

const USE = `
import { createClient } from '@supabase/supabase-js';
import { Constants, type CompositeTypes, type Database, type Enums, type Tables, type TablesInsert, type TablesUpdate } from './database.js';

const client = createClient<Database>('http://127.0.0.1', 'key');
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>) {}

const { data: people } = await client.from('people').select('id, name, feels, tags, home, letters(id)');
const person = people![0]!;
same<typeof person.id, number>(true);
same<typeof person.feels, 'calm' | 'it\\'s "loud"'>(true);
same<typeof person.tags, string[] | null>(true);
same<typeof person.home, CompositeTypes<'address'> | null>(true);

const { data: letters } = await client.from('letters').select('id, sender:people!letters_sender_fkey(name), stamped:people!letters_stamp_fkey(nick)');
same<(typeof letters & {})[number]['sender'], { name: string }>(true);
same<(typeof letters & {})[number]['stamped'], { nick: string } | null>(true);

await client.from('people').insert({ name: 'Ada', nick: 'ada' });
// @ts-expect-error a name is needed
await client.from('people').insert({ nick: 'ada' });
// @ts-expect-error its number is given
await client.from('people').insert({ name: 'Ada', nick: 'ada', id: 1 });
// @ts-expect-error no such column
await client.from('people').update({ nam: 'Ada' });
const { data: misspelt } = await client.from('people').select('nam');
// @ts-expect-error no such column here either
misspelt?.[0]?.nam.length;
// @ts-expect-error no such mood
await client.from('people').update({ feels: 'angry' });

const { data: greeting } = await client.rpc('greet', { who: 'Ada' });
same<typeof greeting, string | null>(true);
const { data: square } = await client.rpc('area', { side: 1 });
same<typeof square, number | null>(true);
const { data: rectangle } = await client.rpc('area', { width: 1, height: 2 });
same<typeof rectangle, string | null>(true);
// @ts-expect-error no overload takes a text
await client.rpc('area', { side: 'long' });
// @ts-expect-error no such function
await client.rpc('volume');
// @ts-expect-error no such table
await client.from('peoples').select();
const { data: found } = await client.rpc('find_people', { part: 'a' }).select('name');
same<(typeof found & {})[number], { name: string }>(true);
const { data: pair } = await client.rpc('pair', { a: 1 });
same<typeof pair, { low: number; high: number } | null>(true);

same<Tables<'senders'>, { person: number | null; name: string | null }>(true);
same<Tables<{ schema: 'shop' }, 'goods'>['feels'], Enums<'mood'> | null>(true);
same<TablesInsert<'letters'>, { id?: string; sender: number; stamp?: number | null }>(true);
same<TablesUpdate<'letters'>, { id?: string; sender?: number; stamp?: number | null }>(true);
same<Tables<'people'>['shout'], string | null>(true);
const strange: Tables<'strange "name"'> = { 'a b': 1, 'end;} */': 'x', ünï: null, class: 2 };
same<(typeof Constants.public.Enums.mood)[0], 'calm'>(true);
console.log(strange);
`;

const resolve = createRequire(import.meta.url).resolve;

/** The folder of the public command line, where there is one for this machine. */
function commandLineFolder(): string | null {
  try {
    return path.join(path.dirname(resolve('@supabase/cli-linux-x64/package.json')), 'bin');
  } catch {
    return null;
  }
}

test('types are those of the exposed schemas, in one order, and the command line gets the same', async ({
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Typed');
  const types = async (query = '') =>
    (await api.request('GET', `/v1/projects/${ref}/types/typescript${query}`)).body.types as string;
  const objects = [
    'create table public.a (id int primary key)',
    'create table public.b (id int primary key, a int constraint b_a references public.a, c int constraint b_c references public.a)',
    'create function public.f(x int) returns int language sql as $$ select x $$',
    'create function public.f(y text) returns text language sql as $$ select y $$',
    `create type public.mood as enum ('calm', 'loud')`,
    'create view public.v as select id from public.a',
  ];
  await api.rows(ref, objects.join(';'));
  const before = await types();
  // Exactly what the Data API serves: neither what the services keep, nor a schema of one's own.
  const schemasIn = (text: string) => text.match(/^ {2}\w+(?=: \{$)/gm)?.map((name) => name.trim());
  const ALL = ['__InternalSupabase', 'graphql_public', 'public'];
  expect([...new Set(schemasIn(before))]).toEqual(ALL);
  await api.rows(ref, 'drop view v; drop table b, a; drop function f(int), f(text); drop type mood');
  const [a, b, f, g, mood, view] = objects;
  await api.rows(ref, [mood, g, f, a, view, b].join(';'));
  expect(await types()).toBe(before);

  await api.rows(ref, 'create schema shop; create table shop.goods (id int primary key)');
  expect(await types()).toBe(before);
  await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { db_schema: 'public,shop' });
  expect([...new Set(schemasIn(await types()))]).toEqual(['__InternalSupabase', 'public', 'shop']);

  const folder = commandLineFolder();
  if (folder === null) return;
  const home = await mkdtemp(path.join(tmpdir(), 'b-types-cli-'));
  await writeFile(
    path.join(home, 'profile.yaml'),
    `name: basalt\napi_url: ${basalt.origin}\ndashboard_url: ${basalt.origin}\nproject_host: basalt.localhost`,
  );
  const args = ['gen', 'types', '--lang', 'typescript', '--project-id', ref, '--schema', 'public,shop'];
  const { stdout } = await promisify(execFile)(
    path.join(folder, 'supabase'),
    [...args, '--profile', path.join(home, 'profile.yaml')],
    {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        SUPABASE_ACCESS_TOKEN: OWNER.accessToken,
        SUPABASE_NO_KEYRING: '1',
        SUPABASE_TELEMETRY_DISABLED: '1',
        SUPABASE_NO_UPDATE_NOTIFIER: '1',
      },
    },
  );
  expect(stdout.trim()).toBe((await types()).trim());
  await rm(home, { recursive: true, force: true });
});

test('types of a project’s schemas are what its clients need, and compile', async ({ api, project }) => {
  await api.rows(project.ref, SCHEMA);
  const { status, body } = await api.request(
    'GET',
    `/v1/projects/${project.ref}/types/typescript?included_schemas=public,shop,nowhere`,
  );
  expect(status).toBe(200);
  expect(body.types).not.toMatch(/\bany\b/);
  const folder = await mkdtemp(path.join(tmpdir(), 'b-types-'));
  try {
    await writeFile(path.join(folder, 'database.ts'), body.types as string);
    await writeFile(path.join(folder, 'use.ts'), USE);
    const client = resolve('@supabase/supabase-js/package.json');
    const { types } = JSON.parse(await readFile(client, 'utf8')) as { types: string };
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'es2023',
        module: 'nodenext',
        types: [],
        lib: ['es2023', 'dom'],
        paths: { '@supabase/supabase-js': [path.join(path.dirname(client), types)] },
      },
    };
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = path.join(path.dirname(resolve('typescript/package.json')), 'bin/tsc');
    const output = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; message: string }) => error.stdout || error.message,
    );
    expect(output).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
