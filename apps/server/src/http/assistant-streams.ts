import { Readable } from 'node:stream';
import { AI_STREAM_PATHS, aiChatId, aiChatRequest, aiCompletionRequest } from '@basalt/contract';
import { answerMessage, completeText, followAnswer, type Platform, PlatformError } from '@basalt/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { requireActor } from './api.ts';

/** Answers of the assistant, which come while the model writes them. */
export function serveAssistantStreams(app: FastifyInstance, config: Config, platform: Platform): void {
  const { dependencies } = platform;

  app.post(AI_STREAM_PATHS.generate, async (request, reply) => {
    const actor = await requireActor(request, reply, { config, platform });
    const asked = readBody(aiChatRequest, request.body);
    return sendEvents(reply, await answerMessage(dependencies, actor, asked));
  });

  app.get<{ Params: { chatId: string } }>(
    AI_STREAM_PATHS.resume(':chatId'),
    { exposeHeadRoute: false },
    async (request, reply) => {
      const actor = await requireActor(request, reply, { config, platform });
      const events = await followAnswer(dependencies, actor, readBody(aiChatId, request.params.chatId));
      return events === null ? reply.code(204).send() : sendEvents(reply, events);
    },
  );

  app.post(AI_STREAM_PATHS.complete, async (request, reply) => {
    const actor = await requireActor(request, reply, { config, platform });
    const asked = readBody(aiCompletionRequest, request.body);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const texts = await completeText(dependencies, actor, asked, gone.signal);
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', ...UNCACHED });
    return reply.send(Readable.from(texts));
  });
}

const UNCACHED = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

function sendEvents(reply: FastifyReply, events: AsyncGenerator<string, void>) {
  reply.headers({
    'content-type': 'text/event-stream',
    'x-vercel-ai-ui-message-stream': 'v1',
    ...UNCACHED,
  });
  return reply.send(Readable.from(events, { objectMode: false }));
}

/** @throws PlatformError `bad_request` that names the first thing that is wrong */
function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  const text = (issue?.message ?? 'is not valid').replace(/([^.!?])$/, '$1.');
  throw new PlatformError(
    'bad_request',
    field === '' ? `The request is not valid: ${text}` : `${field}: ${text}`,
    field === '' ? {} : { field },
  );
}
