import {
  AI_MAX_STEPS,
  type AiMessageMetadata,
  type AiMessagePart,
  type AiMessageState,
  type AiOptInLevel,
  type aiChatRequest,
  aiOptInLevel,
} from '@basalt/contract';
import type { ToolSet, UIMessage, UIMessageChunk } from 'ai';
import type { z } from 'zod';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor, ReservedAnswer } from '../../kernel/ports.ts';
import { randomLetters } from '../../kernel/tokens.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import type { ProjectAccess } from '../../projects/store.ts';
import { ensureChat } from '../chats/manage-chats.ts';
import { assertRoom, removeFrom } from '../chats/manage-messages.ts';
import { type ChatRow, getChat, getMessage, insertMessages, listMessages } from '../chats/store.ts';
import { type ChosenServer, requireServer } from '../model/choose-server.ts';
import { sentenceOfModelError } from '../model/model-errors.ts';
import { openModel } from '../model/open-model.ts';
import { assertWithinCap, recordUsage } from '../model/usage.ts';
import { type Silence, watchSilence } from '../model/watch-silence.ts';
import { organizationOf } from '../organization-of.ts';
import { chatTools, levelOfTool } from '../tools/chat-tools.ts';
import { attach, instructionsFor } from './instructions.ts';
import { messagesToSend } from './sent-messages.ts';

type Request = z.output<typeof aiChatRequest>;

/** How often an answer that grows is kept. */
const KEEP_EVERY_MS = 500;
const LONGEST_ANSWER_MS = 10 * 60_000;
/** An answer that goes on for longer than this is not an answer. */
const MAX_ANSWER_CHARACTERS = 1_000_000;

/**
 * Answers what somebody wrote. The chat is the server's: it keeps the message, asks the model with what the organization shares, and
 * keeps the answer while it grows; it goes on when the reader goes away.
 * @returns the UI message stream of the package `ai`, as server-sent events
 * @throws PlatformError before anything is kept
 */
export async function answerMessage(
  dependencies: Dependencies,
  actor: Actor,
  request: Request,
): Promise<AsyncGenerator<string, void>> {
  const { db, answers } = dependencies;
  const access = await permittedProject(db, actor, request.projectRef, 'read_sql');
  const organization = await organizationOf(db, access.project.organization_id);
  const server = await requireServer(dependencies, organization.id);
  await assertWithinCap(db, organization.id);
  const chat = await ensureChat(db, actor.accountId, access.project.id, { id: request.chatId });
  const reserved = answers.reserve(chat.id);
  const level = request.includeSchemaMetadata ? aiOptInLevel(organization) : 'disabled';
  const answerId = `msg_${randomLetters(20)}`;
  try {
    await keepQuestion(dependencies, chat, request, { answerId, level, model: server.model });
  } catch (error) {
    reserved.release();
    throw error;
  }
  write(dependencies, reserved, { actor, access, chat, request, server, level, answerId });
  const events = answers.follow(chat.id);
  if (events === null) throw new PlatformError('internal');
  return events;
}

/** Follows an answer that is being written; null when none is. @throws PlatformError `not_found` */
export async function followAnswer(
  { db, answers }: Pick<Dependencies, 'db' | 'answers'>,
  actor: Actor,
  chatId: string,
): Promise<AsyncGenerator<string, void> | null> {
  const chat = await getChat(db, actor, chatId);
  return answers.follow(chat.id);
}

export async function stopAnswer(
  { db, answers }: Pick<Dependencies, 'db' | 'answers'>,
  actor: Actor,
  chatId: string,
): Promise<boolean> {
  const chat = await getChat(db, actor, chatId);
  return answers.stop(chat.id);
}

/** Keeps what was asked and a place for the answer, in one. */
async function keepQuestion(
  { db }: Dependencies,
  chat: ChatRow,
  { trigger, messageId, message, snippets = [] }: Request,
  { answerId, level, model }: { answerId: string; level: AiOptInLevel; model: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (trigger === 'regenerate-message') {
      const last =
        messageId === undefined
          ? (await listMessages(transaction, chat.id, 1))[0]
          : await getMessage(transaction, chat.id, messageId);
      if (last?.role === 'assistant') await removeFrom(transaction, chat.id, last.id);
      const [question] = await listMessages(transaction, chat.id, 1);
      if (question?.role !== 'user')
        throw new PlatformError('conflict', 'There is no question to answer anew.');
    } else if (message !== undefined) {
      if (messageId !== undefined) {
        const { id } = await getMessage(transaction, chat.id, messageId);
        await removeFrom(transaction, chat.id, id);
      }
      if (message.parts.every(({ text }) => text.trim() === '') && snippets.length === 0)
        throw new PlatformError('bad_request', 'The message is empty.', { field: 'message' });
      await assertRoom(transaction, chat.id, 2);
      const attached = attach(snippets);
      const parts =
        attached === '' ? message.parts : [...message.parts, { type: 'text' as const, text: attached }];
      await insertMessages(transaction, chat.id, [
        { id: message.id, role: 'user', parts, state: 'complete' },
      ]);
    }
    await insertMessages(transaction, chat.id, [
      { id: answerId, role: 'assistant', parts: [], state: 'streaming', level, model },
    ]);
  });
}

interface Work {
  actor: Actor;
  access: ProjectAccess;
  chat: ChatRow;
  request: Request;
  server: ChosenServer;
  level: AiOptInLevel;
  answerId: string;
}

function write(dependencies: Dependencies, reserved: ReservedAnswer, work: Work): void {
  const { db } = dependencies;
  const { access, chat, answerId } = work;
  reserved.write(async (tell, stopped) => {
    const tokens = { input: 0, output: 0 };
    let parts: AiMessagePart[] = [];
    let state: AiMessageState = 'complete';
    let problem: string | null = null;
    let hasEnd = false;
    let keptAt = 0;
    const keep = (as: AiMessageState) =>
      db
        .updateTable('assistant_messages')
        .set({
          parts: JSON.stringify(parts),
          state: as,
          error: problem,
          input_tokens: tokens.input,
          output_tokens: tokens.output,
        })
        .where('chat_id', '=', chat.id)
        .where('message_id', '=', answerId)
        .execute();
    try {
      for await (const message of ask(dependencies, work, stopped, {
        used: (input, output) => {
          tokens.input += input;
          tokens.output += output;
        },
        tell: (chunk) => {
          if (chunk.type === 'error') {
            state = 'failed';
            problem = chunk.errorText;
          }
          hasEnd ||= chunk.type === 'finish' || chunk.type === 'abort' || chunk.type === 'error';
          tell(chunk);
        },
      })) {
        parts = message.parts as AiMessagePart[];
        if (Date.now() - keptAt < KEEP_EVERY_MS) continue;
        keptAt = Date.now();
        await keep('streaming');
      }
      // A connection that breaks ends the stream as if nothing were wrong.
      if (!hasEnd) throw new Error('The stream ended before the answer did.');
    } catch (error) {
      if (!stopped.aborted) {
        state = 'failed';
        problem = sentenceOfModelError(error, [work.server.apiKey]);
        dependencies.log('warn', { err: error, chat: chat.id }, 'the model gave no answer');
        tell({ type: 'error', errorText: problem });
      }
    }
    if (stopped.aborted) state = 'stopped';
    await keep(state);
    await recordUsage(db, access.project.organization_id, tokens);
  });
}

interface Listener {
  tell: (chunk: UIMessageChunk) => void;
  used: (input: number, output: number) => void;
}

/** Asks the model and tells every chunk of the answer. Yields the message as far as it is. */
async function* ask(
  dependencies: Dependencies,
  { actor, access, chat, request, server, level, answerId }: Work,
  stopped: AbortSignal,
  { tell, used }: Listener,
): AsyncGenerator<UIMessage, void> {
  const { streamText, toUIMessageStream, readUIMessageStream, convertToModelMessages, isStepCount } =
    await import('ai');
  const tooLong = new AbortController();
  const metadata: AiMessageMetadata = {
    createdAt: new Date().toISOString(),
    state: 'streaming',
    grant: level,
    model: server.model,
  };
  const tools = await chatTools({ dependencies, actor, access, chat, level });
  const rows = (await listMessages(dependencies.db, chat.id, 50)).filter(
    (row) => row.message_id !== answerId,
  );
  const sent = messagesToSend(rows, level, levelOfTool);
  const model = await openModel(server, dependencies.outgoing);
  const silence = watchSilence(dependencies.settings.modelTimeoutMs);
  const result = streamText({
    model,
    instructions: instructionsFor({
      level,
      schemas: request.schemas ?? ['public'],
      schema: request.schema,
      table: request.table,
    }),
    messages: await convertToModelMessages(sent as Omit<UIMessage, 'id'>[], {
      tools,
      ignoreIncompleteToolCalls: true,
    }),
    tools,
    stopWhen: isStepCount(AI_MAX_STEPS),
    abortSignal: AbortSignal.any([stopped, tooLong.signal, silence.signal]),
    timeout: LONGEST_ANSWER_MS,
    maxRetries: 1,
    onStepEnd: ({ usage }) => used(usage.inputTokens ?? 0, usage.outputTokens ?? 0),
    // Told in the stream.
    onError: () => {},
  });
  const chunks = toUIMessageStream<ToolSet, UIMessage<AiMessageMetadata>>({
    stream: result.stream,
    tools,
    generateMessageId: () => answerId,
    originalMessages: [],
    messageMetadata: ({ part }) =>
      part.type === 'start'
        ? metadata
        : part.type === 'finish'
          ? { ...metadata, state: 'complete' }
          : undefined,
    sendReasoning: false,
    onError: (error) => sentenceOfModelError(error, [server.apiKey]),
    redactToolErrors: false,
  });
  let characters = 0;
  let hasCalls = false;
  let hasFailed = false;
  const told = chunks.pipeThrough(
    new TransformStream<UIMessageChunk, UIMessageChunk>({
      transform(sent, controller) {
        if (sent.type === 'text-delta') characters += sent.delta.length;
        hasCalls ||= sent.type === 'tool-input-start' || sent.type === 'tool-input-available';
        if (characters > MAX_ANSWER_CHARACTERS) tooLong.abort();
        heard(silence, sent);
        hasFailed ||= sent.type === 'error';
        const isEmpty = sent.type === 'finish' && characters === 0 && !hasCalls && !hasFailed;
        const chunk = isEmpty
          ? EMPTY_ANSWER
          : sent.type === 'abort' && !stopped.aborted
            ? endedByUs(tooLong.signal.aborted)
            : sent;
        tell(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  try {
    yield* readUIMessageStream({ stream: told });
  } finally {
    silence.end();
  }
}

/** While a tool runs it is not the model that says nothing. */
function heard(silence: Silence, { type }: UIMessageChunk): void {
  if (type === 'tool-input-available') silence.end();
  else silence.broken();
}

/** What answers and is no model often ends without a word. */
const EMPTY_ANSWER: UIMessageChunk = {
  type: 'error',
  errorText:
    'The AI provider sent an empty answer. Ask again; if it stays, check that the address and the provider fit.',
};

/** An answer that nobody stopped and that ends all the same has failed. */
function endedByUs(isTooLong: boolean): UIMessageChunk {
  const errorText = isTooLong
    ? 'The answer was too long and has been cut off. Ask for less at once.'
    : sentenceOfModelError(new DOMException('', 'TimeoutError'));
  return { type: 'error', errorText };
}
