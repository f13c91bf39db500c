import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface HookRequest {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
  body: any;
}

export type HookServer = Awaited<ReturnType<typeof startHookServer>>;

/** Stands in for the server of a project's owner. What it answers is `answer`, and what it was asked is kept. */
export async function startHookServer() {
  const asked: HookRequest[] = [];
  const hooks = {
    answer: (_request: HookRequest, response: ServerResponse): unknown => json(response, {}),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const kept = { headers: request.headers, text: body, body: JSON.parse(body) };
    asked.push(kept);
    hooks.answer(kept, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    asked,
    /** From now on. */
    answers: (answer: (request: HookRequest, response: ServerResponse) => unknown) => {
      hooks.answer = answer;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function json(response: ServerResponse, body: unknown): unknown {
  return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
