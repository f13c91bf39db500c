import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { ApiClient } from '../basalt/api-client.ts';
import { ApiClient as Client } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import { type ScriptedModel, startScriptedModel } from '../basalt/scripted-model/scripted-model.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';

let model: ScriptedModel;
let basalt: Basalt;
let api: ApiClient;
let ref: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  model = await startScriptedModel();
  basalt = await startBasalt({
    environment: {
      BASALT_AI_BASE_URL: model.baseUrl,
      BASALT_AI_MODEL: 'scripted',
      BASALT_AI_API_KEY: 'sk-of-the-operator',
    },
  });
  api = new Client(basalt.origin, OWNER.accessToken);
  ({ ref } = await api.createProject('Assisted'));
});

test.afterAll(async () => {
  await model?.stop();
  if (basalt) await disposeBasalt(basalt);
});

/** The chunks of an answer, in order. */
// biome-ignore lint/suspicious/noExplicitAny: a black box
async function readEvents(response: Response): Promise<any[]> {
  return (await response.text())
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

function ask(chatId: string, text: string, extra: Record<string, unknown> = {}): Promise<Response> {
  return api.send('/api/ai/sql/generate-v3', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chatId,
      projectRef: ref,
      message: { id: `m-${randomUUID()}`, role: 'user', parts: [{ type: 'text', text }] },
      ...extra,
    }),
  });
}

const textOf = (events: { type: string; delta?: string }[]) =>
  events.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');

const messagesOf = async (chat: string) =>
  (await api.request('GET', `/platform/projects/${ref}/ai/chats/${chat}/messages`)).body;

test('a chat is answered, kept and read again', async () => {
  expect((await api.request('GET', `/api/ai/sql/check-api-key?projectRef=${ref}`)).body).toMatchObject({
    hasKey: true,
    model: 'scripted',
  });
  const chat = randomUUID();
  model.play([{ text: 'Basalt is a volcanic rock.' }]);
  const answer = await ask(chat, 'What is basalt?');
  expect(answer.status).toBe(200);
  const events = await readEvents(answer);
  expect(textOf(events)).toBe('Basalt is a volcanic rock.');
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['start', 'finish']));

  model.play([{ text: 'Dark grey.' }]);
  await readEvents(await ask(chat, 'Which colour?'));
  expect(model.requests.at(-1)?.body.messages.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
  ]);
  const { messages, has_more, is_answering } = await messagesOf(chat);
  expect({ has_more, is_answering }).toEqual({ has_more: false, is_answering: false });
  expect(
    messages.map(({ role, metadata }: { role: string; metadata: { state: string } }) => [
      role,
      metadata.state,
    ]),
  ).toEqual([
    ['user', 'complete'],
    ['assistant', 'complete'],
    ['user', 'complete'],
    ['assistant', 'complete'],
  ]);
  const { body } = await api.request('GET', `/platform/projects/${ref}/ai/chats`);
  expect(body.chats[0]).toMatchObject({ id: chat, name: 'Untitled', message_count: 4, is_answering: false });
});
