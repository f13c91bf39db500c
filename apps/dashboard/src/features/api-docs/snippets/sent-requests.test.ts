import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import type { Request } from './curl.ts';
import type { DocsTable } from './docs-table.ts';
import { edgeFunctionSnippets } from './edge-functions.ts';
import { type DocsProject, inLanguage, type Snippet } from './snippet.ts';
import { bucketSnippets } from './storage.ts';
import { storedProcedureSnippets } from './stored-procedures.ts';
import { tableSnippets } from './table.ts';
import { userManagementSnippets } from './user-management.ts';

// What runs in place for a snippet in JavaScript is the request of the command beside it. The public client is asked here what
// it would send: the same thing.

const URL_OF_PROJECT = 'http://127.0.0.1:8001/abcdefghijklmnopqrst';
const PROJECT: DocsProject = {
  ref: 'abcdefghijklmnopqrst',
  restUrl: `${URL_OF_PROJECT}/rest/v1/`,
  key: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
  origin: 'http://127.0.0.1:8000',
};
const column = (name: string, format: string, more = {}) => ({
  name,
  format,
  enums: [],
  isOptional: true,
  isWritable: true,
  isUnique: false,
  isNullable: true,
  isReference: false,
  ...more,
});
const TABLE: DocsTable = {
  schema: 'shop',
  name: 'odd näme & more',
  isDefaultSchema: false,
  columns: [
    column('id', 'int8', { isNullable: false }),
    column('the name', 'text', { isOptional: false }),
    column('tags', '_text'),
    column('facts', 'jsonb'),
    column('found', 'date'),
  ],
  primaryKey: ['id'],
  embed: { table: 'quarries', hint: null },
  canSubscribe: true,
};
const FUNCTION = {
  schema: 'public',
  name: 'area',
  isDefaultSchema: true,
  overloads: [
    { arguments: [], isVolatile: true, enums: {} },
    {
      arguments: [{ name: 'side', type: 'integer', isOptional: false, isVariadic: false }],
      isVolatile: true,
      enums: {},
    },
  ],
};

interface Sent {
  method: string;
  path: string;
  query: string[];
  schema: string | undefined;
  body: unknown;
}

/**
 * A request without what only one of the two says and what goes without saying: which columns an answer or a body has, that rows are
 * told apart by the primary key, that there are no arguments.
 */
function plain(method: string, address: string, headers: Headers, body: unknown): Sent {
  const url = new URL(address);
  const query = [...url.searchParams]
    .filter(
      ([name, value]) =>
        name !== 'columns' && name !== 'on_conflict' && !(name === 'select' && value === '*'),
    )
    // Percent signs and stars mean the same in patterns, a range of rows the same as a limit.
    .map(([name, value]) => `${name}=${value.replaceAll('%', '*').replaceAll(/,\s+/g, ',')}`);
  const range = /^(\d+)-(\d+)$/.exec(headers.get('range') ?? '');
  if (range !== null) query.push(`offset=${range[1]}`, `limit=${Number(range[2]) - Number(range[1]) + 1}`);
  return {
    method,
    path: decodeURIComponent(url.pathname),
    query: query.sort(),
    schema: (headers.get('accept-profile') ?? headers.get('content-profile') ?? 'public').replace(
      'public',
      '',
    ),
    body: JSON.stringify(body) === '{}' ? null : body,
  };
}

function asSent({ method = 'GET', url, headers, json, file }: Request): Sent {
  const pairs = headers.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 2),
  ]);
  return plain(method, url, new Headers(pairs), file === undefined ? (json ?? null) : 'a file');
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<void>;

/** What the public client sends for a piece of code. */
async function sentBy(code: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  const client = createClient(URL_OF_PROJECT, PROJECT.key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const { body } = init ?? {};
        const shown = typeof body === 'string' ? JSON.parse(body) : body == null ? null : 'a file';
        sent.push(plain(init?.method ?? 'GET', String(input), new Headers(init?.headers), shown));
        return Response.json({});
      },
    },
  });
  await new AsyncFunction('client', code)(client);
  return sent;
}

const PAGES: Record<string, Snippet[]> = {
  table: inLanguage('js', (language) => tableSnippets(PROJECT, TABLE, language)),
  function: inLanguage('js', (language) => storedProcedureSnippets(PROJECT, FUNCTION, language)),
  bucket: inLanguage('js', (language) =>
    bucketSnippets(PROJECT, { name: 'some files', isPublic: false, allowedMimeTypes: null }, language),
  ),
  'edge function': inLanguage('js', (language) =>
    edgeFunctionSnippets(PROJECT, { slug: 'hello', verifiesJwt: true }, language),
  ),
  users: inLanguage('js', (language) => userManagementSnippets(PROJECT, language)).filter(({ title }) =>
    // The others need a session, or send nothing themselves.
    /^(?:Sign up|Log in (?:with (?:email|magic)|via)|Verify)/.test(title),
  ),
};
const SNIPPETS = Object.entries(PAGES).flatMap(([page, snippets]) =>
  snippets.flatMap(({ title, parts }) =>
    parts.flatMap(({ name, code, request }) =>
      request === undefined ? [] : [[`${page}: ${title}, ${name ?? 'as a whole'}`, code, request] as const],
    ),
  ),
);

test('most snippets of things of the project can be run in place', () =>
  expect(SNIPPETS.length).toBeGreaterThan(25));

test.each(SNIPPETS)('%s sends what is run in place', async (_, code, request) => {
  const [sent] = await sentBy(code);
  const wanted = asSent(request);
  // The client marks how it may be answered; what it asks for is the same.
  const body = (it: Sent | undefined) =>
    it?.path.startsWith('/abcdefghijklmnopqrst/auth/')
      ? expect.objectContaining(it.body as object)
      : it?.body;
  expect(sent).toEqual({ ...wanted, body: body(wanted) });
});
