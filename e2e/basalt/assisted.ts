import { randomUUID } from 'node:crypto';
import { ApiClient } from './api-client.ts';
import { OWNER } from './owner.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model/scripted-model.ts';
import { type Basalt, disposeBasalt, startBasalt } from './start-basalt.ts';

/** A key that must never be seen again. */
export const MODEL_KEY = 'key-of-the-operator-4711';

/** A chunk of an answer, as the package `ai` defines them. */
export interface Chunk {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a black box answers anything
  [name: string]: any;
}

/** A server with a scripted model, and a project with its chats. */
export interface Assisted {
  model: ScriptedModel;
  basalt: Basalt;
  api: ApiClient;
  ref: string;
  slug: string;
  /** Sends a message; the answer is read by {@link readChunks}. */
  ask(chatId: string, text: string, extra?: Record<string, unknown>): Promise<Response>;
  /** Sends a message and reads its answer to the end. */
  answer(chatId: string, text: string, extra?: Record<string, unknown>): Promise<Chunk[]>;
  /** None where there is no such chat. */
  // biome-ignore lint/suspicious/noExplicitAny: a black box answers anything
  messages(chatId: string): Promise<any[]>;
  /** What the organization shares, by tags. */
  share(...tags: ('SQL' | 'LOG' | 'DATA')[]): Promise<void>;
  dispose(): Promise<void>;
}

export async function startAssisted(environment: Record<string, string> = {}): Promise<Assisted> {
  const model = await startScriptedModel();
  const basalt = await startBasalt({
    environment: {
      BASALT_AI_BASE_URL: model.baseUrl,
      BASALT_AI_MODEL: 'scripted',
      BASALT_AI_API_KEY: MODEL_KEY,
      // Organizations may name the scripted model, too.
      BASALT_OUTGOING_ALLOW: '127.0.0.1',
      ...environment,
    },
  });
  const api = new ApiClient(basalt.origin, OWNER.accessToken);
  const slug = await api.organization();
  const { ref } = await api.createProject('Assisted');
  const ask: Assisted['ask'] = (...question) => askAssistant(api, ref, ...question);
  const assisted: Assisted = {
    model,
    basalt,
    api,
    ref,
    slug,
    ask,
    answer: async (...question) => readChunks(await ask(...question)),
    messages: async (chatId) =>
      (await api.request('GET', `/platform/projects/${ref}/ai/chats/${chatId}/messages`)).body.messages ?? [],
    share: (...tags) => shareWithModels(api, slug, tags),
    dispose: async () => {
      await model.stop();
      // A test may have started it anew.
      await disposeBasalt(assisted.basalt);
    },
  };
  return assisted;
}

/** Sends a message to a chat; a new id begins one. */
export function askAssistant(
  api: ApiClient,
  ref: string,
  chatId: string,
  text: string,
  extra: Record<string, unknown> = {},
): Promise<Response> {
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

/** What an organization shares with its provider. */
export async function shareWithModels(
  api: ApiClient,
  slug: string,
  tags: readonly ('SQL' | 'LOG' | 'DATA')[],
): Promise<void> {
  const { status } = await api.request('PATCH', `/platform/organizations/${slug}`, {
    opt_in_tags: tags.map((tag) => `AI_${tag}_GENERATOR_OPT_IN`),
  });
  if (status !== 200) throw new Error(`The tags were refused: ${status}`);
}

/** The chunks of an answer, in order. */
export async function readChunks(response: Response): Promise<Chunk[]> {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.text())
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
}

/** What tools answered, by their order. */
// biome-ignore lint/suspicious/noExplicitAny: a black box answers anything
export function outputsOf(chunks: readonly Chunk[]): any[] {
  return chunks.filter(({ type }) => type === 'tool-output-available').map(({ output }) => output);
}
