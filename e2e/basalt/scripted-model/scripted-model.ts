import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeAnthropic } from './anthropic-protocol.ts';
import { type ModelReply, pause } from './model-reply.ts';
import { writeOpenAi } from './openai-protocol.ts';

/** A request as the model got it. */
export interface ModelRequest {
  protocol: 'openai' | 'anthropic';
  path: string;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a client sends
  body: any;
  /** The whole body as it came. */
  text: string;
}

export type Script = (request: ModelRequest, step: number) => ModelReply | Promise<ModelReply>;

/**
 * A server that speaks the streaming protocols of OpenAI (`/v1/chat/completions`) and Anthropic (`/v1/messages`) over HTTP, from a
 * script, and keeps every request.
 */
export interface ScriptedModel {
  /** For OPENAI_BASE_URL, ANTHROPIC_BASE_URL and BASALT_AI_BASE_URL. */
  baseUrl: string;
  requests: ModelRequest[];
  /** What it says from now on: a list is used up one reply for each request, then its last one stays. */
  play(script: Script | readonly ModelReply[]): void;
  /** Everything it was told since, as one text. */
  told(): string;
  forget(): void;
  stop(): Promise<void>;
}

const SILENT: Script = () => ({ text: 'Ready.' });

export async function startScriptedModel(port = 0): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  let script: Script = SILENT;
  let step = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const text = await readAll(request);
    const path = request.url ?? '';
    const protocol = path.endsWith('/messages') ? 'anthropic' : 'openai';
    const asked: ModelRequest = { protocol, path, headers: request.headers, body: parse(text), text };
    requests.push(asked);
    const reply = await script(asked, step++);
    if (reply.hangs) return;
    if (reply.delay) await pause(reply.delay);
    if (reply.status !== undefined) {
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
      return;
    }
    await (protocol === 'anthropic' ? writeAnthropic : writeOpenAi)(
      response,
      reply,
      asked.body?.stream === true,
    );
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${listening}/v1`,
    requests,
    play(next) {
      step = 0;
      script =
        typeof next === 'function' ? next : (_request, at) => next[Math.min(at, next.length - 1)] ?? {};
    },
    told: () => requests.map(({ text }) => text).join('\n'),
    forget: () => void requests.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
