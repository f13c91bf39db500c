import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../api-client.ts';
import type { Chunk } from '../assisted.ts';
import type { ModelReply } from '../scripted-model/model-reply.ts';
import { type Answer, type Attempt, type Card, cardsOf, type Row, type Task } from './task.ts';
import type { TaskProject } from './task-project.ts';

/** What tasks run on. */
export interface TaskScene {
  api: ApiClient;
  ref: string;
  project: TaskProject;
  /** Sends a message to a new chat and reads its answer to the end. */
  answer(chatId: string, text: string, extra?: Record<string, unknown>): Promise<Chunk[]>;
}

/** Why an answer does not do what the task wants; null when it does. What the task and the answer made is still there. */
export async function tryAnswer(scene: TaskScene, task: Task, answer: Answer): Promise<string | null> {
  await scene.project.reset(task.setUp);
  return await judge(scene, task, cardsOf(answer));
}

/** Asks the assistant, runs what it shows, and looks. Null when the task was done, else why not. */
export async function tryAssistant(scene: TaskScene, task: Task): Promise<string | null> {
  await scene.project.reset(task.setUp);
  const snippets = task.attached === undefined ? {} : { snippets: [{ content: task.attached }] };
  const chunks = await scene.answer(randomUUID(), task.prompt, snippets);
  const failed = chunks.find(({ type }) => type === 'error');
  if (failed !== undefined) return `There was no answer: ${failed.errorText}`;
  return await judge(scene, task, shownCards(chunks));
}

/** The solution as a model of the script says it: its cards, then a word. */
export function scriptOf({ solution }: Task): ModelReply[] {
  const tools = cardsOf(solution).map((card) =>
    'sql' in card
      ? { name: 'display_query', input: { label: 'Do it', ...card } }
      : { name: 'display_edge_function', input: { title: 'Function', ...card } },
  );
  return [{ tools }, { text: 'Here it is.' }];
}

async function judge(scene: TaskScene, task: Task, cards: readonly Card[]): Promise<string | null> {
  const results: Row[][] = [];
  const problems: string[] = [];
  for (const card of cards) {
    const { rows, problem } = 'sql' in card ? await runCard(scene, card.sql) : await deploy(scene, card);
    if (rows !== undefined) results.push(rows);
    if (problem !== undefined) problems.push(problem);
  }
  const attempt: Attempt = { project: scene.project, cards, results, problems };
  try {
    await task.check(attempt);
    return null;
  } catch (error) {
    return [...problems, (error as Error).message].join('\n');
  } finally {
    for (const card of cards)
      if ('name' in card)
        await scene.api.request('DELETE', `/v1/projects/${scene.ref}/functions/${card.name}`);
  }
}

interface Outcome {
  rows?: Row[];
  problem?: string;
}

async function runCard({ api, ref }: TaskScene, sql: string): Promise<Outcome> {
  const { status, body } = await api.query(ref, sql);
  return status === 201
    ? { rows: Array.isArray(body) ? body : [] }
    : { rows: [], problem: body?.message ?? `status ${status}` };
}

async function deploy(
  { api, ref }: TaskScene,
  { name, code }: { name: string; code: string },
): Promise<Outcome> {
  const form = new FormData();
  form.append('metadata', JSON.stringify({ name, entrypoint_path: 'index.ts', verify_jwt: true }));
  form.append('file', new Blob([code]), 'index.ts');
  const answer = await api.send(`/v1/projects/${ref}/functions/deploy?slug=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: form,
  });
  return answer.ok ? {} : { problem: await answer.text() };
}

/** The cards of an answer, by tools or, where a model used none, by fences in its text. */
function shownCards(chunks: readonly Chunk[]): Card[] {
  const cards: Card[] = chunks
    .filter(({ type, toolName }) => type === 'tool-input-available' && /^display_/.test(toolName))
    .map(({ input }) => input);
  if (cards.length > 0) return cards;
  const text = chunks.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
  return [...text.matchAll(/```(sql|edge)\n([\s\S]*?)```/g)].map(([, language, body = '']) => {
    const props = /^(?:--|\/\/) props: (\{.*\})/.exec(body)?.[1];
    const { name, ...rest } = props === undefined ? {} : JSON.parse(props);
    return language === 'edge' ? { name: String(name), code: body } : { ...rest, sql: body };
  });
}
