import { commandLineSetup, deployCommands } from '../../../lib/command-line.ts';
import { connectionUri, psqlCommand } from '../../../lib/connection-strings.ts';
import { envFile } from './env-file.ts';
import type { ApiTarget, Guide, Step } from './guide.ts';

/** What terminals do with a project, with the public command line or with what PostgreSQL brings along. */
export const COMMAND_LINE: readonly Guide[] = [
  {
    id: 'types',
    label: 'Types',
    steps: (target) => [
      setUp(target),
      {
        title: 'Types of the tables',
        text: 'TypeScript for the public client: createClient<Database>(…).',
        code: `supabase gen types typescript --project-id ${target.ref} > database.types.ts`,
      },
    ],
  },
  {
    id: 'migrations',
    label: 'Migrations',
    steps: ({ database, password }) => [
      { title: 'Begin', code: 'supabase init' },
      {
        title: 'Write a migration',
        code: `supabase migration new create_stones <<'END'
create table public.stones (id int primary key, name text not null);
END`,
      },
      {
        title: 'The database',
        text: 'From version 4 of the command line on, --db-url is called --remote.',
        code: `export ${envFile({ DATABASE_URL: connectionUri(database, password) })}`,
      },
      { title: 'Push', code: 'supabase db push --db-url "$DATABASE_URL"' },
      {
        title: 'What is where',
        text: 'The dashboard lists them under Database, Migrations.',
        code: 'supabase migration list --db-url "$DATABASE_URL"',
      },
    ],
  },
  {
    id: 'functions',
    label: 'Edge functions',
    steps: (target) => [
      setUp(target),
      { title: 'Write and deploy a function', code: deployCommands(target.ref, 'hello-world') },
    ],
  },
  {
    id: 'psql',
    label: 'psql',
    steps: ({ database }) => [
      {
        title: 'Connect',
        code: psqlCommand(database),
        text: 'psql asks for the password when it connects.',
      },
      { title: 'Run a file', code: `${psqlCommand(database)} -f schema.sql` },
    ],
  },
];

function setUp({ origin }: ApiTarget): Step {
  return {
    title: 'Set up the command line',
    text: 'Once, so that it asks this installation and not the hosted service. It needs one of your access tokens.',
    leadsTo: 'access-tokens',
    code: commandLineSetup(origin),
  };
}
