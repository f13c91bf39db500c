import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import {
  type Assisted,
  MODEL_KEY,
  outputsOf,
  readChunks,
  startAssisted,
  textOf,
} from '../basalt/assisted.ts';
import type { ModelReply } from '../basalt/scripted-model/model-reply.ts';
import { startBasalt } from '../basalt/start-basalt.ts';

let at: Assisted;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  at = await startAssisted({ BASALT_AI_TIMEOUT: '4' });
});

test.afterAll(async () => at?.dispose());

test.beforeEach(() => at.model.forget());

async function sentenceOf(response: Response): Promise<string> {
  return ((await response.json()) as { message: string }).message;
}

/** One conversation with a tool, a card and an answer, whatever protocol carries it. */
async function converse() {
  const chat = randomUUID();
  at.model.play([
    { tools: [{ name: 'rename_chat', input: { name: 'Rocks by age' } }] },
    {
      text: 'I read the tables.',
      tools: [{ name: 'list_tables', input: { schemas: ['public'] } }],
    },
    { tools: [{ name: 'display_query', input: { label: 'Oldest rocks', sql: 'delete from public.rocks' } }] },
    { text: 'Here it is.' },
  ]);
  const chunks = await at.answer(chat, 'Which rocks are the oldest?');
  expect(textOf(chunks)).toBe('I read the tables.Here it is.');
  const [, tables, card] = outputsOf(chunks);
  expect(tables.tables).toContainEqual(expect.objectContaining({ name: 'rocks', rls_enabled: true }));
  expect(card).toEqual({ shown: true, writes: true, destructive: true });
  expect(at.model.requests).toHaveLength(4);
  expect(at.model.told()).toContain('rocks');

  const [, kept] = await at.messages(chat);
  expect(kept.metadata).toMatchObject({
    state: 'complete',
    grant: 'schema',
    inputTokens: 480,
    outputTokens: 120,
  });
  expect(kept.parts.filter(({ type }: { type: string }) => type === 'tool-display_query')).toHaveLength(1);
  // The next question brings all of it along.
  at.model.forget();
  at.model.play([{ text: 'Gladly.' }]);
  await at.answer(chat, 'Thank you');
  expect(at.model.told()).toContain('I read the tables.');
  expect(at.model.told()).toContain('delete from public.rocks');
  const { body } = await at.api.request('GET', `/platform/projects/${at.ref}/ai/chats?search=AGE`);
  expect(body.chats).toMatchObject([{ id: chat, name: 'Rocks by age', message_count: 4 }]);
}

/** Of the organization. */
const OWN_KEY = 'key-of-us-0815';

/** Names a provider of the organization's own. */
async function nameProvider(provider: 'openai' | 'anthropic'): Promise<void> {
  const path = `/platform/organizations/${at.slug}/ai/provider`;
  const named = { provider, base_url: at.model.baseUrl, model: 'large', api_key: OWN_KEY };
  expect((await at.api.request('PUT', path, named)).status).toBe(200);
}

async function forgetChats(): Promise<void> {
  const chats = `/platform/projects/${at.ref}/ai/chats`;
  for (const { id } of (await at.api.request('GET', chats)).body.chats)
    await at.api.request('DELETE', `${chats}/${id}`);
}

test('the same conversation works with an OpenAI-compatible server, with OpenAI and with Anthropic', async () => {
  await at.api.rows(
    at.ref,
    `create table public.rocks (id bigint primary key generated always as identity, canary_name text, age int);
     insert into public.rocks (canary_name, age) values ('canary-row', 5)`,
  );
  await at.share('SQL');
  await converse();
  expect(at.model.requests[0]).toMatchObject({ protocol: 'openai', path: '/v1/chat/completions' });
  expect(at.model.requests[0]?.headers.authorization).toBe(`Bearer ${MODEL_KEY}`);

  await nameProvider('openai');
  at.model.forget();
  await forgetChats();
  await converse();
  expect(at.model.requests[0]).toMatchObject({ protocol: 'openai', path: '/v1/chat/completions' });
  expect(at.model.requests[0]?.headers.authorization).toBe(`Bearer ${OWN_KEY}`);

  const own = {
    provider: 'anthropic',
    base_url: at.model.baseUrl,
    model: 'claude',
    api_key: OWN_KEY,
  };
  const path = `/platform/organizations/${at.slug}/ai/provider`;
  const { body: saved } = await at.api.request('PUT', path, { ...own, input_price: 3, output_price: 15 });
  expect(saved).toMatchObject({ source: 'organization', provider: 'anthropic', has_key: true });
  expect(JSON.stringify(saved)).not.toContain(OWN_KEY);
  expect((await at.api.request('POST', `${path}/test`)).body).toMatchObject({ ok: true });
  at.model.forget();
  await forgetChats();
  await converse();
  expect(at.model.requests[0]).toMatchObject({ protocol: 'anthropic', path: '/v1/messages' });
  expect(at.model.requests[0]?.headers['x-api-key']).toBe(OWN_KEY);

  // A key does not follow to another server, and a cap ends the talk.
  const moved = await at.api.request('PUT', path, {
    ...own,
    api_key: undefined,
    base_url: 'https://example.com/v1',
  });
  expect(moved).toMatchObject({ status: 400, body: { field: 'api_key' } });
  await at.api.request('PUT', path, {
    ...own,
    api_key: undefined,
    monthly_token_cap: 100,
    input_price: 3,
    output_price: 15,
  });
  const capped = await at.ask(randomUUID(), 'More');
  expect(capped.status).toBe(429);
  expect(await sentenceOf(capped)).toContain('100 tokens');
  const { body: usage } = await at.api.request('GET', `/platform/organizations/${at.slug}/ai/usage`);
  expect(usage.input_tokens).toBeGreaterThan(1_000);
  expect(usage.cost).toBeGreaterThan(0);
  expect((await at.api.request('DELETE', path)).body).toMatchObject({
    source: 'environment',
    base_url: null,
  });
});

test('the model is told what the organization shares, and nothing else', async () => {
  const reads = [
    { name: 'list_tables', input: { schemas: ['public'] } },
    { name: 'get_logs', input: { service: 'rest' } },
    { name: 'execute_sql', input: { sql: 'select * from public.rocks' } },
  ];
  const script: ModelReply[] = [{ tools: reads }, { text: 'Done.' }];
  await at.api.send(`/v1/projects/${at.ref}/api-keys`);
  await fetch(`${at.basalt.gatewayOrigin}/${at.ref}/rest/v1/canary_path`);
  await expect(async () => {
    await at.share('SQL', 'LOG', 'DATA');
    at.model.forget();
    at.model.play(script);
    await at.answer(randomUUID(), 'Look');
    expect(at.model.told()).toContain('canary_path');
  }).toPass({ timeout: 15_000 });

  const chat = randomUUID();
  const seenWith = async (...tags: Parameters<Assisted['share']>) => {
    await at.share(...tags);
    at.model.forget();
    at.model.play(script);
    await at.answer(chat, 'Look again');
    const told = at.model.told();
    return ['canary_name', 'canary_path', 'canary-row'].filter((canary) => told.includes(canary));
  };
  expect(await seenWith('SQL', 'LOG', 'DATA')).toEqual(['canary_name', 'canary_path', 'canary-row']);
  // What was read before goes with the level that it was read under.
  expect(await seenWith('SQL', 'LOG')).toEqual(['canary_name', 'canary_path']);
  expect(await seenWith('SQL')).toEqual(['canary_name']);
  expect(await seenWith('DATA')).toEqual([]);
  expect(at.model.told()).toContain('does not share');
  await at.share('SQL', 'LOG', 'DATA');
  await at.api.request('PATCH', `/platform/organizations/${at.slug}`, { hipaa_addon: true });
  expect(await seenWith('SQL', 'LOG', 'DATA')).toEqual([]);
  await at.api.request('PATCH', `/platform/organizations/${at.slug}`, { hipaa_addon: false });
  // The person may hold back more than the organization does.
  at.model.forget();
  at.model.play(script);
  await at.answer(randomUUID(), 'Look', { includeSchemaMetadata: false, schemas: ['canary_schema'] });
  expect(at.model.told()).not.toMatch(/canary/);
  expect(at.model.told()).not.toContain(MODEL_KEY);
});

test('an answer outlives its reader, can be followed again and stopped', async () => {
  const chat = randomUUID();
  at.model.play([{ text: 'one two three four five six seven eight nine ten', pause: 150 }]);
  const gone = new AbortController();
  const first = await at.api.send('/api/ai/sql/generate-v3', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: gone.signal,
    body: JSON.stringify({
      chatId: chat,
      projectRef: at.ref,
      message: { id: 'question', role: 'user', parts: [{ type: 'text', text: 'Count' }] },
    }),
  });
  await first.body?.getReader().read();
  gone.abort();
  expect((await at.ask(chat, 'And now?')).status).toBe(409);
  expect((await at.api.request('GET', `/platform/projects/${at.ref}/ai/chats`)).body.chats[0]).toMatchObject({
    id: chat,
    is_answering: true,
  });
  const followed = await readChunks(await at.api.send(`/api/ai/chats/${chat}/stream`));
  expect(textOf(followed)).toBe('one two three four five six seven eight nine ten');
  expect((await at.api.send(`/api/ai/chats/${chat}/stream`)).status).toBe(204);
  expect((await at.messages(chat))[1].parts.at(-1).text).toBe(textOf(followed));

  // Written anew from the first message on, and stopped.
  at.model.play([{ text: 'never ending '.repeat(100), pause: 50 }]);
  const again = at.answer(chat, 'Count slowly', { messageId: 'question' });
  await expect.poll(async () => (await at.messages(chat)).at(-1).parts.at(-1)?.text).toMatch(/^never ending/);
  expect((await at.api.request('POST', `/api/ai/chats/${chat}/stop`)).body).toEqual({ stopped: true });
  expect((await again).at(-1)?.type).toBe('abort');
  const [question, stopped, ...rest] = await at.messages(chat);
  expect(rest).toEqual([]);
  expect(question.parts[0].text).toBe('Count slowly');
  expect(stopped.metadata.state).toBe('stopped');
  expect(stopped.parts.at(-1).text).toMatch(/^never ending/);

  at.model.play([{ text: 'Better.' }]);
  const regenerated = await at.answer(chat, '', { trigger: 'regenerate-message', message: undefined });
  expect(textOf(regenerated)).toBe('Better.');
  expect(await at.messages(chat)).toHaveLength(2);
  // Results of its cards are kept, and never told to the model.
  const [, answer] = await at.messages(chat);
  const place = `/platform/projects/${at.ref}/ai/chats/${chat}/messages/${answer.id}/results/r1`;
  expect((await at.api.request('PUT', place, { rows: [{ name: 'canary-result' }] })).status).toBe(200);
  expect((await at.messages(chat))[1].metadata.results).toEqual({ r1: [{ name: 'canary-result' }] });
  at.model.forget();
  at.model.play([{ text: 'Yes.' }]);
  await at.answer(chat, 'Still there?');
  expect(at.model.told()).not.toContain('canary-result');
});

/** As each of the providers words it. */
const refusal = (message: string) => ({ type: 'error', error: { type: 'refused', message } });

const FAILURES: readonly [string, ModelReply, RegExp][] = [
  ['out of quota', { status: 429, body: refusal('You exceeded your current quota') }, /no quota left/],
  ['too many requests', { status: 429, body: refusal('Slow down') }, /too many requests/],
  ['wrong key', { status: 401, body: refusal(`Bad key ${MODEL_KEY} ${OWN_KEY}`) }, /refused the key/],
  ['broken', { status: 500, body: 'oops' }, /problem of its own/],
  ['not a model', { status: 200, body: '<html>Welcome</html>' }, /cannot be read|empty answer|broke off/],
  ['half a stream', { text: 'one two three', breaksAfter: 2 }, /broke off/],
  ['half a stream, slowly', { text: 'one two three', breaksAfter: 2, pause: 40 }, /broke off/],
  ['rubbish in the stream', { text: 'one', garbage: '{"choices": [' }, /cannot be read/],
];
/** They take the time that a model may say nothing. */
const SILENCES: typeof FAILURES = [
  ['nothing at all', { hangs: true }, /took too long/],
  ['nothing more after a word', { text: 'one two three', hangsAfter: 1 }, /took too long/],
];

test('whatever goes wrong is a sentence, whatever is spoken, and the chat goes on', async () => {
  test.setTimeout(120_000);
  const chat = randomUUID();
  for (const provider of ['openai-compatible', 'openai', 'anthropic'] as const) {
    if (provider !== 'openai-compatible') await nameProvider(provider);
    const failures = provider === 'openai' ? FAILURES : [...FAILURES, ...SILENCES];
    for (const [name, reply, sentence] of failures) {
      const what = `${provider}: ${name}`;
      at.model.play([reply]);
      const chunks = await at.answer(chat, `Try ${name}`);
      const error = chunks.find(({ type }) => type === 'error');
      expect(error?.errorText, what).toMatch(sentence);
      expect(JSON.stringify(chunks)).not.toContain(provider === 'openai-compatible' ? MODEL_KEY : OWN_KEY);
      const [question, answer] = (await at.messages(chat)).slice(-2);
      expect(question.parts[0].text, what).toBe(`Try ${name}`);
      expect(answer.metadata, what).toMatchObject({ state: 'failed', error: error?.errorText });
      if (name === 'nothing more after a word') expect(answer.parts.at(-1).text).toBe('one ');
    }
  }
  await at.api.request('DELETE', `/platform/organizations/${at.slug}/ai/provider`);
  // Calls that make no sense are told to the model, which goes on.
  at.model.play([
    { tools: [{ name: 'list_tables', input: {} }], rawInput: '{"schemas": [' },
    { tools: [{ name: 'drop_everything', input: {} }] },
    { tools: [{ name: 'execute_sql', input: { sql: 'select 1; drop table public.rocks' } }] },
    { text: 'I give up.' },
  ]);
  expect(textOf(await at.answer(chat, 'Confuse yourself'))).toBe('I give up.');
  // An endless loop ends after five steps.
  at.model.forget();
  at.model.play([{ tools: [{ name: 'list_schemas', input: {} }] }]);
  await at.answer(chat, 'Loop');
  expect(at.model.requests).toHaveLength(5);
  // A megabyte is refused in words.
  const large = await at.ask(chat, 'x'.repeat(1024 * 1024));
  expect(large.status).toBe(400);
  expect(await sentenceOf(large)).toContain('The message is too long: at most 100,000 characters');
  expect(await sentenceOf(await at.ask(chat, '  '))).toBe('The message is empty.');
  at.model.play([{ text: 'All well.' }]);
  expect(textOf(await at.answer(chat, 'And now?'))).toBe('All well.');
});

test('code is completed and named, changes are tried and taken back', async () => {
  await at.share('SQL');
  at.model.play([{ text: 'select * from public.rocks' }]);
  const completion = await at.api.send('/api/ai/sql/complete', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      projectRef: at.ref,
      completionMetadata: {
        textBeforeCursor: '-- rocks\n',
        selection: 'select 1',
        prompt: 'all rocks',
        language: 'pgsql',
      },
    }),
  });
  expect(await completion.text()).toBe('select * from public.rocks');
  expect(at.model.told()).toContain('canary_name');
  at.model.play([{ status: 503, body: {} }]);
  const failed = await at.api.request('POST', '/api/ai/sql/complete', {
    projectRef: at.ref,
    completionMetadata: { prompt: 'x' },
  });
  expect(failed).toMatchObject({ status: 503, body: { message: expect.stringContaining('status 503') } });
  at.model.play([{ text: '{"title":"All rocks","description":"Lists them."}' }]);
  const titled = await at.api.request('POST', '/api/ai/sql/title', { sql: 'select 1', projectRef: at.ref });
  expect(titled.body).toEqual({ title: 'All rocks', description: 'Lists them.' });
  // Where no project is named, the tokens are those of the asker's organization all the same.
  const usage = async () => (await at.api.request('GET', `/platform/organizations/${at.slug}/ai/usage`)).body;
  const before = await usage();
  at.model.play([{ text: '{"title":"Nothing"}' }]);
  await at.api.request('POST', '/api/ai/sql/title', { sql: 'select 2' });
  expect(await usage()).not.toEqual(before);

  const dry = (query: string) =>
    at.api.request('POST', `/platform/projects/${at.ref}/ai/dry-run`, { query }).then(({ body }) => body);
  expect(
    await dry('update public.rocks set age = 6; delete from public.rocks; drop table public.rocks'),
  ).toEqual({
    statements: [
      { command: 'UPDATE', rows: 1 },
      { command: 'DELETE', rows: 1 },
      { command: 'DROP TABLE', rows: null },
    ],
    error: null,
    destructive: true,
  });
  expect(await dry('delete from public.rocks; commit')).toMatchObject({
    statements: [],
    error: expect.any(String),
  });
  expect((await dry('do $$ begin delete from public.rocks; commit; end $$')).error).toMatch(/transaction/);
  expect(await dry('select 1; select nonsense')).toMatchObject({
    error: expect.stringContaining('nonsense'),
  });
  expect(await at.api.rows(at.ref, 'select age from public.rocks')).toEqual([{ age: 5 }]);
});

test('what was written survives the end of the server', async () => {
  const chat = randomUUID();
  at.model.play([{ text: 'a long answer '.repeat(200), pause: 30 }]);
  const cut = at.answer(chat, 'Tell me').catch(() => []);
  await expect
    .poll(async () => (await at.messages(chat)).at(-1)?.parts.at(-1)?.text?.length ?? 0)
    .toBeGreaterThan(100);
  const { pid = 0 } = at.basalt.process;
  process.kill(-pid, 'SIGKILL');
  await cut;
  at.basalt = await startBasalt({ environment: at.basalt.environment });
  await at.api.waitForStatus(at.ref, 'ACTIVE_HEALTHY');
  const [question, answer] = await at.messages(chat);
  expect(question.parts[0].text).toBe('Tell me');
  expect(answer.metadata.state).toBe('interrupted');
  expect(answer.parts.at(-1).text).toMatch(/^a long answer/);
  expect((await at.api.send(`/api/ai/chats/${chat}/stream`)).status).toBe(204);
  at.model.play([{ text: 'A short one.' }]);
  await at.answer(chat, '', { trigger: 'regenerate-message', message: undefined });
  expect((await at.messages(chat)).map(({ metadata }) => metadata.state)).toEqual(['complete', 'complete']);
});
