import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { ApiClient } from '../basalt/api-client.ts';
import { SCHEMA, SEED, STRANGE_FUNCTION, TABLES, type TableFacts } from '../basalt/documented-schema.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf, type ProjectKeys, setAuth } from '../basalt/project-api.ts';
import { runBash, runJavaScript } from '../basalt/run-snippet.ts';
import { expect, test } from '../basalt/test.ts';

// Every snippet that the API docs show is read from the page and run: JavaScript with the public client, commands with bash and curl.
// One that nobody has said what it does fails the test, and so does one that does something else.

interface Shown {
  language: 'js' | 'bash';
  section: string;
  /** Null: the page of the section. */
  item: string | null;
  /** Of the topic, and of its part after a colon. */
  title: string;
  code: string;
}

test('every snippet is run, and does what its title says', async ({ page, api, basalt }, info) => {
  test.setTimeout(240_000);
  const { ref } = await api.createProject('Documented');
  await furnish(api, ref);
  const keys = await keysOf(api, basalt, ref);
  const { shown, ran } = await readAll(page, ref);
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-'));
  const bench = new Bench(api, basalt.origin, ref, keys, folder);
  const results: { snippet: string; result: string }[] = [];
  try {
    const kept = 'select count(*) from public.stones union all select count(*) from shop.goods';
    expect(await api.rows(ref, kept), 'what was run in place is taken back').toEqual([
      { count: 0 },
      { count: 0 },
    ]);
    await bench.prepare();
    for (const snippet of shown) {
      const name = [snippet.section, ...(snippet.item === null ? [] : [snippet.item]), snippet.title].join(
        ' › ',
      );
      const result = await bench.run(snippet).then(
        () => 'as said',
        (error: Error) => `FAILED: ${error.message}`,
      );
      results.push({ snippet: `${snippet.language.padEnd(4)}  ${name}`, result });
    }
    await runAsOthers(page, bench);
  } finally {
    await bench.close();
    await rm(folder, { recursive: true, force: true });
  }
  const table = results.map(({ snippet, result }) => `${snippet.padEnd(96)}  executed  ${result}`);
  console.log(
    `${table.join('\n')}\n${results.length} snippets shown, ${results.length} executed, ${ran.length} run in place`,
  );
  await info.attach('snippets', { body: table.join('\n') });
  expect(results.filter(({ result }) => result !== 'as said')).toEqual([]);
  expect(ran.filter(({ status }) => !/^Status 20[0-4]/.test(status))).toEqual([]);
  expect(ran.length).toBeGreaterThan(60);
  expect(bench.unused(), 'what the docs no longer show').toEqual([]);
});

async function furnish(api: ApiClient, ref: string): Promise<void> {
  await api.rows(ref, SCHEMA);
  const exposed = await api.request('PATCH', `/v1/projects/${ref}/postgrest`, {
    db_schema: 'public,graphql_public,shop',
  });
  expect(exposed.status).toBe(200);
  for (const bucket of [
    { id: 'private files', public: false },
    { id: 'pictures', public: true, allowed_mime_types: ['image/*'], file_size_limit: 1_000_000 },
  ])
    expect((await api.request('POST', `/platform/storage/${ref}/buckets`, bucket)).status).toBe(201);
  for (const [slug, verify_jwt] of [
    ['greeter', true],
    ['open', false],
  ] as const) {
    const form = new FormData();
    const code = `Deno.serve(async (request) => Response.json({ hello: (await request.json()).name }))`;
    form.append('file', new File([code], 'index.ts'));
    form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', name: slug, verify_jwt }));
    const answer = await api.send(`/v1/projects/${ref}/functions/deploy?slug=${slug}`, {
      method: 'POST',
      body: form,
    });
    expect(answer.status).toBe(201);
  }
  await setAuth(api, ref, {
    mailer_autoconfirm: true,
    external_phone_enabled: true,
    external_github_enabled: true,
    external_github_client_id: 'client',
    external_github_secret: 'secret',
    smtp_max_frequency: 0,
    sms_max_frequency: 0,
    rate_limit_email_sent: 1_000,
    rate_limit_sms_sent: 1_000,
  });
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'API docs' });

const READ = `[...document.querySelectorAll('[role=dialog] article')].flatMap((topic) => {
  const title = topic.querySelector('h3').textContent;
  return [...topic.querySelectorAll('pre')].map((code) => {
    const name = code.closest('div[class*=part]').querySelector('h4')?.textContent;
    return { title: name === undefined ? title : title + ': ' + name, code: code.textContent };
  });
})`;

/** Tables of which every request is sent from the page as well: of each kind one, and those with odd names. */
const RUN_IN_PLACE = /^(?:stones|stone_names|shop\.goods|it's .*)$/;

interface Ran {
  title: string;
  status: string;
}

/** Walks through all pages of the docs, in both languages; what is about tables and functions is run in place, past policies. */
async function readAll(page: Page, ref: string): Promise<{ shown: Shown[]; ran: Ran[] }> {
  const all: Shown[] = [];
  const ran: Ran[] = [];
  await page.goto(`/project/${ref}?apiDocs=introduction`);
  const dialog = dialogOf(page);
  const sections = dialog.getByRole('navigation').locator('ul > li > button[class*=section]');
  await expect(sections.first()).toBeVisible();
  const read = async (language: Shown['language'], section: string, item: string | null) => {
    await expect(dialog.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
    const topics = await page.evaluate<{ title: string; code: string }[]>(READ);
    all.push(...topics.map((topic) => ({ language, section, item, ...topic })));
  };
  for (const [language, label] of [
    ['js', 'JavaScript'],
    ['bash', 'Bash'],
  ] as const) {
    await dialog.getByRole('button', { name: label }).click();
    for (const section of await sections.allTextContents()) {
      await sections.filter({ hasText: section }).click();
      await expect(dialog.getByRole('heading', { level: 2, name: section })).toBeVisible();
      if (section === 'Tables & Views')
        await expect(dialog.getByRole('heading', { name: 'GraphQL compared with the client' })).toBeVisible();
      await read(language, section, null);
      const list = dialog.getByRole('list', {
        name: /^(?:Tables and views|Functions|Buckets|Edge functions)$/,
      });
      if (/^(?:Connect|User|Realtime)/.test(section)) continue;
      await expect(list).toBeVisible();
      for (const item of await list.getByRole('button').allTextContents()) {
        await list.getByRole('button', { name: item, exact: true }).click();
        await expect(dialog.getByRole('heading', { level: 2, name: item, exact: true })).toBeAttached();
        await read(language, section, item);
        if (language === 'bash' && (section === 'Stored Procedures' || RUN_IN_PLACE.test(item)))
          ran.push(...(await runInPlace(dialog, item)));
      }
    }
  }
  return { shown: all, ran };
}

async function runInPlace(dialog: Locator, item: string): Promise<Ran[]> {
  await runAs(dialog, 'service_role');
  const buttons = await dialog.getByRole('button', { name: /^Run (?!as)/ }).all();
  const ran: Ran[] = [];
  for (const button of buttons) {
    const name = (await button.getAttribute('aria-label')) ?? '';
    ran.push({ title: `${item}: ${name}`, status: await press(dialog, name) });
  }
  return ran;
}

async function runAs(dialog: Locator, who: string): Promise<void> {
  const menu = dialog.getByRole('button', { name: /^Run as/ });
  if ((await menu.textContent()) === who) return;
  await menu.click();
  await dialog.getByRole('button', { name: new RegExp(`^${who}`) }).click();
}

/** Presses a button that runs a snippet, and says yes to the question of one that writes. @returns the facts of the answer */
async function press(dialog: Locator, name: string): Promise<string> {
  await dialog.getByRole('button', { name, exact: true }).click();
  const answer = dialog.getByRole('region', { name: name.replace(/^Run /, 'Answer: '), exact: true });
  const question = dialog.getByRole('region', { name: `${name}?`, exact: true });
  await expect(answer.or(question)).toBeVisible();
  if (await question.isVisible()) await question.getByRole('button', { name: /^Run/ }).click();
  const facts = answer.getByRole('status').filter({ hasText: /^Status/ });
  await expect(facts.or(answer.getByText('There was no answer'))).toBeVisible();
  const text = (await facts.textContent()) ?? 'no answer';
  const body = await answer.getByRole('region').allTextContents();
  await answer.getByRole('button', { name: 'Close' }).click();
  return [text, ...body].join(' ');
}

/** The services besides the Data API, as somebody who is not signed in, and as a user. */
async function runAsOthers(page: Page, bench: Bench): Promise<void> {
  const dialog = dialogOf(page);
  await bench.someUser();
  await clearBucket(bench, { item: 'private files' });
  await page.goto(`/project/${bench.ref}?apiDocs=user-management`);
  await dialog.getByRole('button', { name: 'JavaScript' }).click();
  expect(await press(dialog, 'Run Get user')).toMatch(/^Status 40[0-9].*as anon/);
  await runAs(dialog, 'ada@example.com');
  expect(await press(dialog, 'Run Get user')).toMatch(/^Status 200.*as ada@example.com.*"email": "ada@/s);
  for (const [item, names] of [
    ['storage&apiDocsItem=private+files', ['Upload file', 'List all files', 'Download file', 'Delete files']],
    ['edge-functions&apiDocsItem=greeter', ['Invoke function']],
    ['realtime', ['Subscribe to channel: send a broadcast']],
  ] as const) {
    await page.goto(`/project/${bench.ref}?apiDocs=${item}`);
    for (const name of names) expect(await press(dialog, `Run ${name}`)).toMatch(/^Status 20[0-9]/);
  }
}

type Check = (bench: Bench, snippet: Shown) => Promise<void>;

/** Runs snippets in a project, and looks at what became of them. */
class Bench {
  readonly api: ApiClient;
  readonly origin: string;
  readonly ref: string;
  readonly keys: ProjectKeys;
  readonly folder: string;
  /** As an app has it. */
  client: SupabaseClient;
  readonly logged: unknown[] = [];
  readonly #admin: SupabaseClient;
  readonly #listener: SupabaseClient;
  /** What has been run, by its code: commands are the same in both languages. */
  readonly #run = new Map<string, Promise<void>>();
  readonly #used = new Set<string>();
  #channel: unknown;
  /** Commands of the docs that the next ones stand on. */
  #before = '';
  #userToken = '';

  constructor(api: ApiClient, origin: string, ref: string, keys: ProjectKeys, folder: string) {
    this.api = api;
    this.origin = origin;
    this.ref = ref;
    this.keys = keys;
    this.folder = folder;
    this.client = clientOf(keys.url, keys.publishable);
    this.#admin = clientOf(keys.url, keys.secret);
    this.#listener = clientOf(keys.url, keys.secret);
  }

  async prepare(): Promise<void> {
    // Somebody always listens: what reads the changes need not begin anew for each snippet.
    this.#listener
      .channel('all')
      .on('postgres_changes', { event: '*', schema: '*' }, () => {})
      .subscribe();
    await writeFile(path.join(this.folder, 'hello.txt'), 'Hello');
    await writeFile(path.join(this.folder, 'avatar.png'), 'Hello');
  }

  async close(): Promise<void> {
    for (const each of [this.client, this.#listener]) {
      await each.removeAllChannels();
      await each.realtime.disconnect();
    }
  }

  unused(): string[] {
    return Object.keys(CHECKS).filter((key) => !this.#used.has(key));
  }

  async run(snippet: Shown): Promise<void> {
    const { section, item, title } = snippet;
    const key = [`${section} › ${item ?? ''} › ${title}`, `${section} › * › ${title}`].find(
      (each) => each in CHECKS,
    );
    const check = key === undefined ? undefined : CHECKS[key];
    if (key === undefined || check === undefined) throw new Error('nobody has said what it should do');
    this.#used.add(key);
    const isCommand = section === 'Edge Functions' && item === null;
    const done = isCommand ? this.#run.get(snippet.code) : undefined;
    const running = done ?? check(this, snippet);
    this.#run.set(snippet.code, running);
    await running;
  }

  /** A snippet of the client, which must not answer an error; what it declares. */
  // biome-ignore lint/suspicious/noExplicitAny: snippets answer anything, and the checks look at it
  async js(code: string, replaced: Record<string, string> = {}): Promise<any> {
    const scope = {
      createClient,
      client: this.client,
      admin: this.#admin,
      channel: this.#channel,
      process: { env: { PROJECT_SECRET_KEY: this.keys.secret } },
      console: { log: (line: unknown) => this.logged.push(line) },
    };
    const answer = await runJavaScript(this.#complete(code, replaced), scope);
    if (answer.channel !== undefined) this.#channel = answer.channel;
    expect(answer.error ?? null).toBeNull();
    return answer;
  }

  /** Commands, which must answer a status below 400. */
  // biome-ignore lint/suspicious/noExplicitAny: snippets answer anything, and the checks look at it
  async bash(code: string, replaced: Record<string, string> = {}): Promise<any> {
    const { status, body } = await runBash(this.#complete(code, replaced), this.folder, {
      USER_TOKEN: this.#userToken,
      PROJECT_SECRET_KEY: this.keys.secret,
      SUPABASE_ACCESS_TOKEN: OWNER.accessToken,
    });
    expect(status, JSON.stringify(body)).toBeLessThan(400);
    return body;
  }

  /** Data that a snippet of either language answers. */
  // biome-ignore lint/suspicious/noExplicitAny: snippets answer anything, and the checks look at it
  async data({ language, code }: Shown, replaced: Record<string, string> = {}): Promise<any> {
    return language === 'js' ? (await this.js(code, replaced)).data : await this.bash(code, replaced);
  }

  /** The command line, after what the docs have said before. */
  async commandLine(code: string): Promise<string> {
    const bin = path.join(
      createRequire(import.meta.url).resolve('@supabase/cli-linux-x64/package.json'),
      '../bin',
    );
    this.#before += `${code.replace('sbp_…', OWNER.accessToken)}\n`;
    const { body } = await runBash(this.#before, this.folder, {
      PATH: `${bin}:${process.env.PATH}`,
      SUPABASE_NO_KEYRING: '1',
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
      // In a terminal it would ask.
      SUPABASE_YES: '1',
    });
    // What has been made is there.
    this.#before = this.#before.replaceAll(/^supabase .*\n/gm, '');
    return String(body);
  }

  #complete(code: string, replaced: Record<string, string>): string {
    let text = code.replaceAll('YOUR_PUBLISHABLE_KEY', this.keys.publishable);
    for (const [placeholder, value] of Object.entries(replaced)) text = text.replaceAll(placeholder, value);
    return text;
  }

  async sql(query: string): Promise<Record<string, unknown>[]> {
    return await this.api.rows(this.ref, query);
  }

  async number(query: string): Promise<number> {
    const [row] = await this.sql(`select (${query})::int as n`);
    return row?.n as number;
  }

  /** A user with the address of the docs, signed in; nobody else. */
  async user(): Promise<void> {
    await this.nobody();
    const account = { email: 'ada@example.com', password: 'a long password' };
    expect((await this.client.auth.signUp(account)).error).toBeNull();
    const { data } = await this.client.auth.getSession();
    this.#userToken = data.session?.access_token ?? '';
  }

  /** The same, made by a server, who does not sign in. */
  async someUser(): Promise<void> {
    await this.nobody();
    const { error } = await this.#admin.auth.admin.createUser({
      email: 'ada@example.com',
      email_confirm: true,
    });
    expect(error).toBeNull();
  }

  /** A token of a user; whose it is does not matter. */
  async token(): Promise<void> {
    if (this.#userToken === '') await this.user();
  }

  async nobody(): Promise<void> {
    await this.client.auth.signOut({ scope: 'local' });
    const { data } = await this.#admin.auth.admin.listUsers();
    for (const { id } of data.users) await this.#admin.auth.admin.deleteUser(id);
  }

  /** What was sent last to somebody. */
  async sent(recipient: string): Promise<{ kind: string; code: string | null }> {
    const { body } = await this.api.request('GET', `/platform/auth/${this.ref}/mailbox`);
    const found = body.messages.find((each: { recipient: string }) =>
      each.recipient.endsWith(recipient.replace('+', '')),
    );
    expect(found, JSON.stringify(body)).toBeDefined();
    return found;
  }

  /** Waits until a change that is made again and again is heard. */
  async hears(change: () => Promise<unknown>, wanted: (line: unknown) => boolean): Promise<void> {
    await expect(async () => {
      await change();
      await expect.poll(() => this.logged.some(wanted), { timeout: 400, intervals: [20] }).toBe(true);
    }).toPass({ timeout: 20_000, intervals: [50] });
    await this.client.removeAllChannels();
  }
}

const PHONE = '+491701234567';
const factsOf = ({ item }: Shown): TableFacts => {
  const facts = TABLES[item ?? ''];
  if (facts === undefined) throw new Error(`nothing is known of ${item}`);
  return facts;
};

/** Fills the tables anew. */
async function fresh(bench: Bench, snippet: Shown): Promise<TableFacts> {
  const facts = factsOf(snippet);
  await bench.sql(SEED);
  return facts;
}

/** The rows that a condition leaves, neither none nor all of them. */
function filtered(condition: (facts: TableFacts) => string, nothing = false): Check {
  return async (bench, snippet) => {
    const facts = await fresh(bench, snippet);
    const [all, some] = [
      await bench.number(`select count(*) from ${facts.sql}`),
      await bench.number(`select count(*) from ${facts.sql} where ${condition(facts)}`),
    ];
    if (!nothing) expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThanOrEqual(all);
    expect(await bench.data(snippet)).toHaveLength(some);
  };
}

const first = ({ key }: Pick<TableFacts, 'key'>) =>
  key === 'name' ? `name = 'example'` : `${key}::text in ('1', '11111111-1111-4111-8111-111111111111')`;
const second = ({ key }: Pick<TableFacts, 'key'>) =>
  key === 'name' ? `name = 'another'` : `${key}::text in ('2', '22222222-2222-4222-8222-222222222222')`;

/** So many more rows than before. */
function changes(by: number): Check {
  return async (bench, snippet) => {
    const { sql, key } = await fresh(bench, snippet);
    // Where the key is not made by the database, that of the examples must be free.
    if (by > 0 && (key !== 'id' || snippet.item === 'stone_names'))
      await bench.sql(`delete from ${sql} where ${key}::text in ('1', '2')`);
    const before = await bench.number(`select count(*) from ${sql}`);
    await bench.data(snippet);
    expect((await bench.number(`select count(*) from ${sql}`)) - before).toBe(by);
  };
}

/** Hears of what happens to a table. */
function hearsOf(event: 'INSERT' | 'UPDATE' | 'DELETE'): Check {
  return async (bench, snippet) => {
    const { sql, key, text } = await fresh(bench, snippet);
    bench.logged.length = 0;
    await bench.js(snippet.code);
    const isFirst = first({ key });
    const update = `update ${sql} set ${text} = ${text} where`;
    const change = {
      INSERT: SEED,
      UPDATE: `${update} not (${isFirst}); ${update} ${isFirst}`,
      DELETE: `${SEED}; delete from ${sql}`,
    }[event];
    await bench.hears(
      () => bench.sql(change),
      (line) => (line as { eventType?: string }).eventType === event,
    );
  };
}

const answers =
  (expected: unknown): Check =>
  async (bench, snippet) =>
    expect(await bench.data(snippet)).toEqual(expected);

const CHECKS: Record<string, Check> = {
  'Connect ›  › Connect': async (bench, { language, code }) => {
    if (language === 'bash')
      return expect(await bench.bash(code)).toMatchObject({ version: expect.anything() });
    const { client } = await bench.js(code);
    expect((await client.from('stones').select('id')).error).toBeNull();
  },
  'Connect ›  › Client API keys': async (bench, { language, code }) => {
    const key =
      language === 'js'
        ? (await bench.js(code)).PUBLISHABLE_KEY
        : await bench.bash(`${code}\nprintf %s "$PUBLISHABLE_KEY"`);
    const answer = await fetch(`${bench.keys.url}/rest/v1/stones?limit=1`, { headers: { apikey: key } });
    expect(answer.status).toBe(200);
  },
  'Connect ›  › Service keys': async (bench, { language, code }) => {
    if (language === 'js') {
      const { admin } = await bench.js(code);
      return expect((await admin.auth.admin.listUsers()).error).toBeNull();
    }
    const secret = { YOUR_SECRET_KEY: bench.keys.secret };
    const key = await bench.bash(`${code}\nbash -c 'printf %s "$PROJECT_SECRET_KEY"'`, secret);
    const answer = await fetch(`${bench.keys.url}/auth/v1/admin/users`, { headers: { apikey: key } });
    expect(answer.status).toBe(200);
  },

  'User Management ›  › Sign up': async (bench, snippet) => {
    await bench.nobody();
    const data = await bench.data(snippet);
    expect((data.user ?? data).email).toBe('ada@example.com');
    expect(await bench.number('select count(*) from auth.users')).toBe(1);
  },
  'User Management ›  › Log in with email and password': async (bench, snippet) => {
    await bench.user();
    const data = await bench.data(snippet);
    expect((data.session ?? data).access_token).toEqual(expect.any(String));
  },
  'User Management ›  › Log in with magic link via email': async (bench, snippet) => {
    await bench.user();
    await bench.data(snippet);
    expect((await bench.sent('ada@example.com')).kind).toBe('magic_link');
  },
  'User Management ›  › Sign up with phone number and password': async (bench, snippet) => {
    await bench.nobody();
    await bench.data(snippet);
    expect(await bench.number(`select count(*) from auth.users where phone = '491701234567'`)).toBe(1);
    expect((await bench.sent(PHONE)).code).toMatch(/^\d{6}$/);
  },
  'User Management ›  › Log in via SMS OTP': async (bench, snippet) => {
    await bench.nobody();
    await bench.data(snippet);
    expect((await bench.sent(PHONE)).code).toMatch(/^\d{6}$/);
  },
  'User Management ›  › Verify an SMS OTP': async (bench, snippet) => {
    await bench.nobody();
    expect((await bench.client.auth.signInWithOtp({ phone: PHONE })).error).toBeNull();
    const { code } = await bench.sent(PHONE);
    const data = await bench.data(snippet, { "'123456'": `'${code}'`, '"123456"': `"${code}"` });
    expect((data.session ?? data).access_token).toEqual(expect.any(String));
  },
  'User Management ›  › Log in with third party OAuth': async (bench, { language, code }) => {
    let url = '';
    if (language === 'js') {
      const { data } = await bench.js(code);
      const answer = await fetch(data.url, { redirect: 'manual' });
      url = answer.headers.get('location') ?? '';
    } else url = await bench.bash(code);
    expect(url).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
  },
  'User Management ›  › Get user': async (bench, { language, code }) => {
    await bench.user();
    const user = language === 'js' ? (await bench.js(code)).user : await bench.bash(code);
    expect(user.email).toBe('ada@example.com');
  },
  'User Management ›  › Forgot password': async (bench, snippet) => {
    await bench.user();
    await bench.data(snippet);
    expect((await bench.sent('ada@example.com')).kind).toBe('recovery');
  },
  'User Management ›  › Update user': async (bench, snippet) => {
    await bench.user();
    await bench.data(snippet);
    const [user] = await bench.sql(
      `select raw_user_meta_data->>'name' as name, email, email_change from auth.users`,
    );
    expect(user?.name).toBe('Ada');
    expect([user?.email, user?.email_change]).toContain('ada.lovelace@example.com');
    const account = { email: user?.email as string, password: 'another long password' };
    expect((await bench.client.auth.signInWithPassword(account)).error).toBeNull();
  },
  'User Management ›  › Log out': async (bench, { language, code }) => {
    await bench.user();
    await (language === 'js' ? bench.js(code) : bench.bash(code));
    expect(await bench.number('select count(*) from auth.sessions')).toBe(0);
  },
  'User Management ›  › Send a user an invite over email': async (bench, snippet) => {
    await bench.nobody();
    await bench.data(snippet);
    expect((await bench.sent('grace@example.com')).kind).toBe('invite');
  },

  'Tables & Views ›  › Generating types': async (bench, { language, code }) => {
    if (language === 'bash') {
      const { types } = await bench.bash(code);
      expect(types).toContain('export type Database');
      return expect(types).toContain('goods: {');
    }
    const { client } = await bench.js(code);
    expect((await client.from('stones').select('id')).error).toBeNull();
  },
  'Tables & Views ›  › GraphQL compared with the client: GraphQL': async (bench, snippet) => {
    await bench.sql(SEED);
    const answer = await bench.data(snippet);
    const [collection] = Object.values((answer.data ?? answer) as Record<string, { edges: unknown[] }>);
    expect(collection?.edges).toHaveLength(10);
  },
  'Tables & Views ›  › GraphQL compared with the client: Data API': async (bench, snippet) => {
    await bench.sql(SEED);
    expect(await bench.data(snippet)).toHaveLength(10);
  },
  'Tables & Views › * › Read rows: All rows': filtered(() => 'true'),
  'Tables & Views › * › Read rows: As a signed-in user': async (bench, snippet) => {
    await bench.token();
    await filtered(() => 'true')(bench, snippet);
  },
  'Tables & Views › * › Read rows: Certain columns': async (bench, snippet) => {
    const facts = await fresh(bench, snippet);
    const data = await bench.data(snippet);
    expect(data).toHaveLength(await bench.number(`select count(*) from ${facts.sql}`));
    expect(Object.keys(data[0]).length).toBeLessThanOrEqual(2);
  },
  'Tables & Views › * › Read rows: With rows of another table': async (bench, snippet) => {
    const { embed = '' } = await fresh(bench, snippet);
    const [row] = await bench.data(snippet);
    expect([row[embed]].flat()[0]).toMatchObject({ id: 1, name: expect.stringMatching(/^exam/) });
  },
  'Tables & Views › * › Read rows: A page of rows': async (bench, snippet) => {
    const facts = await fresh(bench, snippet);
    expect(await bench.number(`select count(*) from ${facts.sql}`)).toBeGreaterThan(10);
    expect(await bench.data(snippet)).toHaveLength(10);
  },
  'Tables & Views › * › Filtering: Equal to': filtered((facts) => first(facts), true),
  'Tables & Views › * › Filtering: One of several': filtered(
    (facts) => `${first(facts)} or ${second(facts)}`,
    true,
  ),
  'Tables & Views › * › Filtering: Either of two': filtered(
    (facts) => `${first(facts)} or ${second(facts)}`,
    true,
  ),
  'Tables & Views › * › Filtering: Greater or less': filtered(
    ({ ordered }) => `${ordered} >= 1 and ${ordered} < 2`,
  ),
  'Tables & Views › * › Filtering: Like a pattern': filtered(({ text }) => `${text} ilike '%exam%'`),
  'Tables & Views › * › Filtering: Arrays that contain': filtered(() => `tags @> '{example}'`),
  'Tables & Views › * › Filtering: JSON that contains': filtered(() => `facts @> '{"key": "example"}'`),
  'Tables & Views › * › Filtering: Not null': filtered(({ nullable }) => `${nullable} is not null`, true),
  'Tables & Views › * › Insert rows: One row': changes(1),
  'Tables & Views › * › Insert rows: Many rows': changes(2),
  'Tables & Views › * › Insert rows: Upsert': async (bench, snippet) => {
    const { sql } = await fresh(bench, snippet);
    await bench.data(snippet);
    const rows = await bench.number(`select count(*) from ${sql}`);
    await bench.data(snippet);
    expect(await bench.number(`select count(*) from ${sql}`)).toBe(rows);
  },
  'Tables & Views › * › Update rows': async (bench, snippet) => {
    const facts = await fresh(bench, snippet);
    const unlike = () => bench.sql(`select md5(t::text) as row from ${facts.sql} t order by 1`);
    const before = new Set((await unlike()).map(({ row }) => row));
    expect(await bench.data(snippet)).toHaveLength(1);
    expect((await unlike()).filter(({ row }) => !before.has(row))).toHaveLength(1);
  },
  'Tables & Views › * › Delete rows': changes(-1),
  'Tables & Views › * › Subscribe to changes: All changes': hearsOf('INSERT'),
  'Tables & Views › * › Subscribe to changes: Inserts': hearsOf('INSERT'),
  'Tables & Views › * › Subscribe to changes: Updates': hearsOf('UPDATE'),
  'Tables & Views › * › Subscribe to changes: Deletes': hearsOf('DELETE'),
  'Tables & Views › * › Subscribe to changes: Certain rows': async (bench, snippet) => {
    await hearsOf('UPDATE')(bench, snippet);
    const rows = bench.logged.map((line) => (line as { new: Record<string, unknown> }).new);
    const { key } = factsOf(snippet);
    const keys = new Set(
      rows.filter((row) => Object.keys(row).length > 0).map((row) => String(row[key.replaceAll('"', '')])),
    );
    expect([...keys].filter((each) => !/^1/.test(each) || each.length === 2)).toEqual([]);
  },

  'Stored Procedures › greet › Invoke function: With who and loud': answers('EXAMPLE'),
  'Stored Procedures › greet › Invoke function: With who': answers('Hello, example'),
  'Stored Procedures › area › Invoke function: With side': answers(1),
  'Stored Procedures › area › Invoke function: With width and height': answers(1),
  'Stored Procedures › feel › Invoke function': answers('calm'),
  'Stored Procedures › echo › Invoke function': answers({ key: 'example' }),
  'Stored Procedures › stones_by_name › Invoke function': async (bench, snippet) => {
    await bench.sql(SEED);
    expect(await bench.data(snippet)).toHaveLength(6);
  },
  [`Stored Procedures › ${STRANGE_FUNCTION} › Invoke function`]: answers(2),
  'Stored Procedures › shop.total › Invoke function': async (bench, snippet) => {
    await bench.sql(SEED);
    expect(await bench.data(snippet)).toBe(66);
  },

  'Storage › * › Upload file': async (bench, snippet) => {
    await clearBucket(bench, snippet);
    await bench.data(snippet);
    const [object] = await bench.sql(
      `select name, metadata->>'mimetype' as type, metadata->>'cacheControl' as cache from storage.objects where bucket_id = '${snippet.item}'`,
    );
    const [name, type] =
      snippet.item === 'pictures' ? ['avatar.png', 'image/png'] : ['hello.txt', 'text/plain'];
    expect(object).toMatchObject({ name: `folder/${name}`, cache: 'max-age=3600' });
    expect(String(object?.type)).toContain(type);
  },
  'Storage › * › Delete files': async (bench, snippet) => {
    await upload(bench, snippet);
    await bench.data(snippet);
    expect(
      await bench.number(`select count(*) from storage.objects where bucket_id = '${snippet.item}'`),
    ).toBe(0);
  },
  'Storage › * › List all files': async (bench, snippet) => {
    await upload(bench, snippet);
    expect(await bench.data(snippet)).toMatchObject([{ name: fileOf(snippet) }]);
  },
  'Storage › * › Download file': async (bench, snippet) => {
    await upload(bench, snippet);
    expect(await downloaded(bench, snippet)).toBe('Hello');
  },
  'Storage › pictures › Retrieve public URL': async (bench, snippet) => {
    await upload(bench, snippet);
    if (snippet.language === 'bash') return expect(await downloaded(bench, snippet)).toBe('Hello');
    const { data } = await bench.js(snippet.code);
    expect(await (await fetch(data.publicUrl)).text()).toBe('Hello');
  },
  'Storage › private files › Create signed URL': async (bench, snippet) => {
    await upload(bench, snippet);
    const data = await bench.data(snippet);
    const url = data.signedUrl ?? `${bench.keys.url}/storage/v1${data.signedURL}`;
    expect(await (await fetch(url)).text()).toBe('Hello');
  },

  'Edge Functions ›  › Pre-requisites': async (bench, { code }) => {
    expect(await bench.commandLine(`${code}\nsupabase projects list`)).toContain(bench.ref);
  },
  'Edge Functions ›  › Create an edge function': async (bench, { code }) => {
    await bench.commandLine(code);
    const written = path.join(bench.folder, 'supabase/functions/hello-world/index.ts');
    expect(await readFile(written, 'utf8')).toContain('Deno');
  },
  'Edge Functions ›  › Deploy edge function': async (bench, { code }) => {
    await bench.commandLine(code);
    const { body } = await bench.api.request('GET', `/v1/projects/${bench.ref}/functions`);
    expect(body.map(({ slug }: { slug: string }) => slug)).toContain('hello-world');
  },
  'Edge Functions › greeter › Invoke function': answers({ hello: 'Ada' }),
  'Edge Functions › open › Invoke function': answers({ hello: 'Ada' }),

  'Realtime ›  › Subscribe to channel: Receive broadcasts': async (bench, { code }) => {
    bench.logged.length = 0;
    await bench.js(code);
    const other = clientOf(bench.keys.url, bench.keys.publishable).channel('room-1');
    await bench.hears(
      () => other.httpSend('cursor', { x: 1 }),
      (line) => (line as { x?: number }).x === 1,
    );
  },
  'Realtime ›  › Subscribe to channel: Send a broadcast': async (bench, { language, code }) => {
    bench.logged.length = 0;
    const other = clientOf(bench.keys.url, bench.keys.publishable);
    other
      .channel('room-1')
      .on('broadcast', { event: 'cursor' }, ({ payload }) => bench.logged.push(payload))
      .subscribe();
    await bench.hears(
      () => (language === 'js' ? bench.js(code) : bench.bash(code)),
      (line) => (line as { y?: number }).y === 34,
    );
    await other.realtime.disconnect();
  },
  'Realtime ›  › Subscribe to channel: Presence': async (bench, { code }) => {
    bench.logged.length = 0;
    await bench.js(code);
    await bench.hears(
      async () => {},
      (line) => JSON.stringify(line).includes('"name":"Ada"'),
    );
  },
  'Realtime ›  › Subscribe to channel: Changes of all tables': async (bench, { code }) => {
    bench.logged.length = 0;
    await bench.js(code);
    await bench.hears(
      () => bench.sql(SEED),
      (line) => (line as { table?: string }).table === 'stones',
    );
  },
  'Realtime ›  › Unsubscribe from a channel': async (bench, { code }) => {
    await bench.js(`const channel = client.channel('room-3')\nchannel.subscribe()`);
    await bench.js(code);
    expect(bench.client.getChannels()).toEqual([]);
  },
  'Realtime ›  › Unsubscribe from all channels': async (bench, { code }) => {
    await bench.js(`client.channel('a').subscribe()\nclient.channel('b').subscribe()`);
    await bench.js(code);
    expect(bench.client.getChannels()).toEqual([]);
  },
  'Realtime ›  › Retrieve all channels': async (bench, { code }) => {
    await bench.js(`client.channel('a').subscribe()`);
    expect((await bench.js(code)).channels).toHaveLength(1);
    await bench.client.removeAllChannels();
  },
};

const fileOf = ({ item }: Shown) => (item === 'pictures' ? 'avatar.png' : 'hello.txt');

async function clearBucket(bench: Bench, { item }: Pick<Shown, 'item'>): Promise<void> {
  await bench.api.request(
    'POST',
    `/platform/storage/${bench.ref}/buckets/${encodeURIComponent(item ?? '')}/empty`,
  );
}

async function upload(bench: Bench, snippet: Shown): Promise<void> {
  const type = snippet.item === 'pictures' ? 'image/png' : 'text/plain';
  const bucket = clientOf(bench.keys.url, bench.keys.secret).storage.from(snippet.item ?? '');
  const file = new Blob(['Hello'], { type });
  const { error } = await bucket.upload(`folder/${fileOf(snippet)}`, file, {
    upsert: true,
    contentType: type,
  });
  expect(error).toBeNull();
}

async function downloaded(bench: Bench, snippet: Shown): Promise<string> {
  if (snippet.language === 'js') return await (await bench.js(snippet.code)).data.text();
  const file = path.join(bench.folder, fileOf(snippet));
  await rm(file, { force: true });
  await bench.bash(snippet.code);
  return await readFile(file, 'utf8');
}
