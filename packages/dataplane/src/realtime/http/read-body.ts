import type { Broadcast } from '../broadcast/broadcast.ts';
import { LIMITS } from '../limits.ts';

/** A request that is no broadcast. */
export class BroadcastRefusal extends Error {
  override readonly name = 'BroadcastRefusal';
  readonly statusCode: 413 | 415 | 422;

  constructor(statusCode: 413 | 415 | 422, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** `{"messages": [{"topic", "event", "payload", "private"}]}` @throws {BroadcastRefusal} */
export function readBatch(body: Buffer | undefined, payloadBytes: number): Broadcast[] {
  const { messages } = parse(body) as { messages?: unknown };
  if (!Array.isArray(messages) || messages.length === 0)
    throw new BroadcastRefusal(422, 'The body must have "messages", a list with at least one.');
  if (messages.length > LIMITS.httpMessages)
    throw new BroadcastRefusal(422, `At most ${LIMITS.httpMessages} messages can be sent at once.`);
  return messages.map((message, index) =>
    checkSize(readMessage(message, `messages[${index}]`), payloadBytes),
  );
}

interface OneBroadcast {
  topic: string;
  event: string;
  isPrivate: boolean;
  contentType: string | undefined;
  payloadBytes: number;
  body: Buffer | undefined;
}

/** @throws {BroadcastRefusal} */
export function readOne({
  topic,
  event,
  isPrivate,
  contentType,
  payloadBytes,
  body,
}: OneBroadcast): Broadcast {
  checkName(topic, 'The topic');
  checkName(event, 'The event');
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && type !== 'application/octet-stream')
    throw new BroadcastRefusal(415, 'Send application/json or application/octet-stream.');
  const isJson = type === 'application/json';
  if (isJson) parse(body);
  return checkSize(
    { topic, isPrivate, event, body: body ?? Buffer.alloc(0), isJson, meta: null },
    payloadBytes,
  );
}

function readMessage(message: unknown, where: string): Broadcast {
  if (typeof message !== 'object' || message === null)
    throw new BroadcastRefusal(422, `${where} must be an object.`);
  const { topic, event, payload, private: isPrivate = false } = message as Record<string, unknown>;
  if (typeof topic !== 'string') throw new BroadcastRefusal(422, `${where}.topic must be a text.`);
  if (typeof event !== 'string') throw new BroadcastRefusal(422, `${where}.event must be a text.`);
  if (payload === undefined) throw new BroadcastRefusal(422, `${where}.payload is missing.`);
  if (typeof isPrivate !== 'boolean')
    throw new BroadcastRefusal(422, `${where}.private must be true or false.`);
  checkName(topic, `${where}.topic`);
  checkName(event, `${where}.event`);
  return {
    topic,
    isPrivate,
    event,
    body: Buffer.from(JSON.stringify(payload)),
    isJson: true,
    meta: null,
  };
}

function checkName(name: string, what: string): void {
  if (name === '' || Buffer.byteLength(name) > LIMITS.eventBytes)
    throw new BroadcastRefusal(422, `${what} must have 1 to ${LIMITS.eventBytes} bytes.`);
}

function checkSize(broadcast: Broadcast, payloadBytes: number): Broadcast {
  if (broadcast.body.length > payloadBytes)
    throw new BroadcastRefusal(413, `A broadcast has at most ${payloadBytes} bytes.`);
  return broadcast;
}

function parse(body: Buffer | undefined): object {
  let value: unknown;
  try {
    value = JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    throw new BroadcastRefusal(422, 'The body must be JSON.');
  }
  return (value ?? {}) as object;
}
