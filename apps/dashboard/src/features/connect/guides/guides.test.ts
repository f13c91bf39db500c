import { describe, expect, it, test } from 'vitest';
import { COMMAND_LINE } from './command-line.ts';
import { CONNECTION_STRINGS } from './connection-strings.ts';
import { FRAMEWORKS } from './frameworks.ts';
import type { Guide, Target } from './guide.ts';
import { MOBILE } from './mobile.ts';
import { ORMS } from './orms.ts';

const ref = 'abcdefghijklmnopqrst';
const plain: Target = {
  ref,
  restUrl: `http://127.0.0.1:8001/${ref}/rest/v1/`,
  key: 'sb_publishable_0123456789',
  origin: 'http://127.0.0.1:8000',
  database: { host: '127.0.0.1', port: 15_432, user: 'postgres', database: 'postgres' },
  password: null,
};
const HOSTILE = `p'a"s;s =\`id\` $HOME ! 100% \\ ü🪨 [x]`;
const hostile: Target = { ...plain, password: HOSTILE, database: { ...plain.database, host: '::1' } };

/** The variables of a file, as whoever knows quotes and no escapes reads them. */
function parseEnv(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^(\w+)=(?:'([^']*)'|"([^"]*)"|([^\s'"$\\#]*))$/.exec(line));
  return Object.fromEntries(lines.map((found) => [found?.[1], found?.[2] ?? found?.[3] ?? found?.[4]]));
}

function codeOf(guides: readonly Guide[], id: string, title: string, target: Target): string {
  const step = guides
    .find((guide) => guide.id === id)
    ?.steps(target)
    .find((each) => each.title === title);
  if (step === undefined) throw new Error(`${id} has no step ${title}`);
  return step.code;
}

const all = { CONNECTION_STRINGS, FRAMEWORKS, MOBILE, ORMS, COMMAND_LINE };
const each = Object.entries(all).flatMap(([tab, guides]) =>
  (guides as readonly Guide[]).map((guide) => ({ tab, ...guide })),
);

test.each(each)('$tab: $label has steps with names of their own, and nothing left out', ({ steps }) => {
  for (const target of [plain, hostile]) {
    const titles = steps(target).map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(0);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { code } of steps(target)) expect(code).not.toMatch(/undefined|\[object|\s$/);
  }
});

test.each(each)('$tab: $label tells the same story with and without a password', ({ steps }) => {
  const shape = (target: Target) => steps(target).map(({ title, text }) => [title, text]);
  expect(shape(hostile)).toEqual(shape(plain));
});

describe('connection strings', () => {
  const forms = (target: Target) =>
    Object.fromEntries(
      CONNECTION_STRINGS.map(({ id, steps }) => [id, steps(target).map(({ code }) => code)]),
    );

  it('leave a gap for the password', () => {
    const { uri, psql, parameters, env, jdbc, dotnet } = forms(plain);
    expect(uri).toEqual(['postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:15432/postgres']);
    expect(psql).toEqual(['psql -h 127.0.0.1 -p 15432 -U postgres -d postgres']);
    expect(parameters).toEqual(['127.0.0.1', '15432', 'postgres', 'postgres', '[YOUR-PASSWORD]']);
    expect(env).toEqual([`DATABASE_URL='postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:15432/postgres'`]);
    expect(jdbc).toEqual([
      'jdbc:postgresql://127.0.0.1:15432/postgres?user=postgres&password=[YOUR-PASSWORD]',
    ]);
    expect(dotnet?.[0]).toBe(
      'Host=127.0.0.1;Port=15432;Database=postgres;Username=postgres;Password=[YOUR-PASSWORD]',
    );
  });

  it('give any password back', () => {
    const { uri, env, jdbc, dotnet, parameters } = forms(hostile);
    const read = (text = '') => new URL(text);
    expect(decodeURIComponent(read(uri?.[0]).password)).toBe(HOSTILE);
    const { DATABASE_URL } = parseEnv(env?.[0] ?? '');
    expect(DATABASE_URL).toBe(uri?.[0]);
    const address = read(jdbc?.[0]?.slice('jdbc:'.length));
    expect(address.host).toBe('[::1]:15432');
    expect(address.searchParams.get('password')).toBe(HOSTILE);
    expect(dotnet?.[0]).toBe(
      `Host=::1;Port=15432;Database=postgres;Username=postgres;Password="${HOSTILE.replaceAll('"', '""')}"`,
    );
    expect(parameters?.at(-1)).toBe(HOSTILE);
  });

  it('are never shown with a password in commands of a shell', () => {
    for (const { title, code } of CONNECTION_STRINGS.flatMap(({ steps }) =>
      steps({ ...plain, password: 'hidden' }),
    ))
      if (/psql command|Install|Run/.test(title)) expect(code).not.toContain('hidden');
  });
});

describe('files with variables', () => {
  it.each([
    ['react', '.env.local', 'VITE_'],
    ['nextjs', '.env.local', 'NEXT_PUBLIC_'],
    ['vue', '.env.local', 'VITE_'],
    ['sveltekit', '.env', 'PUBLIC_'],
    ['node', '.env', ''],
  ])('%s reads the address and the key by the names that it knows', (id, title, prefix) => {
    for (const key of [plain.key, `a'key`, 'a "key" $HOME # \\']) {
      const values = parseEnv(codeOf(FRAMEWORKS as readonly Guide[], id, title, { ...plain, key }));
      expect(values).toEqual({
        [`${prefix}SUPABASE_URL`]: `http://127.0.0.1:8001/${ref}`,
        [`${prefix}SUPABASE_PUBLISHABLE_KEY`]: key,
      });
    }
    const code = FRAMEWORKS.find((guide) => guide.id === id)
      ?.steps(plain)
      .map((step) => step.code)
      .join('\n');
    for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY'])
      expect(code?.split(`${prefix}${name}`).length).toBeGreaterThan(2);
  });

  it.each(ORMS.map(({ id }) => id))('%s gets the address of the database', (id) => {
    const { DATABASE_URL } = parseEnv(codeOf(ORMS, id, '.env', hostile));
    expect(decodeURIComponent(new URL(DATABASE_URL ?? '').password)).toBe(HOSTILE);
  });
});

it.each([
  ['react', 'src/client.ts'],
  ['vue', 'src/client.ts'],
  ['sveltekit', 'src/lib/client.ts'],
])('%s keeps the sessions of projects below one host apart', (id, title) => {
  const shared = codeOf(FRAMEWORKS as readonly Guide[], id, title, plain);
  expect(shared).toContain(`createClient(url, key, {\n  auth: { storageKey: 'sb-${ref}-auth-token' },\n})`);
  const own = { ...plain, restUrl: `https://${ref}.api.example.com/rest/v1/` };
  expect(codeOf(FRAMEWORKS as readonly Guide[], id, title, own)).toContain('createClient(url, key)');
});

describe('apps for phones', () => {
  const text = (target: Target) => MOBILE.map(({ steps }) => JSON.stringify(steps(target)));

  it('name the project and its key', () => {
    for (const guide of text(plain)) {
      expect(guide).toContain(`http://127.0.0.1:8001/${ref}`);
      expect(guide).toContain(plain.key);
    }
  });

  it.each([
    ['http://127.0.0.1:8001/ref', true],
    ['http://localhost:8001/ref', true],
    ['http://api.basalt.localhost/ref', true],
    ['http://[::1]:8001/ref', true],
    ['http://192.168.1.7:8001/ref', false],
    ['https://localhost.example.com/ref', false],
  ])('say of %s whether a phone reaches it: it is %s that it does not', (address, isExplained) => {
    for (const guide of text({ ...plain, restUrl: `${address}/rest/v1/` }))
      expect(guide.includes('is the phone itself there')).toBe(isExplained);
  });

  it('ask Android to allow an address without https, and no other', () => {
    const manifest = (restUrl: string) =>
      codeOf(MOBILE as readonly Guide[], 'kotlin', 'AndroidManifest.xml', { ...plain, restUrl });
    expect(manifest(plain.restUrl)).toContain('usesCleartextTraffic');
    expect(manifest('https://api.example.com/rest/v1/')).not.toContain('usesCleartextTraffic');
  });
});

it('commands of the command line name the project and this installation', () => {
  const line = (id: string, title: string, target = plain) => codeOf(COMMAND_LINE, id, title, target);
  expect(line('types', 'Set up the command line')).toContain('"api_url":"http://127.0.0.1:8000"');
  expect(line('types', 'Types of the tables')).toContain(`--project-id ${ref} `);
  expect(line('functions', 'Write and deploy a function')).toContain(`--project-ref ${ref}`);
  expect(line('migrations', 'The database', hostile)).toMatch(
    /^export DATABASE_URL='[^']*@\[::1\]:15432\/postgres'$/,
  );
});
