import {
  type Agent,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  request as startRequest,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { ASKS_AGAIN } from './ask-elsewhere.ts';
import { OF_THE_CONNECTION } from './of-the-connection.ts';
import { hasBody } from './read-body.ts';

/** Services that another gateway answers, on the machine that has what they need. Requests go there as they came. */
export interface Elsewhere {
  /** Names of the services. */
  services: readonly string[];
  /** Connections to that gateway, which believes `X-Forwarded-For` of them. */
  agent: Agent;
  /** Whom a request is from, behind the proxies that are believed. */
  ipOf(message: IncomingMessage): string;
}

const FORWARDED_FOR = 'x-forwarded-for';
/** What clients say of proxies is judged here, once. `Expect` was answered when the request came. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  ...OF_THE_CONNECTION,
  FORWARDED_FOR,
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'expect',
  ASKS_AGAIN,
]);
const AWAY = JSON.stringify({
  message: 'The machine that keeps files and functions does not answer. Try again in a moment.',
});

/** Whether an address, as routes know it, belongs to a service that is elsewhere. */
export function isElsewhere(url: string, elsewhere: Elsewhere | undefined): elsewhere is Elsewhere {
  if (elsewhere === undefined) return false;
  const name = /^\/[a-z]{20}\/([a-z]+)\/v1(?=[/?]|$)/.exec(url)?.[1];
  return name !== undefined && elsewhere.services.includes(name);
}

/**
 * Passes a request on and its answer back, both as streams. The other gateway decides, limits and logs.
 * @param path as the client wrote it
 */
export function passOn(
  elsewhere: Elsewhere,
  message: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const { agent, ipOf } = elsewhere;
  const asked = startRequest({
    agent,
    method: message.method,
    path,
    headers: passedHeaders(message, ipOf(message)),
  });
  asked.once('response', (answer) => {
    response.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage,
      without(answer.rawHeaders, OF_THE_CONNECTION),
    );
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  asked.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) response.destroy();
    // The other side had just closed the connection that was used again: nothing was done yet.
    else if (asked.reusedSocket && error.code === 'ECONNRESET' && !hasBody(message) && !response.destroyed)
      passOn(elsewhere, message, response, path);
    else {
      response.writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'retry-after': '1',
        // The rest of a body is not waited for.
        connection: 'close',
      });
      response.end(AWAY);
    }
  });
  response.once('close', () => {
    if (!response.writableFinished) asked.destroy();
  });
  if (!hasBody(message)) asked.end();
  else message.on('error', () => asked.destroy()).pipe(asked);
}

/** Leads a connection that asks for another protocol to the other gateway, from then on byte for byte. */
export function passUpgrade(
  { agent, ipOf }: Elsewhere,
  message: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const asked = startRequest({
    agent,
    method: message.method,
    path: message.url,
    headers: [
      ...passedHeaders(message, ipOf(message)),
      'connection',
      'Upgrade',
      'upgrade',
      message.headers.upgrade ?? 'websocket',
    ],
  });
  socket.once('close', () => asked.destroy());
  asked.once('upgrade', (answer, onward, first) => {
    socket.write(`${headOf(answer, answer.rawHeaders)}\r\n`);
    if (first.length > 0) socket.write(first);
    if (head.length > 0) onward.write(head);
    onward.on('error', () => socket.destroy());
    onward.pipe(socket).pipe(onward);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  asked.once('response', (answer) => {
    const kept = without(answer.rawHeaders, OF_THE_CONNECTION);
    socket.write(`${headOf(answer, kept)}connection: close\r\n\r\n`);
    answer.pipe(socket);
  });
  asked.on('error', () => {
    if (socket.destroyed) return;
    const length = Buffer.byteLength(AWAY);
    socket.end(
      `HTTP/1.1 503 ${STATUS_CODES[503]}\r\nconnection: close\r\naccess-control-allow-origin: *\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${length}\r\nretry-after: 1\r\n\r\n${AWAY}`,
    );
  });
  asked.end();
}

function passedHeaders(message: IncomingMessage, ip: string): string[] {
  const isChunked = hasBody(message) && message.headers['content-length'] === undefined;
  return [
    ...without(message.rawHeaders, NOT_PASSED),
    ...(isChunked ? ['transfer-encoding', 'chunked'] : []),
    FORWARDED_FOR,
    ip,
  ];
}

/** Names and values by turns, as Node gives and takes them. */
function without(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function headOf({ statusCode, statusMessage }: IncomingMessage, raw: readonly string[]): string {
  let text = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let at = 0; at < raw.length; at += 2) text += `${raw[at]}: ${raw[at + 1]}\r\n`;
  return text;
}
