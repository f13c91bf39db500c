import { OutgoingError, pathBelow } from '@basalt/network';
import type { ProjectCall } from '../kernel/ports.ts';
import { HEADERS_OF_THE_WAY, readSome } from '../projects/ask-project.ts';
import type { HookDependencies } from './hook-connection.ts';
import { MAX_BODY_BYTES, MAX_URL_BYTES, type QueuedRequest } from './queue-rows.ts';
import type { Outcome } from './retries.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const LONGEST_MS = 30_000;
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Of the connection, which is ours. */
const OURS = [
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
];

/** A request that cannot be sent as it is, however often. */
class Unsendable extends Error {}

/**
 * Sends one request: to an address of its own project through the gateway, to all others as an outgoing one, if that server may be
 * asked. Never throws. The receiver knows by `webhook-id` when a request comes a second time.
 */
export async function sendQueued(
  { outgoing, settings, callProject }: Pick<HookDependencies, 'outgoing' | 'settings' | 'callProject'>,
  ref: string,
  request: QueuedRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { url, headers, body } = whatToSend(request);
    const timeoutMs = Math.min(LONGEST_MS, Math.max(1, Math.round(request.timeoutMs)));
    const ownPath = pathBelow(settings.projectUrl(ref), url);
    if (ownPath !== null)
      return await toAnswer(
        await callProject(ref, ownPath, {
          method: request.method as NonNullable<ProjectCall['method']>,
          // The gateway may believe what these say of a client's address.
          headers: Object.fromEntries([...headers].filter(([name]) => !HEADERS_OF_THE_WAY.test(name))),
          // Who sends without a key is nobody, here as elsewhere.
          key: null,
          ...(body === null ? {} : { body }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        }),
      );
    return await toAnswer(
      await outgoing.fetch(
        url,
        { method: request.method, headers, body, signal },
        { timeoutMs, maxBytes: MAX_ANSWER_BYTES, whenLonger: 'cut' },
      ),
    );
  } catch (error) {
    if (error instanceof Unsendable) return { kind: 'failure', message: error.message, final: true };
    const message =
      error instanceof OutgoingError
        ? `${error.message} Only servers on the public internet are asked.`
        : 'The request could not be sent.';
    return { kind: 'failure', message, final: false };
  }
}

async function toAnswer(answer: Response): Promise<Outcome> {
  const { bytes } = await readSome(answer, MAX_ANSWER_BYTES);
  return {
    kind: 'answer',
    status: answer.status,
    contentType: answer.headers.get('content-type'),
    headers: Object.fromEntries(answer.headers),
    // PostgreSQL takes no NUL character.
    content: new TextDecoder().decode(bytes).replaceAll('\u0000', ''),
  };
}

function whatToSend({ id, method, url, headers, body, bodyBytes, createdMs }: QueuedRequest) {
  if (!METHODS.has(method)) throw new Unsendable('The method is none of GET, POST, PUT, PATCH and DELETE.');
  if (url === null) throw new Unsendable(`The URL is longer than ${MAX_URL_BYTES} bytes.`);
  if (!URL.canParse(url)) throw new Unsendable('The URL cannot be read.');
  if (bodyBytes !== null && bodyBytes > MAX_BODY_BYTES)
    throw new Unsendable('The body is larger than 1 MB, and was not sent.');
  const sent = headersOf(headers);
  for (const name of OURS) sent.delete(name);
  sent.set('webhook-id', `${id}-${createdMs}`);
  return { url, headers: sent, body: body === null || method === 'GET' ? null : Buffer.from(body, 'base64') };
}

function headersOf(json: string | null): Headers {
  if (json === null) throw new Unsendable('The headers are larger than 64 kB.');
  try {
    const entries = Object.entries(JSON.parse(json) as Record<string, unknown>);
    return new Headers(entries.map(([name, value]): [string, string] => [name, String(value)]));
  } catch {
    throw new Unsendable('The headers are not an object of names and values that HTTP allows.');
  }
}
