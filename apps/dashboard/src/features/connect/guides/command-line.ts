import { commandLineSetup, deployCommands } from '../../../lib/command-line.ts';
import { connectionUri, psqlCommand } from '../../../lib/connection-strings.ts';
import { envFile } from './env-file.ts';
import type { ApiTarget, Guide, Step } from './guide.ts';

/** What Basalt calls its pooler on this machine, where the name leads here. */
const POOLER_HOST = 'pooler.basalt.localhost';

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
    id: 'linked',
    label: 'Linked project',
    steps: (target) => [
      setUp(target),
      {
        title: 'The name of the pooler',
        text: 'Once, where the machine does not know the name. The command line reaches databases by the pooler, on port 5432, and by names only.',
        code: `getent hosts ${POOLER_HOST} || echo '127.0.0.1 ${POOLER_HOST}' | sudo tee -a /etc/hosts`,
      },
      { title: 'Link', code: `supabase link --project-ref ${target.ref}` },
      {
        title: 'Push',
        text: 'Without a password: the command line is given a role that lasts for ten minutes.',
        code: 'supabase db push --remote',
      },
      { title: 'What is where', code: 'supabase migration list --remote' },
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
    id: 'mcp',
    label: 'MCP',
    steps: (target) => [
      {
        title: 'Access token',
        text: 'Programs with a model read this project with one of your access tokens. They find it in the environment.',
        leadsTo: 'access-tokens',
        code: 'export SUPABASE_ACCESS_TOKEN=sbp_…',
      },
      {
        title: '.mcp.json',
        text: 'Many clients read this form. Nothing can be changed with this address: read_only=false would let them.',
        code: mcpFile(target),
      },
      {
        title: 'What it offers',
        code: `curl -s -X POST '${mcpUrl(target)}' \\
  -H 'Accept: application/json, text/event-stream' \\
  -H 'Content-Type: application/json' \\
  -H "Authorization: Bearer $SUPABASE_ACCESS_TOKEN" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      },
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

function mcpUrl({ origin, ref }: ApiTarget): string {
  return `${origin}/mcp?project_ref=${ref}&read_only=true`;
}

function mcpFile(target: ApiTarget): string {
  const headers = { Authorization: 'Bearer ' + '$' + '{SUPABASE_ACCESS_TOKEN}' };
  const server = { type: 'http', url: mcpUrl(target), headers };
  return JSON.stringify({ mcpServers: { [target.ref]: server } }, null, 2);
}

function setUp({ origin }: ApiTarget): Step {
  return {
    title: 'Set up the command line',
    text: 'Once, so that it asks this installation and not the hosted service. It needs one of your access tokens.',
    leadsTo: 'access-tokens',
    code: commandLineSetup(origin),
  };
}
