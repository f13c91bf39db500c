// biome-ignore lint/style/noRestrictedImports: only a shell can say what it makes of a text
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { DocsColumn, DocsTable } from './docs-table.ts';
import { edgeFunctionSnippets, edgeFunctionsSnippets } from './edge-functions.ts';
import { entitiesSnippets, isGraphqlExample } from './entities.ts';
import { readArguments } from './function-arguments.ts';
import { introductionSnippets } from './introduction.ts';
import { realtimeSnippets } from './realtime.ts';
import type { DocsProject, Language, Snippet } from './snippet.ts';
import { bucketSnippets, exampleFile, storageSnippets } from './storage.ts';
import { storedProcedureSnippets, storedProceduresSnippets } from './stored-procedures.ts';
import { tableSnippets } from './table.ts';
import { userManagementSnippets } from './user-management.ts';

const PROJECT: DocsProject = {
  ref: 'abcdefghijklmnopqrst',
  restUrl: 'http://127.0.0.1:8001/abcdefghijklmnopqrst/rest/v1/',
  key: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
  origin: 'http://127.0.0.1:8000',
};
const LANGUAGES: readonly Language[] = ['js', 'bash'];
const HOSTILE = [
  `it's`,
  'a "quoted" name',
  'with space',
  'select',
  'class',
  '🪨 ünï',
  '$(touch /tmp/x)',
  '`id`',
  '$' + '{x}',
  'a\\b',
  'a/b?c#d%e',
  '__proto__',
  'line\nbreak',
  '..',
  `';drop`,
  '</script>',
];

function column(name: string, format: string, more: Partial<DocsColumn> = {}): DocsColumn {
  return {
    name,
    format,
    enums: [],
    isOptional: true,
    isWritable: true,
    isUnique: false,
    isNullable: true,
    isReference: false,
    ...more,
  };
}

function table(more: Partial<DocsTable> = {}): DocsTable {
  return {
    schema: 'public',
    name: 'stones',
    isDefaultSchema: true,
    columns: [
      column('id', 'int8', { isNullable: false }),
      column('name', 'text', { isOptional: false, isNullable: false }),
      column('tags', '_text'),
    ],
    primaryKey: ['id'],
    embed: { table: 'quarries', hint: null },
    canSubscribe: true,
    ...more,
  };
}

const code = (snippets: readonly Snippet[]) =>
  snippets.flatMap(({ parts }) => parts.map((part) => part.code));
const byName = (snippets: readonly Snippet[]) =>
  Object.fromEntries(
    snippets.flatMap(({ title, parts }) =>
      parts.map(({ name, code: text }) => [name === null ? title : `${title}: ${name}`, text]),
    ),
  );

/** Everything that can be shown of something with a name. */
function allOf(name: string, language: Language): string[] {
  const named = table({
    schema: name,
    name,
    isDefaultSchema: false,
    columns: [column(name, 'text', { isOptional: false }), column(`${name}2`, 'jsonb'), column('n', 'int4')],
    primaryKey: [name],
    embed: { table: name, hint: name },
  });
  const argument = { name, type: 'text', isOptional: false, isVariadic: false };
  const fn = {
    schema: name,
    name,
    isDefaultSchema: false,
    overloads: [{ arguments: [argument], isVolatile: true, enums: {} }],
  };
  const buckets = [true, false].map((isPublic) => ({ name, isPublic, allowedMimeTypes: null }));
  return code([
    ...introductionSnippets(PROJECT, language),
    ...userManagementSnippets(PROJECT, language),
    ...entitiesSnippets(PROJECT, { schemas: [name], example: table() }, language),
    ...storedProceduresSnippets(),
    ...storageSnippets(),
    ...realtimeSnippets(PROJECT, language),
    ...tableSnippets(PROJECT, named, language),
    ...storedProcedureSnippets(PROJECT, fn, language),
    ...buckets.flatMap((bucket) => bucketSnippets(PROJECT, bucket, language)),
    ...edgeFunctionSnippets(PROJECT, { slug: name, verifiesJwt: true }, language),
  ]);
}

describe('snippets of things with any name', () => {
  it('are JavaScript', () => {
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
    for (const name of HOSTILE)
      for (const text of allOf(name, 'js')) {
        // Imports stand in modules only, and types are erased.
        const body = text.replaceAll(/^import .*$/gm, '').replace('<Database>', '');
        expect(() => new AsyncFunction(body), text).not.toThrow();
      }
  });

  it('are commands of which the shell expands no name', () => {
    const scripts = HOSTILE.flatMap((name) => allOf(name, 'bash'));
    execFileSync('bash', ['-n'], { input: scripts.join('\n\n') });
    const run = `curl() { printf '%s\\0' "$@"; }\nUSER_TOKEN=u PROJECT_SECRET_KEY=s SUPABASE_ACCESS_TOKEN=a\n`;
    const output = execFileSync('bash', ['-eu'], {
      input: run + scripts.filter((text) => text.startsWith('curl')).join('\n'),
      encoding: 'utf8',
    });
    const urls = output.split('\0').filter((argument) => argument.startsWith('http'));
    expect(urls.length).toBeGreaterThan(300);
    expect(urls.filter((url) => !URL.canParse(url) || /[\s'"`{}[\]\\]/.test(url))).toEqual([]);
    for (const name of HOSTILE)
      expect(urls.join()).toContain(encodeURIComponent(name).replaceAll("'", '%27'));
  });

  it('send names as they are', async () => {
    for (const name of HOSTILE) {
      const snippets = byName(tableSnippets(PROJECT, table({ columns: [column(name, 'text')] }), 'js'));
      const row = snippets['Insert rows: One row']?.match(/insert\((.*)\)\.?\n?/s)?.[1]?.split(')\n')[0];
      const value = new Function(`return ${row?.trim()}`)() as object;
      expect(Object.entries(value), row).toEqual([[name, 'example']]);
    }
  });
});

describe('snippets of a table', () => {
  it('in JavaScript', () => {
    const of = byName(tableSnippets(PROJECT, table(), 'js'));
    expect(of).toMatchObject({
      'Read rows: All rows': `const { data, error } = await client.from('stones').select('*')`,
      'Read rows: With rows of another table': `const { data, error } = await client.from('stones').select('*, quarries(*)')`,
      'Read rows: A page of rows': `const { data, error } = await client.from('stones')\n  .select('*')\n  .range(0, 9)`,
      'Delete rows': `const { data, error } = await client.from('stones')\n  .delete()\n  .eq('id', 1)`,
    });
    expect(of['Subscribe to changes: Certain rows']).toContain(
      `{ event: '*', filter: 'id=eq.1', schema: 'public', table: 'stones' }`,
    );
  });

  it('in Bash', () => {
    const of = byName(tableSnippets(PROJECT, table({ isDefaultSchema: false, schema: 'shop' }), 'bash'));
    expect(of['Read rows: A page of rows']).toBe(
      `curl 'http://127.0.0.1:8001/abcdefghijklmnopqrst/rest/v1/stones?select=*' \\
  -H 'apikey: sb_publishable_x' \\
  -H 'Accept-Profile: shop' \\
  -H 'Range: 0-9'`,
    );
    expect(of['Update rows']).toContain(`-d '{"name":"another"}'`);
    expect(of['Update rows']).toContain('stones?id=eq.1');
  });

  it.each<[string, Partial<DocsTable>, string[]]>([
    [
      'of a view that cannot be written',
      { columns: [column('a', 'text', { isWritable: false })], primaryKey: [], canSubscribe: false },
      ['Read rows', 'Filtering'],
    ],
    ['without columns', { columns: [], primaryKey: [], canSubscribe: false }, ['Read rows']],
  ])('%s', (_, more, titles) => {
    for (const language of LANGUAGES)
      expect(tableSnippets(PROJECT, table(more), language).map(({ title }) => title)).toEqual(titles);
  });

  it('offers an upsert only where rows can be told apart', () => {
    const identity = column('id', 'int8', { isWritable: false, isNullable: false });
    const upsert = (columns: DocsColumn[]) =>
      byName(tableSnippets(PROJECT, table({ columns }), 'js'))['Insert rows: Upsert'];
    expect(upsert([identity, column('name', 'text')])).toBeUndefined();
    expect(upsert([identity, column('name', 'text', { isUnique: true })])).toContain(
      `{ onConflict: 'name' }`,
    );
  });
});

describe('snippets of a bucket', () => {
  const of = (isPublic: boolean, language: Language) =>
    byName(bucketSnippets(PROJECT, { name: 'pictures', isPublic, allowedMimeTypes: ['image/*'] }, language));
  it('have a public address only where files are public, and a signed one only where they are not', () => {
    for (const language of LANGUAGES) {
      expect(Object.keys(of(true, language)).at(-1)).toBe('Retrieve public URL');
      expect(Object.keys(of(false, language)).at(-1)).toBe('Create signed URL');
    }
  });
  it('have the limits that the API docs promise', () => {
    const js = of(false, 'js');
    expect(js['List all files']).toContain('limit: 100');
    expect(js['Create signed URL']).toContain(`createSignedUrl('folder/avatar.png', 60)`);
    expect(js['Upload file']).toContain(`cacheControl: '3600'`);
    expect(of(false, 'bash')['Create signed URL']).toContain(`-d '{"expiresIn":60}'`);
  });
  it.each<[string[] | null, string]>([
    [null, 'text/plain'],
    [['image/*'], 'image/png'],
    [['model/gltf+json'], 'model/gltf+json'],
    [['font/*'], 'font/example'],
  ])('of %j get a %s', (allowed, type) => expect(exampleFile(allowed).type).toBe(type));
});

describe('snippets of a function', () => {
  const argument = (name: string, type: string, isOptional = false) => ({
    name,
    type,
    isOptional,
    isVariadic: false,
  });
  const of = (...overloads: ReturnType<typeof argument>[][]) =>
    storedProcedureSnippets(
      PROJECT,
      {
        schema: 'public',
        name: 'area',
        isDefaultSchema: true,
        overloads: overloads.map((args) => ({
          arguments: args,
          isVolatile: false,
          enums: { mood: ['calm', 'loud'] },
        })),
      },
      'js',
    );
  it.each<[string, ReturnType<typeof argument>[][], Record<string, string>]>([
    ['no arguments', [[]], { 'Invoke function': `rpc('area')` }],
    ['an enum', [[argument('feels', 'mood')]], { 'Invoke function': `rpc('area', { feels: 'calm' })` }],
    [
      'a default',
      [[argument('side', 'integer'), argument('unit', 'text', true)]],
      {
        'Invoke function: With side and unit': `rpc('area', { side: 1, unit: 'example' })`,
        'Invoke function: With side': `rpc('area', { side: 1 })`,
      },
    ],
    [
      'overloads',
      [[argument('side', 'integer')], [argument('width', 'integer'), argument('height', 'numeric')]],
      {
        'Invoke function: With side': `rpc('area', { side: 1 })`,
        'Invoke function: With width and height': `rpc('area', { width: 1, height: 1.5 })`,
      },
    ],
    ['overloads that differ by type alone', [[argument('a', 'integer')], [argument('a', 'text')]], {}],
    ['a body of JSON', [[argument('', 'json')]], { 'Invoke function': `rpc('area', { key: 'example' })` }],
    ['arguments without names', [[argument('', 'integer')]], {}],
  ])('with %s', (_, overloads, expected) => {
    const shown = byName(of(...overloads));
    expect(Object.keys(shown)).toEqual(Object.keys(expected));
    for (const [name, call] of Object.entries(expected)) expect(shown[name]).toContain(call);
  });
});

it.each<[string, string[], string[]]>([
  ['who text, loud boolean', ['who', 'loud'], ['text', 'boolean']],
  [`"a, b" numeric, VARIADIC "c""d" integer[]`, ['a, b', 'c"d'], ['numeric', 'integer[]']],
  ['INOUT at timestamp with time zone', ['at'], ['timestamp with time zone']],
  ['json', [''], ['json']],
  ['', [], []],
])('arguments of (%s)', (identity, names, types) => {
  const known = names.map((name) => ({ name, mode: 'in' as const, has_default: false }));
  expect(
    readArguments([...known, { name: 'out', mode: 'out', has_default: false }], identity).map(
      ({ type }) => type,
    ),
  ).toEqual(types);
});

it('GraphQL is shown with a table that has its own name there', () => {
  expect(isGraphqlExample(table())).toBe(true);
  expect(isGraphqlExample(table({ name: 'two words' }))).toBe(false);
  expect(isGraphqlExample(table({ primaryKey: [] }))).toBe(false);
});

it('every topic of a page has a title of its own', () => {
  for (const language of LANGUAGES)
    for (const snippets of [
      introductionSnippets(PROJECT, language),
      userManagementSnippets(PROJECT, language),
      realtimeSnippets(PROJECT, language),
      edgeFunctionsSnippets(PROJECT),
      tableSnippets(PROJECT, table(), language),
    ]) {
      const titles = snippets.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
});
