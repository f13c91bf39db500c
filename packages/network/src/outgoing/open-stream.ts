import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { type FindOptions, findServer } from './find-server.ts';
import { checkAddress } from './follow-redirects.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { hostOfUrl } from './read-host.ts';

export interface StreamRequest {
  method: string;
  headers: Headers;
  body: Buffer | null;
}

/** A request that has reached its server. */
export interface OpenStream {
  /** The head of the answer, its body still coming. */
  answer: Promise<Response>;
}

/**
 * Connects to a server and sends a request whose answer is read while it comes. Resolves when the connection stands. Redirects are
 * answers like others. Throws any error.
 * @param ending ends the attempt to connect
 * @param signal ends all of it
 */
export async function openStream(
  url: URL,
  { method, headers: given, body }: StreamRequest,
  { ending, signal }: { ending: AbortSignal; signal: AbortSignal | undefined },
  find: FindOptions,
): Promise<OpenStream> {
  checkAddress(url);
  const host = hostOfUrl(url);
  const addresses = await findServer(host, find);
  ending.throwIfAborted();
  const headers = new Headers(given);
  headers.delete('host');
  headers.set('accept-encoding', 'identity');
  if (body !== null) headers.set('content-length', String(body.byteLength));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send({
    protocol: url.protocol,
    hostname: host.text,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method,
    headers: Object.fromEntries(headers),
    lookup: pinnedLookup(addresses),
    agent: false,
    ...(signal !== undefined && { signal }),
  });
  const answer = headOf(sent);
  // Whoever is still connecting hears of a failure below.
  answer.catch(() => {});
  const connected = new Promise<void>((resolve, reject) => {
    sent.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => resolve()),
    );
    sent.once('error', reject);
    ending.addEventListener('abort', () => sent.destroy(new Error('The server was not reached in time.')), {
      once: true,
    });
  });
  sent.end(body ?? undefined);
  await connected;
  return { answer };
}

function headOf(sent: ClientRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer: IncomingMessage) => {
      const headers = new Headers();
      for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
        headers.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '');
      const status = answer.statusCode ?? 502;
      const isEmpty = status === 204 || status === 205 || status === 304;
      const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>);
      resolve(new Response(body, { status, headers }));
    });
  });
}
