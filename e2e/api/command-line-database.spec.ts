import { rm } from 'node:fs/promises';
import { COMMAND_LINE, type CommandLine, openCommandLine, withHosts } from '../basalt/command-line.ts';
import { isFree } from '../basalt/free-ports.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { expect } from '../basalt/test.ts';

/** The port that the command line takes for every pooler. */
const USUAL_PORT = 5432;
const HOST = 'pooler.basalt.localhost';

/** A server of this file's own, whose pooler has the usual port where nobody has it. */
const test = testOnOwnServer(async () => {
  const usual = (await isFree(USUAL_PORT)) ? { BASALT_POOLER_PORT: String(USUAL_PORT) } : {};
  return { ...usual, BASALT_POOLER_HOST: HOST };
});
test.setTimeout(240_000);
test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');

async function writeMigrations({ write }: CommandLine): Promise<void> {
  await write('supabase/config.toml', 'project_id = "journey"\n');
  await write(
    'supabase/migrations/20260101000000_rocks.sql',
    'create table public.rocks (id int primary key, name text);',
  );
  await write(
    'supabase/migrations/20260102000000_weight.sql',
    'alter table public.rocks add column weight int; create index on public.rocks (name);',
  );
  await write('supabase/seed.sql', "insert into public.rocks values (1, 'basalt', 3);");
}

async function works({ run }: CommandLine, ...args: string[]): Promise<string> {
  const { code, output } = await run(...args);
  expect([args.join(' '), code, code === 0 || output]).toEqual([args.join(' '), 0, true]);
  return output;
}

test('the public command line brings migrations to a database by its address, through the pooler', async ({
  basalt,
  api,
}) => {
  const { ref } = await api.createProject('By address');
  const { body } = await api.request('GET', `/platform/projects/${ref}/connection`);
  const { user, password, pooler, database } = body;
  const address = `postgresql://${user}.${ref}:${password}@127.0.0.1:${pooler.session}/${database}`;
  const commandLine = await openCommandLine(basalt.origin);
  await writeMigrations(commandLine);
  await works(commandLine, 'db', 'push', '--include-seed', `--remote=${address}`);
  expect(await api.rows(ref, 'select name, weight from public.rocks')).toEqual([
    { name: 'basalt', weight: 3 },
  ]);
  await works(
    commandLine,
    'migration',
    'repair',
    '--status',
    'reverted',
    '20260102000000',
    `--remote=${address}`,
  );
  expect(await works(commandLine, 'migration', 'list', `--remote=${address}`)).toMatch(
    /20260101000000[` |]+20260101000000[\s\S]*20260102000000[` |]+2026-01-02/,
  );
  await commandLine.dispose();
});

test('a project is linked once, and then needs neither address nor password', async ({ basalt, api }) => {
  const isRoot = process.getuid?.() === 0;
  test.skip(!isRoot, 'Only root can give a program a list of hosts of its own.');
  test.skip(
    basalt.environment.BASALT_POOLER_PORT !== String(USUAL_PORT),
    'The command line takes 5432 for every pooler, and another program has that port.',
  );
  const { ref } = await api.createProject('Linked');
  const { folder, program } = await withHosts(`127.0.0.1 localhost ${HOST}`);
  const commandLine = await openCommandLine(basalt.origin, { program });
  await writeMigrations(commandLine);
  await works(commandLine, 'link', '--project-ref', ref);
  await works(commandLine, 'db', 'push', '--remote', '--include-seed');
  expect(await works(commandLine, 'migration', 'list', '--remote')).toMatch(
    /20260102000000[` |]+20260102000000/,
  );
  // What the migrations made belongs to the project's owner, and not to the role that came for a while.
  expect(
    await api.rows(
      ref,
      `select tableowner, (select rolcanlogin and not rolinherit and rolvaliduntil < now() + interval '11 minutes'
         from pg_roles where rolname = 'cli_login_${ref}') as passing from pg_tables where tablename = 'rocks'`,
    ),
  ).toEqual([{ tableowner: 'postgres', passing: true }]);
  expect(await works(commandLine, 'inspect', 'db', 'db-stats', '--remote')).toContain('postgres');
  expect((await api.request('DELETE', `/v1/projects/${ref}/cli/login-role`)).body).toEqual({ message: 'ok' });
  expect(await api.rows(ref, "select from pg_roles where rolname like 'cli\\_login\\_%'")).toEqual([]);
  await commandLine.dispose();
  await rm(folder, { recursive: true });
});
