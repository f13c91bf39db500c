import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND_LINE, openCommandLine } from '../basalt/command-line.ts';
import { DATABASE_PASSWORD, OWNER } from '../basalt/owner.ts';
import { setAuth } from '../basalt/project-api.ts';
import { identityProvider } from '../basalt/saml-metadata.ts';
import { expect, test } from '../basalt/test.ts';
import { usualHttps } from '../basalt/usual-https.ts';

interface Command {
  args: string[];
  code: 0 | 1;
  /** What comes of it, for the document. */
  result: string;
  /** What it says. */
  says?: RegExp;
}

/** What stands for values of one run in the document. */
const REF = '<ref>';
const ADDRESS = '--remote=<address>';

/**
 * Every command, in the order in which they are run. With `--project-ref` and after `link` a command finds the project by itself; those that
 * go to the database are given its address in the pooler.
 */
const COMMANDS: Command[] = [
  works('login --token <token>', 'keeps the token', /logged in/),
  works('whoami', 'the owner of the token', /owner@example\.com/),
  works('orgs list', 'organizations', /My organization/),
  works('orgs create Works', 'makes one', /Works/),
  works('projects list', 'projects', /Commands/),
  works(
    'projects create Made --org-id <slug> --db-password <password> --region eu-central-1',
    'makes one',
    /Frankfurt/,
  ),
  works(`projects api-keys --project-ref ${REF}`, 'keys', /service_role/),
  works(`link --project-ref ${REF}`, 'links the folder', /Finished/),
  works('services', 'versions; of services only where HTTPS is served', /17\.\d+ +\| 17\.\d+/),
  works('secrets set WHO=you', 'sets a secret of functions', /Finished/),
  works('secrets list', 'names and digests', /WHO/),
  works('secrets unset WHO', 'removes it', /Finished/),
  works('functions deploy --use-api', 'deploys', /Deployed Functions/),
  works('functions list', 'functions', /hello/),
  works('functions download hello --use-api', 'its files', /Downloaded/),
  works('functions delete hello', 'deletes it', /Deleted/),
  works('gen types --remote', 'TypeScript', /export type Database/),
  works(`gen types --lang go ${ADDRESS}`, 'Go, by SQL', /package database/),
  works(
    'db query "select 1 as one" --read-only --remote',
    'rows, without a connection to the database',
    /one/,
  ),
  works('db advisors --remote', 'what the advisors found', /auth_leaked_password_protection/),
  works('snippets list', 'snippets', /Of the quarry/),
  works('snippets download <snippet>', 'its SQL', /select 42/),
  works('backups list', 'backups', /PHYSICAL/),
  fails('backups restore -t 1', 'a moment that is not kept: it says which are', /cannot be restored/),
  works('config diff', 'what differs from `config.toml`', /api\.max_rows/),
  works('config push', 'sets what differs', /Would update Auth/),
  works('config pull', 'writes `config.toml`', /remote/),
  works('postgres-config get --experimental', 'parameters', /max_connections/),
  works(
    'postgres-config update --config work_mem=8MB --no-restart --experimental',
    'sets one',
    /work_mem +\| 8MB/,
  ),
  works('postgres-config delete --config work_mem --no-restart --experimental', 'takes it back', /4MB/),
  works(
    'ssl-enforcement update --enable-db-ssl-enforcement --experimental',
    'refuses connections without SSL',
    /SSL is being enforced/,
  ),
  works('ssl-enforcement get --experimental', 'whether SSL is enforced', /SSL is being enforced/),
  works(
    'ssl-enforcement update --disable-db-ssl-enforcement --experimental',
    'lets them in again',
    /SSL is \*NOT\* being enforced/,
  ),
  works(
    'network-restrictions update --db-allow-cidr 203.0.113.0/24 --experimental',
    'lets in these addresses only',
    /203\.0\.113\.0\/24/,
  ),
  works('network-restrictions get --experimental', 'which addresses are let in', /203\.0\.113\.0\/24/),
  works(
    'network-restrictions update --db-allow-cidr 0.0.0.0/0 --db-allow-cidr ::/0 --experimental',
    'lets in all',
    /0\.0\.0\.0\/0/,
  ),
  fails('network-bans get --experimental', 'not here: nobody is banned', /No address is banned/),
  works('domains get', 'the custom hostname, and the record that shows whose it is', /_basalt-challenge/),
  works('domains reverify', 'looks for the record', /_basalt-challenge/),
  fails('domains activate', 'the record was not seen yet', /Set its TXT record/),
  works('domains delete', 'takes it away', /Deleted/),
  works('vanity-subdomains get --experimental', 'none yet', /not-used/),
  works(
    'vanity-subdomains check-availability --desired-subdomain acme-rocks --experimental',
    'whether nobody has it',
    /true/,
  ),
  works(
    'vanity-subdomains activate --desired-subdomain acme-rocks --experimental',
    'the project is found by it',
    /acme-rocks/,
  ),
  works('vanity-subdomains delete --experimental', 'takes it away', /Deleted/),
  fails('encryption get-root-key', "not here: the vault's key is never shown", /never shown/),
  works(
    'sso add --type saml --metadata-file idp.xml --domains rocks.example',
    'adds an identity provider',
    /rocks\.example/,
  ),
  works('sso list', 'identity providers', /rocks\.example/),
  works('sso show <provider>', 'one of them', /quarry\.example/),
  works('sso update <provider> --add-domains pit.example', 'changes one', /pit\.example/),
  works('sso remove <provider>', 'removes one', /quarry\.example/),
  works('logs --remote --since 10m', 'lines of all logs', /ready to accept connections/),
  works('logs --remote --service postgres --level error --since 10m', 'errors of PostgreSQL'),
  works('branches list', 'branches', /NAME/),
  works('seed buckets --remote', 'makes buckets and uploads what `config.toml` names', /rocks\/one\.txt/),
  works('storage ls --experimental --remote', 'buckets', /rocks\//),
  works('storage cp idp.xml ss:///rocks/idp.xml --experimental --remote', 'uploads a file', /Upload/),
  works('storage ls ss:///rocks/ --experimental --remote', 'files of a bucket', /idp\.xml\s+one\.txt/),
  works('storage cp ss:///rocks/one.txt back.txt --experimental --remote', 'downloads one'),
  works(
    'storage mv ss:///rocks/idp.xml ss:///rocks/moved.xml --experimental --remote',
    'moves one',
    /Successfully moved/,
  ),
  works('storage rm ss:///rocks/moved.xml --experimental --remote', 'deletes one', /moved\.xml/),
  works(`db push ${ADDRESS}`, 'runs migrations', /Applying migration/),
  works(`migration list ${ADDRESS}`, 'which have run', /20260101000000/),
  works(`migration repair --status applied 20260101000000 ${ADDRESS}`, 'corrects the list', /Repaired/),
  works(`migration fetch ${ADDRESS}`, 'writes them as files'),
  works(`migration up ${ADDRESS}`, 'runs those that are missing', /up to date/),
  works(`db pull --declarative ${ADDRESS}`, 'the schema as files', /Declarative schema written/),
  works(`db dump --dry-run ${ADDRESS}`, 'the commands of a dump', /pg_dump/),
  works(`inspect report ${ADDRESS}`, 'figures as CSV, and rules', /No unused indexes/),
  works(`inspect db db-stats ${ADDRESS}`, 'figures of the database', /postgres/),
  works(`inspect db calls ${ADDRESS}`, 'statements by calls', /Query/),
  works(`inspect db table-stats ${ADDRESS}`, 'figures of tables', /public\.rocks/),
  fails(
    `db lint ${ADDRESS}`,
    'the extension `plpgsql_check` is not part of the PostgreSQL that comes with Basalt',
    /plpgsql_check/,
  ),
  works(`db reset ${ADDRESS}`, 'empties the database and runs all migrations', /Applying migration/),
  works(`projects delete ${REF}`, 'deletes the project and the link', /Deleted project/),
  works('logout', 'forgets the token'),
];

function works(line: string, result: string, says?: RegExp): Command {
  return { args: wordsOf(line), code: 0, result, ...(says && { says }) };
}

function fails(line: string, result: string, says: RegExp): Command {
  return { args: wordsOf(line), code: 1, result, says };
}

/** Words between blanks, or in quotation marks. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** They go to `https://<ref>.basalt.localhost`. */
const NEEDS_HTTPS: ReadonlySet<string> = new Set(['seed', 'storage']);

test('every command of the public command line does what its document says', async ({ api, basalt }) => {
  test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');
  test.setTimeout(360_000);
  const { ref } = await api.createProject('Commands');
  const { body } = await api.request('GET', `/platform/projects/${ref}/connection`);
  const { user, password, pooler, database } = body;
  const snippet = crypto.randomUUID();
  await api.request('POST', `/platform/projects/${ref}/content`, {
    id: snippet,
    type: 'sql',
    name: 'Of the quarry',
    visibility: 'user',
    content: { sql: 'select 42' },
  });
  await setAuth(api, ref, { saml_enabled: true });
  const provider = await api.request('POST', `/v1/projects/${ref}/config/auth/sso/providers`, {
    type: 'saml',
    metadata_xml: identityProvider('https://idp.quarry.example'),
    domains: ['quarry.example'],
  });
  await api.request('POST', `/v1/projects/${ref}/custom-hostname/initialize`, {
    custom_hostname: 'api.basalt.invalid.com',
  });
  const values: Record<string, string> = {
    '<provider>': provider.body.id,
    '<token>': OWNER.accessToken,
    '<slug>': await api.organization(),
    '<password>': DATABASE_PASSWORD,
    '<snippet>': snippet,
    [REF]: ref,
    [ADDRESS]: `--remote=postgresql://${user}.${ref}:${password}@127.0.0.1:${pooler.session}/${database}`,
  };
  const { stop, ...options } = await usualHttps(basalt, `${ref}.basalt.localhost`);
  const commandLine = await openCommandLine(basalt.origin, options);
  const { write, run } = commandLine;
  const config = 'project_id = "journey"\n[api]\nmax_rows = 500\n[auth]\nsite_url = "https://example.com"\n';
  await write('supabase/config.toml', `${config}[storage.buckets.rocks]\nobjects_path = "./rocks"\n`);
  await write('supabase/rocks/one.txt', 'one');
  await write('supabase/functions/hello/index.ts', 'Deno.serve(() => new Response("hello"));\n');
  await write('idp.xml', identityProvider('https://idp.rocks.example'));
  await write(
    'supabase/migrations/20260101000000_rocks.sql',
    'create table public.rocks (id int primary key);',
  );

  const found: unknown[] = [];
  const commands = COMMANDS.filter(({ args }) => stop !== null || !NEEDS_HTTPS.has(args[0] ?? ''));
  for (const { args, says } of commands) {
    const { code, output } = await run(...args.map((word) => values[word] ?? word));
    const isAsTold = says === undefined || says.test(output);
    found.push([args.join(' '), code, isAsTold || output]);
  }
  expect(found).toEqual(commands.map(({ args, code }) => [args.join(' '), code, true]));
  if (stop !== null) expect(await readFile(path.join(commandLine.folder, 'back.txt'), 'utf8')).toBe('one');
  stop?.();
  // It goes when its database is gone, which takes a moment on a busy machine.
  await expect.poll(async () => (await api.request('GET', `/v1/projects/${ref}`)).status).toBe(404);
  await commandLine.dispose();
});

test('the document of the command line has every command', async () => {
  const text = await readFile(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `supabase (.*?)` +\| (\d) +\| (.*?) +\|$/gm)].map((row) =>
    row.slice(1),
  );
  const shown = (words: string[]) => words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
  expect(rows).toEqual(COMMANDS.map(({ args, code, result }) => [shown(args), String(code), result]));
});
